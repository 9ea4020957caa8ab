"""Blocks, as people meet them: who blocks is left alone by the other, who learns nothing of it."""

from typing import Final

import pytest

from tests.discord.simulated import Answer, Message, Person, World
from tests.discord.tables import challenge, game_of, start_game
from tests.tiers import sampled

NO_CHALLENGES: Final = (
    "Jonas is not taking challenges at the moment. Leave the opponent out, and anybody may accept."
)
NO_SEAT: Final = "You can't take this seat at the moment."
OWN_BLOCK: Final = "You have blocked Mara: /block remove lifts that."
COMMANDS: Final = {
    "dice-matrix": "opponent",
    "matrio": "opponent1",
    "tablero": "opponent",
    "dicefest": "opponent1",
}


@pytest.fixture
def lea(world: World) -> Person:
    """Return somebody whom nobody has blocked."""
    return world.person("Lea")


@pytest.fixture
async def blocked(mara: Person, jonas: Person) -> None:
    """Make Jonas block Mara before anything else."""
    assert (await jonas.slash("block person", person=mara)).ephemeral


async def unchanged(world: World, answer: Answer, text: str, before: int) -> None:
    """Check that a person alone reads a refusal, and nothing was posted."""
    assert answer.ephemeral
    assert answer.text == text
    assert len(world.channel.messages) == before


async def accept(card: Message, person: Person, way: str) -> Answer:
    """Accept a card, by one click or with a word."""
    answer = await person.click(card, way)
    return await person.fill(answer, word="luck") if answer.modal else answer


# Challenges and rematches


@pytest.mark.usefixtures("blocked")
@pytest.mark.parametrize("command", COMMANDS)
async def test_no_challenge_reaches_who_has_blocked(
    world: World, mara: Person, jonas: Person, command: str
) -> None:
    asked = COMMANDS[command]
    to_jonas = await mara.slash(f"{command} challenge", **{asked: jonas})
    await unchanged(world, to_jonas, NO_CHALLENGES, 0)
    to_mara = await jonas.slash(f"{command} challenge", **{asked: mara})
    await unchanged(world, to_mara, OWN_BLOCK, 0)


@pytest.mark.usefixtures("blocked")
async def test_what_is_said_is_what_somebody_says_who_takes_no_challenges(
    mara: Person, jonas: Person, lea: Person
) -> None:
    await lea.slash("preferences", challenges="off")
    for_all, for_her = [
        (await mara.slash("dice-matrix challenge", opponent=person)).text for person in (lea, jonas)
    ]
    assert for_all.replace("Lea ", "Jonas ") == for_her == NO_CHALLENGES


