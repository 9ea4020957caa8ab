"""Tables of more than two, from the card to the end: who sits, who is asked, who leaves."""

import re
from pathlib import Path

import pytest

from tests.discord.challenge.test_cards import let_time_pass
from tests.discord.simulated import Answer, Message, Person, Place, World
from tests.discord.tables import mentioned_first, played_in, result_in
from tests.discord.traces import all_public, all_stored
from tests.tiers import sampled
from tests.toy import install


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a game of three or four, before the world makes it."""
    install(monkeypatch)


@pytest.fixture
def kim(world: World) -> Person:
    """Return a third person."""
    return world.person("Kim")


@pytest.fixture
def lea(world: World) -> Person:
    """Return a fourth person."""
    return world.person("Lea")


async def open_table(world: World, one: Person, *asked: Person, **options: object) -> Message:
    """Make somebody open a table (three seats unless told), and return its card."""
    opponents = {f"opponent{n}": person for n, person in enumerate(asked, 1)}
    await one.slash("toy challenge", None, **opponents, **options)
    return world.channel.last


def seats(card: Message) -> str:
    """Return the line of a card that says who sits where."""
    return next(line for line in card.text.splitlines() if line.startswith("1 "))


async def start(world: World, *players: Person) -> Place:
    """Make people sit down at a table of just their number, and return its thread."""
    one, *others = players
    card = await open_table(world, one, *others, seats=len(players))
    for person in others:
        await person.click(card, "Accept")
    assert card.thread is not None
    return card.thread


def live(thread: Place) -> Message:
    """Return the board to play on."""
    (board,) = (message for message in thread.messages if "Move" in message.buttons)
    return board


def to_move(thread: Place) -> Person:
    return mentioned_first(live(thread))


async def click_through(world: World, thread: Place, choice: str) -> Answer:
    """Make the player to move choose a move in the panel and confirm it."""
    person = to_move(thread)
    panel = await person.click(live(thread), "Move")
    panel = await person.click(panel, choice)
    return await person.click(panel, f"Confirm: {choice}")


async def pick(world: World, thread: Place) -> None:
    """Make everybody play the first move, after which seats may leave."""
    while "pick:1" in await suggested(world, thread):
        await to_move(thread).slash("move", thread, move="pick:1")


async def suggested(world: World, thread: Place) -> tuple[str, ...]:
    choices = await to_move(thread).autocomplete("move", "move", "", thread)
    return tuple(str(choice.value) for choice in choices)


async def resign(person: Person, thread: Place) -> Answer:
    question = await person.slash("game resign", thread)
    return await person.click(question, "Resign")


# The card


async def test_the_card_says_who_sits_who_is_asked_and_what_is_open(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await open_table(world, mara, jonas, seats=4)

    lapses = int(world.now.timestamp()) + 48 * 3600
    fingerprint = next(line for line in card.text.splitlines() if "fingerprint" in line)
    assert re.fullmatch("-# Dice fingerprint: [0-9a-f]{64}", fingerprint)
    assert card.text.splitlines() == [
        "### Toy",
        "Mara opens a table",
        "-# rated · 3 days per turn · Mara starts",
        f"1 Mara · 2 {jonas.mention} (asked) · 3 open · 4 open",
        fingerprint,
        f"-# starts with 4 players · expires <t:{lapses}:R>",
    ]
    assert card.buttons == (
        *("Accept", "Accept with a word", "Decline", "Join", "Fill with computers"),
        *("Cancel", "Rules"),
    )


async def test_all_who_are_asked_are_pinged_once(
    world: World, mara: Person, jonas: Person, kim: Person, lea: Person
) -> None:
    card = await open_table(world, mara, jonas, kim, seats=4)
    assert set(card.pings) == {jonas, kim}
    mark = len(world.requests)

    await jonas.click(card, "Accept")
    await lea.click(card, "Join")

    assert seats(card) == f"1 Mara · 2 Jonas · 3 {kim.mention} (asked) · 4 Lea"
    assert world.channel.messages == (card,)
    assert not [r for r in world.requests[mark:] if r.is_for("POST", "/channels/*/messages")]


async def test_the_buttons_are_those_that_somebody_may_click(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    card = await open_table(world, mara, jonas, kim)
    shown = [card.buttons]
    for person, button in (
        (jonas, "Decline"),
        (kim, "Accept"),
        (kim, "Leave"),
        (jonas, "Join"),
    ):
        await person.click(card, button)
        shown.append(card.buttons)

    accept, join = ("Accept", "Accept with a word"), ("Join", "Join with a word")
    assert shown == [
        (*accept, "Decline", "Cancel", "Rules"),
        (*accept, "Decline", "Join", "Fill with computers", "Cancel", "Rules"),
        (*join, "Leave", "Fill with computers", "Cancel", "Rules"),
        (*join, "Fill with computers", "Cancel", "Rules"),
        (*join, "Leave", "Fill with computers", "Cancel", "Rules"),
    ]


async def test_a_seat_that_was_declined_is_open(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    card = await open_table(world, mara, jonas, kim)

    await jonas.click(card, "Decline")

    assert seats(card) == f"1 Mara · 2 {kim.mention} (asked) · Jonas declined · 3 open"


@pytest.mark.slow
async def test_a_seat_that_is_left_is_open_again(world: World, mara: Person, jonas: Person) -> None:
    card = await open_table(world, mara)
    await jonas.click(card, "Join")

    answer = await jonas.click(card, "Leave")

    assert answer.messages == ()
    assert seats(card) == "1 Mara · 2 open · 3 open"


async def test_the_game_starts_with_the_last_seat(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    card = await open_table(world, mara, jonas)
    await kim.click(card, "Join")
    assert not world.channel.threads

    await jonas.click(card, "Accept")

    thread = card.thread
    assert thread is not None
    assert thread.name.startswith("Toy: Mara, Jonas and Kim · ")
    assert set(thread.members) == {mara, jonas, kim}
    assert set(live(thread).pings) == {mara, jonas, kim}
    assert seats(card) == "1 Mara · 2 Jonas · 3 Kim"
    assert card.text.splitlines()[-1] == f"The table is full: {thread.mention}"
    assert card.buttons == ("Rules",)


@sampled(
    ("who", "button", "why"),
    [
        ("Mara", "Accept", "You already have a seat at this table."),
        ("Mara", "Join", "You already have a seat at this table."),
        ("Mara", "Leave", "This is your own table: Cancel closes it."),
        ("Kim", "Cancel", "This is not your table: Leave gives up your seat."),
        ("Kim", "Decline", "You already have a seat at this table: Leave gives it up."),
        ("Lea", "Accept", "Accept is for those who were asked: Jonas. Join takes an open seat."),
        ("Lea", "Leave", "You have no seat at this table."),
        ("Lea", "Cancel", "Only Mara can cancel this challenge."),
    ],
)
async def test_the_wrong_click_is_answered_for_that_person_alone(
    world: World, mara: Person, jonas: Person, tmp_path: Path, who: str, button: str, why: str
) -> None:
    people = {name: world.person(name) for name in ("Kim", "Lea")} | {"Mara": mara}
    card = await open_table(world, mara, jonas, seats=4)
    await people["Kim"].click(card, "Join")
    public, stored = all_public(world), all_stored(tmp_path)

    answer = await people[who].click(card, button)

    assert answer.text == why
    assert answer.ephemeral
    assert (all_public(world), all_stored(tmp_path)) == (public, stored)


async def test_who_is_asked_twice_or_can_not_play_is_refused(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    stored = all_stored(tmp_path)
    refused = {
        (jonas, jonas): "You listed Jonas twice.",
        (jonas, mara): "You already have a seat at your own table: ask others, or nobody.",
        (jonas, world.person("Beep", bot=True)): "Beep is a bot and does not play.",
        (jonas, world.person("Olga", member=False)): "Olga is not in this server.",
        (jonas, world.person("Kim"), world.person("Lea")): (
            "You asked 3 people, but there are only 2 other seats."
        ),
    }
    for asked, why in refused.items():
        opponents = {f"opponent{n}": person for n, person in enumerate(asked, 1)}

        answer = await mara.slash("toy challenge", None, **opponents)

        assert answer.text == why
        assert answer.ephemeral
    assert world.channel.messages == ()
    assert all_stored(tmp_path) == stored


@pytest.mark.slow
async def test_a_lapsed_table_is_opened_again_for_all_who_sat_or_were_asked(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    card = await open_table(world, mara, jonas, seats=4)
    await kim.click(card, "Join")
    await let_time_pass(world, hours=48)
    await world.pass_time(minutes=1)
    assert card.text.splitlines()[-1] == "The table did not fill up in time and has expired."
    assert card.buttons == ("Challenge again", "Rules")

    answer = await mara.click(card, "Challenge again")

    assert answer.text.startswith("Your table is open.")
    asked = f"2 {jonas.mention} (asked) · 3 {kim.mention} (asked)"
    assert seats(world.channel.last) == f"1 Mara · {asked} · 4 open"


async def test_an_open_table_is_listed_and_cancelled_by_its_owner(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await open_table(world, mara)
    await jonas.click(card, "Join")

    listed = await mara.slash("games")
    assert "Open table, 2 of 3 seats taken: Toy, expires " in listed.text
    await mara.click(listed, "Cancel")

    assert card.text.splitlines()[-1] == "Cancelled."
    assert card.buttons == ("Rules",)


# In the same instant


async def test_of_two_who_take_the_last_seat_at_once_one_plays_and_one_is_told(
    world: World, mara: Person, jonas: Person, kim: Person, lea: Person
) -> None:
    card = await open_table(world, mara)
    await jonas.click(card, "Join")

    answers = await world.at_once(kim.clicking(card, "Join"), lea.clicking(card, "Join"))

    (thread,) = world.channel.threads
    assert len(played_in(thread)) == 1
    assert [answer.text for answer in answers if answer.messages] == [
        "This table is full, and its game has begun. /game resign leaves it."
    ]


async def test_leaving_while_the_last_seat_is_taken_leaves_one_truth(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    card = await open_table(world, mara)
    await jonas.click(card, "Join")

    await world.at_once(jonas.clicking(card, "Leave"), kim.clicking(card, "Join"))

    if world.channel.threads:
        assert seats(card) == "1 Mara · 2 Jonas · 3 Kim"
        assert card.buttons == ("Rules",)
    else:
        assert seats(card) == "1 Mara · 2 Kim · 3 open"
        assert card.buttons == (
            *("Join", "Join with a word", "Leave", "Fill with computers"),
            *("Cancel", "Rules"),
        )


# The game


@pytest.mark.slow
async def test_a_game_of_three_is_played_from_the_card_to_the_end(
    world: World, mara: Person, jonas: Person, kim: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It may be over after a turn of each, which is too short to be rated.
    monkeypatch.setattr("bot.match.counting.FEWEST_TURNS", 1)
    thread = await start(world, mara, jonas, kim)
    turns = []
    while any("Move" in message.buttons for message in thread.messages):
        turns.append(to_move(thread))
        first = "pick:1" if "pick:1" in await suggested(world, thread) else "keep"
        await click_through(world, thread, first)
    everybody = [mara, jonas, kim]
    assert len(turns) > len(everybody)  # one pick each, then at least one roll
    assert turns == (everybody * len(turns))[: len(turns)]

    result = result_in(thread)
    assert re.match(r"### (Mara|Jonas|Kim) wins", result.text)
    assert len(re.findall(r"(?:Mara|Jonas|Kim) \d+\? \([+−±]\d+\)", result.text)) == 3
    assert result.buttons == ("Rematch", "Review", "Replay", "Animate", "Text")


@pytest.mark.slow
async def test_a_rematch_asks_all_the_others(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    thread = await start(world, mara, jonas, kim)
    await pick(world, thread)
    await resign(jonas, thread)
    await resign(mara, thread)

    await mara.click(result_in(thread), "Rematch")

    card = world.channel.last
    assert seats(card) == f"1 Mara · 2 {jonas.mention} (asked) · 3 {kim.mention} (asked)"
    assert "Jonas starts" in card.text
    assert set(card.pings) == {jonas, kim}


@pytest.mark.slow
async def test_resigning_says_what_it_means_and_the_others_go_on(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    thread = await start(world, mara, jonas, kim)
    await pick(world, thread)

    question = await jonas.slash("game resign", thread)
    assert question.text == (
        "Leave the game with Mara and Kim? The others go on without you, and you can't win."
    )
    left = await jonas.click(question, "Resign")

    assert left.text == "You have left the game. The others go on without you."
    assert "Jonas has left the game." in live(thread).text
    assert to_move(thread) is mara
    # Mara has been told before that it is her turn.
    assert live(thread).pings == ()
    assert "You have no running games here" in (await jonas.slash("games")).text
    assert "Toy with Mara ·" in (await kim.slash("games")).text
    (offered,) = await jonas.autocomplete("game resign", "game", "", thread)
    assert offered.name.endswith("Toy with Mara and Kim"), "the game of this thread, to look at"
    for answer in (
        await jonas.click(live(thread), "Move"),
        await jonas.slash("game resign", thread),
    ):
        assert answer.text == "You have left this game: the others go on without you."


@pytest.mark.slow
async def test_whoever_leaves_on_their_turn_hands_it_on_with_a_ping(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    thread = await start(world, mara, jonas, kim)
    await pick(world, thread)

    await resign(mara, thread)

    assert to_move(thread) is jonas
    assert live(thread).pings == (jonas,)


@pytest.mark.slow
async def test_the_last_one_left_wins(
    world: World, mara: Person, jonas: Person, kim: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.counting.FEWEST_TURNS", 1)
    thread = await start(world, mara, jonas, kim)
    await pick(world, thread)
    await resign(jonas, thread)

    question = await kim.slash("game resign", thread)
    assert question.text == "Resign against Mara? You lose this game."
    await kim.click(question, "Resign")

    result = result_in(thread)
    assert result.text.startswith("### Mara wins by resignation\n")
    assert str(result.pictures[0].alt).startswith("Mara wins by resignation: 1 Mara")
    assert re.search(r"Mara 12\d\d\? \(\+\d+\) · Jonas 11\d\d\? \(−\d+\) · Kim 11\d\d", result.text)


@pytest.mark.slow
async def test_where_the_last_one_gives_up_too_nobody_wins(
    world: World, mara: Person, jonas: Person, kim: Person
) -> None:
    thread = await start(world, mara, jonas, kim)
    await pick(world, thread)
    for _ in range(2):
        await to_move(thread).slash("move", thread, move="drop")

    question = await kim.slash("game resign", thread)
    assert "nobody will win it" in question.text
    await kim.click(question, "Resign")

    result = result_in(thread)
    assert result.text.startswith("### Nobody wins\n")
    assert result.buttons == ("Rematch", "Review", "Replay", "Animate", "Text")
    assert len(result.pictures) == 2
