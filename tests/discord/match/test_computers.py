"""Computers at the table, as people meet them: alone against them, filling, one message."""

import re

import pytest

from data.offers import OfferKind
from games.fairness import verify
from games.lots import Lots
from games.players import Level
from games.record import Record, replay
from games.registry import GAMES
from games.verdict import verdict
from tests.bot.thinkers import Here
from tests.discord.challenge.test_cards import let_time_pass
from tests.discord.computer_tables import begin, live, move, table_in, think_here
from tests.discord.simulated import Person, World
from tests.discord.tables import played_in, result_in
from tests.tiers import sampled
from tests.toy import install

PNG = b"\x89PNG"
HASH = re.compile(r"[0-9a-f]{64}")


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run computers in this process, before the world makes the bot."""
    return think_here(monkeypatch)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch, thinkers: list[Here]) -> None:
    """Register a game of three or four that computers play."""
    install(monkeypatch)


# A person alone


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_a_person_alone_plays_a_whole_game(world: World, mara: Person, key: str) -> None:
    thread = await begin(world, mara, GAMES[key].about.command, rated=True)
    while (await table_in(world, thread)).game.running:
        await move(world, mara, thread)

    result = result_in(thread)
    assert "Rematch" in result.buttons
    assert [picture.data[:4] for picture in result.pictures] == [PNG, PNG]
    assert {person for message in thread.messages for person in message.pings} <= {mara}
    assert set(thread.members) == {mara}
    (file,) = [each for each in thread.last.files if each.name.endswith(".json")]
    record = Record.read(file.data.decode())
    assert replay(record).result == record.result
    assert verify(record).checked >= 1
    # Only the person's rating can change.
    assert len(re.findall(r"\d{3,4}\? \([+\u2212±]\d+\)", result.text)) == 1


async def test_the_card_is_there_first_and_the_thread_opens_from_it(
    world: World, mara: Person
) -> None:
    answer = await mara.slash("dice-matrix challenge", computer="hard", first="me")

    (card,) = world.channel.messages
    assert card.thread is not None
    assert card.thread.name.startswith("Dice Matrix: Mara + 1 computer · ")
    assert card.text.splitlines()[1] == "Mara challenges Iris (hard)"
    assert card.text.splitlines()[-1] == f"The game is played in {card.thread.mention}"
    assert card.buttons == ("Rules",)
    assert card.pings == ()
    assert answer.ephemeral
    assert answer.text == f"The game has begun: {card.thread.mention}"
    assert live(card.thread).pings == (mara,)


async def test_where_no_thread_can_be_opened_the_game_is_played_right_here(
    world: World, mara: Person
) -> None:
    voice = world.voice_channel("Table")
    await mara.slash("dice-matrix challenge", voice, computer="easy", first="me")
    card, board = played_in(voice)
    assert card.text.splitlines()[-1] == "The game is played right here."
    assert "Move" in board.buttons


async def test_a_computer_that_is_drawn_first_starts(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "dice-matrix", first="opponent")
    first, second = played_in(thread)
    assert first.buttons == ("Text",)
    assert second.text.startswith(f"{mara.mention}, your move")
    assert second.pings == (mara,)
    assert first.pings == ()


async def test_while_a_computer_thinks_the_board_says_so_and_asks_nobody(
    world: World, mara: Person, thinkers: list[Here]
) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    thinkers[-1].held.clear()

    await move(world, mara, thread)

    board = thread.last
    assert board.text.startswith("Ada (easy) is thinking\n")
    assert board.pings == ()
    assert "Move" not in board.buttons
    refused = await mara.slash("move", thread, move="a1")
    assert refused.text == "It is Ada's turn in this game."
    listed = await mara.slash("games")
    assert "Dice Matrix with Ada ·" in listed.text

    thinkers[-1].held.set()
    await world.rest()
    assert live(thread).pings == (mara,)
    assert board.buttons == ("Text",)


@pytest.mark.usefixtures("toy")
async def test_several_computers_in_a_row_make_one_message(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "toy")
    mark = len(played_in(thread))

    await move(world, mara, thread)

    mine, theirs = played_in(thread)[mark:]
    assert "Mara: pick:1" in mine.text
    told = [line for line in theirs.text.splitlines() if "pick:1" in line]
    assert told[0] == "Ada: pick:1"
    assert re.fullmatch(r"Ben: pick:1 Mara: @\d", told[1])
    assert theirs.pings == (mara,)


@pytest.mark.slow
@pytest.mark.usefixtures("toy")
async def test_a_table_that_all_people_have_left_comes_to_its_end(
    world: World, mara: Person
) -> None:
    thread = await begin(world, mara, "toy")
    await move(world, mara, thread)
    question = await mara.slash("game resign", thread)
    await mara.click(question, "Resign")
    assert not (await table_in(world, thread)).game.running
    assert "The computers win: nobody else is left" in result_in(thread).text


@pytest.mark.slow
async def test_a_rematch_keeps_the_computer_and_begins_at_once(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me", computer="hard")
    question = await mara.slash("game resign", thread)
    await mara.click(question, "Resign")
    assert result_in(thread).text.startswith("### Iris wins by resignation")

    await mara.click(result_in(thread), "Rematch")

    first, again = world.channel.threads
    assert first == thread
    game = (await table_in(world, again)).game
    assert game.running
    assert game.names[0].startswith("\x00")  # it starts this time
    assert live(again).pings == (mara,)


async def test_a_kill_while_a_computer_thinks_costs_no_move(
    world: World, mara: Person, thinkers: list[Here]
) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me")
    thinkers[-1].held.clear()
    await move(world, mara, thread)
    assert (await table_in(world, thread)).game.seq == 1
    await world.restart(kill=True)
    # The next process lets it think at once.
    await world.pass_time(seconds=30)

    assert (await table_in(world, thread)).game.seq == 2
    assert len(played_in(thread)) == 3
    assert live(thread).pings == (mara,)


# Filling


@pytest.mark.slow
@pytest.mark.usefixtures("toy")
async def test_experts_sit_down_and_play(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "toy", computer="expert")
    assert "1 Mara · 2 Mona (expert) · 3 Nils (expert)" in world.channel.last.text

    await move(world, mara, thread)

    table = await table_in(world, thread)
    assert table.game.to_move == 0
    strengths = [table.game.computer_at(seat) for seat in range(3)]
    assert strengths == [None, Level.EXPERT, Level.EXPERT]


@pytest.mark.usefixtures("toy")
async def test_an_open_table_is_filled_by_who_opened_it(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("toy challenge", None, opponent1=jonas)
    card = world.channel.last
    asked = await mara.click(card, "Fill with computers")
    assert asked.text == (
        "How strong should the computers be? They take the open seats; those of Jonas are "
        "kept, and the game starts once everybody has answered.\n"
        "-# Ada (easy) keeps whatever comes.\n"
        "-# Ines (medium) keeps whatever comes.\n"
        "-# Iris (hard) keeps whatever comes.\n"
        "-# Mona (expert) keeps whatever comes.\n"
        "-# Like me: Sam (between easy and medium) now. It follows the results of your games with "
        "computers here."
    )
    assert asked.buttons == ("easy", "medium", "hard", "expert", "like me")

    answer = await mara.click(asked, "medium")

    assert answer.text == (
        "The computers have joined. The game starts once everybody you asked has answered: Jonas."
    )
    seats = f"1 Mara · 2 {jonas.mention} (asked) · 3 Ines (medium)"
    assert seats in card.text
    assert card.buttons == ("Accept", "Accept with a word", "Decline", "Cancel", "Rules")
    await jonas.click(card, "Accept")
    assert card.thread is not None
    assert set(card.thread.members) == {mara, jonas}


@pytest.mark.usefixtures("toy")
async def test_a_lapsed_table_is_opened_again_with_its_computers(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("toy challenge", None, opponent1=jonas, computer="easy", computers=1)
    card = world.channel.last
    await let_time_pass(world, hours=48)
    await world.pass_time(minutes=1)
    await mara.click(card, "Challenge again")
    assert f"1 Mara · 2 {jonas.mention} (asked) · 3 Ada (easy)" in world.channel.last.text
    assert world.channel.last.pings == (jonas,)


@pytest.mark.slow
async def test_dicefest_has_a_seat_for_the_computer_beside_those_who_are_asked(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("dicefest challenge", None, opponent1=jonas, computer="hard")
    seats = f"1 Mara · 2 {jonas.mention} (asked) · 3 Iris (hard)"
    assert seats in world.channel.last.text
    await mara.slash("dicefest challenge", None, computers=3)
    medium = {-21, -22, -23}
    assert set((await table_in(world, world.channel.threads[-1])).game.players) - medium == {
        mara.id
    }


async def test_whom_nobody_answers_plays_the_computer(world: World, mara: Person) -> None:
    await mara.slash("dice-matrix challenge", first="me")
    card = world.channel.last
    asked = await mara.click(card, "Play the computer")
    question, *levels = asked.text.splitlines()
    assert question == "How strong should the computer be? The game starts right away."
    assert [line.partition(")")[0] for line in levels] == [
        "-# Ada (easy",
        "-# Ines (medium",
        "-# Iris (hard",
        "-# Mona (expert",
        "-# Like me: Sam (between easy and medium",
    ]

    answer = await mara.click(asked, "easy")

    assert card.thread is not None
    assert answer.text == f"The game has begun: {card.thread.mention}"
    assert live(card.thread).pings == (mara,)


async def test_others_cannot_fill_a_table(world: World, mara: Person, jonas: Person) -> None:
    await mara.slash("dice-matrix challenge")
    card = world.channel.last
    refused = await jonas.click(card, "Play the computer")
    assert refused.text == "Only Mara can add computers here."
    forged = [
        await jonas.press(card, f"t:fill-at:1:{level}") for level in ("easy", "brilliant", "")
    ]
    assert [answer.text for answer in forged] == [
        "Only Mara can add computers here.",
        *["This button is from an older version of me, or broken. /games lists your games."] * 2,
    ]
    assert card.thread is None


async def test_where_there_is_a_stake_no_computer_sits_down(world: World, mara: Person) -> None:
    refused = await mara.slash("tablero challenge", stake="fixed", computer="easy")
    assert refused.text == "Computers keep no ledger and play for no stake: leave both options out."
    await mara.slash("tablero challenge", scoring="ledger")
    assert "Play the computer" not in world.channel.last.buttons


async def test_a_computer_and_a_person_do_not_fit_into_one_seat(
    world: World, mara: Person, jonas: Person
) -> None:
    refused = await mara.slash("dice-matrix challenge", opponent=jonas, computer="easy")
    assert refused.text.startswith("There is only 1 other seat")
    assert world.channel.messages == ()


# Hints


@pytest.mark.slow
@sampled("key", GAMES)
async def test_the_promise_of_every_game_is_the_same_from_the_card_to_the_record(
    world: World, mara: Person, key: str
) -> None:
    thread = await begin(world, mara, GAMES[key].about.command, word="pear")
    card, (promise, first_board, *_) = world.channel.last, thread.messages
    (promised,) = HASH.findall(card.text)
    told = await mara.slash("game text", thread)
    await mara.click(await mara.slash("game resign", thread), "Resign")
    proof = next(message for message in thread.messages if "Record" in message.buttons)
    (file,) = (await mara.click(proof, "Record")).files
    record = Record.read(file.data.decode())

    assert isinstance(record.fair, Lots)
    assert record.fair.card == str(card.id)
    for shown in (promise.text, told.text, proof.text, "\n".join(verdict(record, verify(record)))):
        assert promised in shown
    assert (promise.edited, proof.edited) == (False, False)
    for shown in (card.text, promise.text, first_board.text):
        assert re.search(r"^-# Words in the (dice|deal): Mara: pear$", shown, re.MULTILINE)


@pytest.mark.slow
@sampled("key", GAMES)
async def test_a_rated_game_against_computers_is_aborted_by_no_click(
    world: World, mara: Person, key: str
) -> None:
    thread = await begin(world, mara, GAMES[key].about.command, rated=True)
    number = (await table_in(world, thread)).game.id
    for _ in range(2):
        more = await mara.click(live(thread), "More")
        assert "Abort" not in more.buttons
        forged = await mara.press(more, f"t:ask:{number}:{list(OfferKind).index(OfferKind.ABORT)}")
        typed = await mara.slash("game abort", thread)
        for refused in (forged, typed):
            assert refused.ephemeral
            assert refused.text == (
                "You have seen how this rated game begins, so it can't end without a result. "
                "You can resign."
            )
        await move(world, mara, thread)
    assert (await table_in(world, thread)).game.running


@pytest.mark.slow
async def test_in_a_rated_game_alone_a_takeback_warns_and_an_abort_is_refused(
    world: World, mara: Person
) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me", rated=True)
    assert "Abort" not in (await mara.click(live(thread), "More")).buttons
    assert "can't end without a result" in (await mara.slash("game abort", thread)).text
    await move(world, mara, thread)
    warning = await mara.slash("game takeback", thread)
    assert "this game is unrated from then on" in warning.text
    assert warning.buttons == ("Take it back", "Keep playing")
    assert (await table_in(world, thread)).line.turns == 2
    await mara.click(warning, "Keep playing")
    assert (await table_in(world, thread)).game.match.rated

    done = await mara.click(await mara.slash("game takeback", thread), "Take it back")
    assert done.text.startswith("The turn was taken back.")
    assert (await table_in(world, thread)).line.turns == 0
    await mara.click(await mara.slash("game resign", thread), "Resign")
    assert "\n-# unrated, because a turn was taken back · 0 moves" in result_in(thread).text


@pytest.mark.slow
async def test_the_computers_have_a_list_of_their_own(world: World, mara: Person) -> None:
    thread = await begin(world, mara, "dice-matrix", first="me", computer="hard", rated=True)
    question = await mara.slash("game resign", thread)
    await mara.click(question, "Resign")

    people = await mara.slash("leaderboard", game="dice_matrix")
    assert "no rated game has been finished" in people.text
    listed = await mara.slash("leaderboard", game="dice_matrix", list="computers")
    assert listed.text.startswith("### Leaderboard, Dice Matrix, with computers")
    alt = listed.pictures[0].alt or ""
    assert re.search(
        r"1\. Computers \(hard\) 1395: won 1, drawn 0, lost 0\n2\. Mara 11\d\d\?:", alt
    )


@sampled("game", [game.about.command for game in GAMES.values()])
async def test_games_with_computers_are_unrated_unless_that_is_chosen(
    world: World, mara: Person, game: str
) -> None:
    await begin(world, mara, game)
    assert "\n-# unrated" in world.channel.last.text
    await begin(world, mara, game, rated=True)
    assert "\n-# rated" in world.channel.last.text


async def test_a_challenge_to_anybody_is_unrated_once_the_computer_takes_it(
    world: World, mara: Person
) -> None:
    await mara.slash("dice-matrix challenge")
    card = world.channel.last
    assert "\n-# rated" in card.text
    asked = await mara.click(card, "Play the computer")
    await mara.click(asked, "easy")
    assert "\n-# unrated" in card.text


async def test_people_come_first_in_a_threads_name_and_computers_are_counted(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash("matrio challenge", opponent1=jonas, computer="easy")
    card = world.channel.last
    assert "3 Ada (easy) · 4 Ben (easy)" in card.text
    await jonas.click(card, "Accept")
    assert card.thread is not None
    assert card.thread.name.startswith("MatriO: Mara, Jonas + 2 computers · ")


async def test_a_computer_has_another_name_where_a_person_has_its(world: World) -> None:
    ada = world.person("Ada")
    thread = await begin(world, ada, "dice-matrix", first="me")
    await move(world, ada, thread)
    assert any("\nLin " in board.text for board in thread.messages)
    assert not any("\nAda took" in board.text for board in thread.messages[-1:])


@pytest.mark.slow
async def test_the_last_person_who_resigns_is_told_that_the_computers_win_and_they_do(
    world: World, mara: Person
) -> None:
    thread = await begin(world, mara, "matrio")
    asked = await mara.slash("game resign", thread)
    assert asked.text == "Resign? This ends the game; the computers win."
    await mara.click(asked, "Resign")
    assert result_in(thread).text.startswith("### The computers win: nobody else is left\n")
    assert not any("Move" in message.buttons for message in thread.messages)