@pytest.mark.slow
async def test_a_rematch_is_refused_in_both_directions(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    await game.resign(jonas)
    await jonas.slash("block person", person=mara)
    before = len(world.channel.messages)
    await unchanged(world, await mara.click(game.result, "Rematch"), NO_CHALLENGES, before)
    await unchanged(world, await jonas.click(game.result, "Rematch"), OWN_BLOCK, before)


# Seats


@pytest.mark.parametrize("way", ["Accept", "Accept with a word"])
@pytest.mark.usefixtures("blocked")
async def test_neither_takes_the_open_seat_of_the_other(
    world: World, mara: Person, jonas: Person, way: str
) -> None:
    of_jonas, of_mara = await challenge(world, jonas), await challenge(world, mara)
    await unchanged(world, await accept(of_jonas, mara, way), NO_SEAT, 2)
    await unchanged(world, await accept(of_mara, jonas, way), OWN_BLOCK, 2)


@pytest.mark.usefixtures("blocked")
@pytest.mark.parametrize("first", ["Mara", "Jonas"])
async def test_they_share_no_table_of_somebody_else(
    world: World, mara: Person, jonas: Person, lea: Person, first: str
) -> None:
    await lea.slash("dicefest challenge", seats=4)
    card = world.channel.last
    sits, comes = (mara, jonas) if first == "Mara" else (jonas, mara)
    await sits.click(card, "Join")
    refused = await comes.click(card, "Join")
    assert refused.text == (OWN_BLOCK if comes is jonas else NO_SEAT)
    assert comes.mention not in card.text


@pytest.mark.usefixtures("blocked")
async def test_who_is_asked_to_the_same_table_by_somebody_else_sits_down_alone(
    world: World, mara: Person, jonas: Person, lea: Person
) -> None:
    await lea.slash("dicefest challenge", seats=3, opponent1=mara, opponent2=jonas)
    card = world.channel.last
    await mara.click(card, "Accept")
    assert (await jonas.click(card, "Accept")).text == OWN_BLOCK


@pytest.mark.slow
async def test_who_blocks_somebody_at_a_table_leaves_it_and_the_game_waits_for_another(
    world: World, mara: Person, jonas: Person, lea: Person
) -> None:
    kim = world.person("Kim")
    await lea.slash("dicefest challenge", seats=3)
    card = world.channel.last
    await mara.click(card, "Join")
    await lea.slash("dicefest challenge", seats=4)
    larger = world.channel.last
    for person in (mara, jonas):
        await person.click(larger, "Join")
    assert larger.text.count("open") == 2

    answer = await jonas.slash("block person", person=mara)

    assert answer.ephemeral
    assert "At 1 open table one of your two seats is free again" in answer.text
    assert "1 Lea · 2 Mara · 3 open · 4 open" in larger.text
    assert "Jonas" not in larger.text
    assert "block" not in larger.text.lower()
    assert (await jonas.click(larger, "Join")).text == OWN_BLOCK
    for person in (kim, world.person("Ida")):
        await person.click(larger, "Join")
    assert "The table is full" in larger.text
    assert "1 Lea · 2 Mara" in card.text, "where only one of them sits, nothing changes"


async def test_who_blocks_somebody_at_their_own_table_keeps_it(
    world: World, mara: Person, jonas: Person, lea: Person
) -> None:
    await jonas.slash("matrio challenge")
    card = world.channel.last
    for person in (mara, lea):
        await person.click(card, "Join")
    before = len(world.channel.messages)

    await jonas.slash("block person", person=mara)

    assert "1 Jonas · 2 Lea · 3 open · 4 open" in card.text
    assert len(world.channel.messages) == before
    assert (await mara.click(card, "Join")).text == NO_SEAT
    assert (await mara.click(card, "Leave")).text == "You have no seat at this table."
    again = await jonas.slash("block person", person=mara)
    assert "open table one of" not in again.text


async def test_a_game_that_runs_goes_on_after_a_block(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    await jonas.slash("block person", person=mara)
    await game.play(2)
    assert game.live_boards


async def test_a_challenge_from_before_the_block_is_not_accepted_by_mistake(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    await jonas.slash("block person", person=mara)
    assert (await jonas.click(card, "Accept")).text == OWN_BLOCK


# Pings


@sampled("asking", ["draw", "takeback", "abort"])
async def test_what_the_other_asks_for_pings_who_has_blocked_no_more(
    world: World, mara: Person, jonas: Person, asking: str
) -> None:
    game = await start_game(world, mara, jonas, rated=False)
    await game.play(2)
    await jonas.slash("block person", person=mara)
    await mara.slash(f"game {asking}", game.place)
    assert "Agree" in game.place.last.buttons
    assert jonas not in game.place.last.pings
    await jonas.click(game.place.last, "Decline")
    await jonas.slash(f"game {asking}", game.place)
    assert mara in game.place.last.pings


@pytest.mark.slow
@pytest.mark.parametrize("is_blocked", [True, False])
async def test_a_request_to_settle_pings_who_has_blocked_no_more(
    world: World, mara: Person, jonas: Person, *, is_blocked: bool
) -> None:
    await mara.slash("tablero challenge", opponent=jonas, stake="fixed", amount=4)
    card = world.channel.last
    await jonas.click(card, "Accept")
    await game_of(world, mara, jonas, card).resign(jonas)
    if is_blocked:
        await jonas.slash("block person", person=mara)
    question = await mara.click(await mara.slash("tablero ledger"), "Settle")
    answer = await mara.click(question, "Ask")
    request = world.channel.last
    assert request.buttons == ("Agree", "Decline", "Withdraw")
    assert request.pings == (() if is_blocked else (jonas,))
    assert "block" not in (answer.text + request.text).lower()


@pytest.mark.slow
async def test_following_a_game_pings_nobody_but_who_follows(
    world: World, mara: Person, jonas: Person, lea: Person
) -> None:
    game = await start_game(world, jonas, lea)
    await jonas.slash("block person", person=mara)
    await jonas.slash("preferences", results="off")
    await mara.slash("game follow", game.place, game=game.code)
    await game.resign(lea)
    assert game.result.pings == (lea, mara)


# What others learn


@pytest.mark.usefixtures("blocked")
async def test_who_is_blocked_reads_nothing_of_it_anywhere(
    world: World, mara: Person, jonas: Person
) -> None:
    table = await challenge(world, jonas)
    answers = [
        await mara.slash("dice-matrix challenge", opponent=jonas),
        await mara.click(table, "Accept"),
        await mara.slash("block list"),
        await mara.slash("games", person=jonas),
    ]
    mara.locale = "ja"
    answers += [
        await mara.slash("dice-matrix challenge", opponent=jonas),
        await mara.click(table, "Accept"),
    ]
    assert answers[2].text == "You have not blocked anybody."
    del answers[2]
    assert not any(
        "block" in answer.text.lower() or "ブロック" in answer.text for answer in answers
    )
    assert "ブロック" in (await mara.slash("block list")).text, "it is the word for it"
