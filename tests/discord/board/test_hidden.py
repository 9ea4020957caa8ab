"""What one player must not see is nowhere: not in public, not for others, not in the log.

Everything that the bot sends is attributed to those who can read it, pictures as what they were
drawn from; then no card that somebody still holds may stand in anything that another can read.
"""

import json
import logging
import shutil
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from pathlib import Path

import discord
import pytest

from bot.app import Tavolo
from bot.config import load
from bot.logs import QUIETEST
from games.chance import SeededSource
from games.fairness import verify
from games.matrio import MATRIO, MatriO
from games.matrio.board import CARD_INDEX
from games.matrio.rules import Position
from games.record import Record, replay
from tests.discord.conftest import FirstStart
from tests.discord.hands import (
    NAMES,
    Four,
    bot_of,
    cards_in,
    matrio_with_telling_pictures,
    sit_down,
)
from tests.discord.simulated import Answer, Message, Person, World, open_world
from tests.discord.tables import choose_along, confirm_label, seeded_chances
from tests.discord.traces import all_public

ROUNDS = 2
OPENING = "2C"
EXAMPLE = "a move is a card and a tray, like QS>r1S"
"""What errors call the holder of that queen."""
NOT_YET = "You can export the record once the game is over."


@pytest.fixture
async def four(world: World) -> AsyncIterator[Four]:
    """Yield a game of MatriO that four people have just begun."""
    with matrio_with_telling_pictures():
        yield await sit_down(world, *(world.person(name) for name in NAMES))


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Return the log as LOG_LEVEL=DEBUG sets it up."""
    caplog.set_level(logging.DEBUG)
    for name, quietest in QUIETEST.items():
        caplog.set_level(quietest, logger=name)
    return caplog


def told_to(world: World, person: Person) -> str:
    """Return all that the bot has ever sent that a person can read, with the files that are there."""
    theirs = {
        record.token: record.user_id == person.id for record in world.backend.interactions.values()
    }
    bodies = [
        json.dumps(request.body, default=str)
        for request in world.requests
        # The commands are published before any card is dealt; what else answers nobody's deed
        # goes to a channel, where everybody reads it.
        if not request.path.endswith("/commands")
        and all(mine for token, mine in theirs.items() if f"/{token}" in request.path)
    ]
    seen = [
        message
        for channel, stored in world.backend.messages.items()
        for message in (Message(world, channel, number) for number in stored)
        if person.sees(message)
    ]
    files = [file.data.decode("utf-8", "ignore") for message in seen for file in message.files]
    # Sorted, since requests that go out side by side may overtake one another.
    return "\n".join([*sorted(bodies), *map(str, seen), *files]).replace(EXAMPLE, "")


async def held_by_others(four: Four, person: Person | None) -> set[str]:
    """Return the cards that are still in the hands of all but one person, and known to nobody else.

    The holder of the 2♣ is known to all: they open.
    """
    hands = [await four.hand_of(other) for other in four.players if other is not person]
    return {card for hand in hands for card in hand} - {OPENING}


async def look_around(four: Four, people: Iterable[Person]) -> list[Answer]:
    """Make people do whatever shows them something, or tries to."""
    answers = []
    actions = ("hand", "more", "record", "resign", "since")
    custom_ids = [f"t:{action}:{four.id}" for action in actions]
    custom_ids += [f"t:replay:{four.id}:{step}" for step in (0, 3)]
    custom_ids += [f"t:move:{four.id}:{(await four.table()).game.seq}"]
    for person in people:
        answers += [await person.press(four.board, custom_id) for custom_id in custom_ids]
        answers += [await person.click(board, "Text") for board in four.boards]
        answers += [
            await person.slash(command, four.place, game=four.code)
            for command in ("game text", "game hand", "game export", "game resign", "game board")
        ]
        answers.append(await person.slash("games", four.place))
    return answers


async def try_to_move_for(four: Four, people: Iterable[Person]) -> list[Answer]:
    """Make people try to play what the player to move can play, in every way there is."""
    seq, move = (await four.table()).game.seq, await four.a_move()
    card, _, tray = move.partition(">")
    answers = []
    for person in people:
        answers += [
            await person.press(four.board, f"t:go:{four.id}:{seq}:{card}.{tray}"),
            await person.press(four.board, f"t:pick:{four.id}:{seq}:", [card]),
            await person.press(four.board, f"t:take:{four.id}:{seq}:{card}"),
            await person.press(four.board, f"t:back:{four.id}:{seq}:{card}"),
            await person.slash("move", four.place, move=move, game=four.code),
            await person.slash("move", four.place, move="nonsense", game=four.code),
        ]
    return answers


@pytest.mark.slow
async def test_no_card_of_a_hand_is_told_to_anybody_else(
    world: World, four: Four, log: pytest.LogCaptureFixture
) -> None:
    stranger = world.person("Ora")
    for turn in range(4 * ROUNDS):
        player, others = await four.player(), await four.others()
        panel = await player.click(four.board, "Move")
        await player.slash("move", four.place, move="nonsense", game=four.code)
        await player.autocomplete("move", "move", "", four.place, game=four.code)
        if turn % 4 == 1:
            await look_around(four, (*four.players, stranger))
            await try_to_move_for(four, (*others, stranger))
        if turn == 5:
            await world.restart(kill=True)
        move = await four.a_move(seed=turn)
        card, _, tray = move.partition(">")
        await player.slash("move", four.place, move=f"{card}>r7", game=four.code)
        if turn % 2:
            panel = await choose_along(player, panel, card, tray)
            await player.click(panel, confirm_label(panel) or "")
        else:
            await four.type_move(move)

    assert (await four.table()).game.turns == 4 * ROUNDS
    for person in (*four.players, stranger):
        told = cards_in(told_to(world, person))
        leaked = told & await held_by_others(four, person)
        assert not leaked, person
        if person is not stranger:
            assert set(await four.hand_of(person)) <= told
    held = await held_by_others(four, None)
    assert len(held) in {52 - 4 * ROUNDS, 51 - 4 * ROUNDS}, "but for the 2♣ while it is held"
    assert not cards_in(log.text) & held


@pytest.mark.slow
async def test_autocomplete_offers_moves_to_the_player_to_move_alone(
    world: World, four: Four
) -> None:
    player, stranger = await four.player(), world.person("Ora")
    for person in (*await four.others(), stranger):
        for typed in ("", "Q", "spades", *await four.hand_of(player)):
            assert await person.autocomplete("move", "move", typed, game=four.code) == ()

    offered = await player.autocomplete("move", "move", "", game=four.code)

    assert offered
    assert {str(choice.value).partition(">")[0] for choice in offered} <= set(
        await four.hand_of(player)
    )


@pytest.mark.slow
async def test_autocomplete_offers_nothing_in_a_game_that_was_ended(
    world: World, four: Four
) -> None:
    await four.type_move()
    moderator = world.person("Ora", permissions=discord.Permissions(manage_guild=True))
    question = await moderator.slash("game end", game=four.code)
    await moderator.click(question, "End the game")

    for person in (*four.players, moderator):
        assert await person.autocomplete("move", "move", "", game=four.code) == ()
    assert not cards_in("".join(all_public(world))) & await held_by_others(four, None)


async def test_errors_tell_others_nothing_but_whose_turn_it_is(world: World, four: Four) -> None:
    player, others = await four.player(), await four.others()
    public = all_public(world)

    for answer in await try_to_move_for(four, others):
        assert answer.text == f"It is {player}'s turn in this game."
        assert answer.files == ()
        assert answer.ephemeral
    for answer in await try_to_move_for(four, [world.person("Ora")]):
        assert answer.text.startswith("Only Mara, Jonas, Lea and Kim play in this game.")
        assert answer.files == ()
        assert answer.ephemeral
    assert all_public(world) == public


async def test_whatever_players_ask_for_they_are_answered_alone(four: Four) -> None:
    for answer in await look_around(four, four.players):
        assert answer.ephemeral, answer


@pytest.mark.slow
async def test_the_log_of_a_fault_names_no_choice_of_the_panel(
    world: World, four: Four, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await four.player()
    card, _, tray = (await four.a_move()).partition(">")
    panel = await choose_along(player, await player.click(four.board, "Move"), card, tray)

    async def broken(*_given: object, **_named: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(bot_of(world).matches, "play", broken)
    with world.expects("RuntimeError"):
        await player.click(panel, confirm_label(panel) or "")

    assert f"component t:go:{four.id}:0 failed" in log.text
    assert not cards_in(log.text) & await held_by_others(four, None)


# ----------------------------------------------------------------- two deals, one public


@pytest.mark.slow
async def test_deals_that_differ_in_hands_alone_look_the_same_in_public(
    tmp_path: Path, first_start: FirstStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, moves = a_deal()
    other = swapped(deal, moves)
    assert other.seen_by(None) == deal.seen_by(None)

    one = await public_course(deal, moves, tmp_path / "one.db", first_start, monkeypatch)
    two = await public_course(other, moves, tmp_path / "two.db", first_start, monkeypatch)

    assert len(one) > 2 * len(moves)
    assert one == two


def a_deal() -> tuple[Position, list[str]]:
    """Return a deal, and three rounds of legal moves from it."""
    source = seeded_source()
    deal = position = MATRIO.deal(source, 4, {"lead": "any"})
    moves = []
    for _ in range(4 * ROUNDS):
        move = MATRIO.random_move(position, source)
        moves.append(MATRIO.format(move))
        position = position.play(move)
    return deal, moves


def swapped(deal: Position, moves: list[str]) -> Position:
    """Deal what nobody plays in these moves the other way round, to the last card but 2C."""
    shown = {CARD_INDEX[move.partition(">")[0]] for move in moves} | {CARD_INDEX["2C"]}
    hands = [[card for card in hand if card is not None] for hand in deal.deal.hands]
    hidden = [[card for card in hand if card not in shown] for hand in hands]
    left = [card for hand in reversed(hidden) for card in hand]
    dealt = []
    for hand, rest in zip(hands, hidden, strict=True):
        dealt.append([card for card in hand if card in shown] + left[: len(rest)])
        left = left[len(rest) :]
    assert all(set(one) != set(two) for one, two in zip(hands, dealt, strict=True))
    return Position.first(dealt, lead=False)


def seeded_source() -> SeededSource:
    """Return chance that is the same in every run."""
    return SeededSource(7)


async def public_course(
    deal: Position,
    moves: list[str],
    path: Path,
    first_start: FirstStart,
    monkeypatch: pytest.MonkeyPatch,
) -> list[str]:
    """Play moves from a deal in a world of its own, and return all that anybody could read."""
    shutil.copy(first_start.database, path)
    monkeypatch.setattr(MatriO, "deal", lambda *_: deal)

    settings = replace(load({}), database_url=f"sqlite:///{path}")

    def make_bot() -> discord.Client:
        # With a clock that is stopped, since messages say when things happened.
        return Tavolo(settings, clock=lambda: 1_800_000_000, chances=seeded_chances())

    async with open_world(make_bot, first_start.commands) as world:
        with matrio_with_telling_pictures():
            four = await sit_down(world, *(world.person(name) for name in NAMES))
            mark = len(world.requests)
            for move in moves:
                await four.type_move(move)
            question = await four.players[1].slash("game resign", four.place)
            await four.players[1].click(question, "Resign")
            stranger = world.person("Ora")
            await stranger.click(four.board, "Text")
            await stranger.slash("game text", game=four.code)
            sent = [
                f"{request.method} {request.path} {json.dumps(request.body, default=str)}"
                for request in world.requests[mark:]
                if request.path.startswith("/channels/")
            ]
            files = [repr(file) + repr(file.data) for board in four.boards for file in board.files]
            return [*sorted(sent), *files, told_to(world, stranger), *all_public(world)]


# ------------------------------------------------------------------------- the record


async def test_a_running_games_record_is_there_when_it_is_over(world: World, four: Four) -> None:
    await four.type_move()
    public = all_public(world)

    for person in (*four.players, world.person("Ora")):
        more = await person.click(four.board, "More")
        for answer in (
            await person.click(more, "Record"),
            await person.slash("game export", game=four.code),
        ):
            assert answer.text == NOT_YET
            assert answer.ephemeral
            assert answer.files == ()
    assert all_public(world) == public


@pytest.mark.slow
async def test_the_record_of_a_finished_game_has_everything(world: World, four: Four) -> None:
    dealt = MATRIO.write_setup(await four.position())
    while (await four.table()).game.running:
        await four.type_move()

    export = await world.person("Ora").slash("game export", game=four.code)

    record = Record.read(export.files[0].data.decode())
    assert record.setup == dealt
    assert len(cards_in(json.dumps(record.setup))) == 52
    assert replay(record) == (await four.table()).line
    assert verify(record).checked == 1
    assert len(record.moves) == (await four.table()).game.seq
    (shown,) = (file for file in four.place.last.files if file.name.endswith(".json"))
    assert shown.data == export.files[0].data
