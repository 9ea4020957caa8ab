"""What a board tells: the last turn, and whatever no board before it has told."""

import pytest

from bot.match import positions, recap
from bot.match.recap import Story
from bot.match.table import Person, Table
from bot.services.matches import Matches
from data.challenges import First, MatchKind, Terms
from data.computers import computers
from data.tables import PLAYERS
from games.players import Level
from games.registry import GAMES
from tests.bot.club import Club, legal, to_move
from tests.bot.match.test_offers import FOUR, seated, table_of_four
from tests.tiers import sampled

ROLLING = Terms("tablero", 2, {}, MatchKind.SINGLE, First.ME, rated=False)


def told(story: Story) -> list[tuple[int | None, int, int, bool]]:
    """Return each turn's seat, and how many moves and rolls are told of it."""
    return [
        (turn.moves[0].seat if turn.moves else None, len(turn.moves), len(turn.rolls), turn.planned)
        for turn in story.turns
    ]


async def test_a_first_board_tells_of_no_turn_but_of_the_roll(club: Club) -> None:
    assert told(await club.matches.story(await club.start(terms=ROLLING))) == [(None, 0, 1, False)]


async def test_a_turn_is_told_as_a_whole_though_it_was_typed_in_two_parts(club: Club) -> None:
    half = (await club.play(await club.start(terms=ROLLING))).table
    assert told(await club.matches.story(half)) == [(0, 1, 0, False)]
    whole = (await club.play(half)).table
    assert told(await club.matches.story(whole)) == [(0, 2, 1, False)]


async def test_a_board_of_long_ago_tells_what_it_told_then(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=3)
    later = await club.play_out(table, moves=3)
    old = await club.matches.table(later.game.id, 3)
    assert await club.matches.story(old) == await club.matches.story(table)


@sampled("game", GAMES)
async def test_the_last_turn_is_told_as_if_it_was_replayed(club: Club, game: str) -> None:
    terms = Terms(game, GAMES[game].about.seats[0], {}, MatchKind.SINGLE, First.ME, rated=False)
    table = await club.start(terms=terms) if terms.seats == 2 else await table_of_four(club, terms)
    for _ in range(30):
        if not table.game.running:
            break
        table = (await club.play(table, person=seated(table))).table
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(recap, "_is_last_turn", lambda *_: False)
            replayed = await Matches(club.referee).story(table)
        assert await club.matches.story(table) == replayed


@sampled("players", [2, 4])
async def test_no_game_is_replayed_for_a_move_and_what_is_told_of_it(
    club: Club, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    """Neither for the board, nor for the one before it."""
    table = await club.start() if players == 2 else await table_of_four(club, FOUR)
    for move in range(12):
        if move == 4:  # from here on everybody has had a turn
            monkeypatch.setattr(positions, "_set_up", None)
        old = table.seq
        table = (await club.play(table, person=seated(table))).table
        await club.matches.story(table)
        await club.matches.story(await club.matches.table(table.game.id, old))


async def with_computers(club: Club) -> Table:
    """Return a table of one person, whose turn it is, and three computers."""
    table = await table_of_four(club, FOUR)
    async with club.database.writing() as connection:
        for seat, computer in enumerate(computers(Level.EASY, 3), 1):
            await connection.execute(
                PLAYERS.update()
                .where(PLAYERS.c.game_id == table.game.id, PLAYERS.c.seat == seat)
                .values(user_id=computer.id)
            )
    table = await club.matches.table(table.game.id)
    assert table.line.to_move == 0
    return table


async def test_computers_in_a_row_are_told_together(club: Club) -> None:
    start = await with_computers(club)
    table = (await club.play(start, person=seated(start))).table
    assert [turn[0] for turn in told(await club.matches.story(table))] == [0]
    movers = []
    for _ in range(3):
        movers.append(table.line.to_move)
        table = await move_for_computer(club, table)
        assert [turn[0] for turn in told(await club.matches.story(table))] == movers


async def move_for_computer(club: Club, table: Table) -> Table:
    """Play the first legal move for the computer whose turn it is."""
    seat, move = table.line.to_move, legal(table)[0]
    assert isinstance(seat, int)
    actor = Person(table.game.players[seat], table.game.names[seat])
    acted = await club.referee.act(table.game.id, actor, lambda _table: [move], interaction_id=None)
    return acted.table


async def test_what_follows_a_persons_turn_begins_anew(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=4)
    mover = to_move(table)
    story = await club.matches.story((await club.play(table)).table)
    assert told(story) == [(table.game.players.index(mover.id), 1, 0, False)]
