"""Takebacks: everything back to the asker's turn, after the roll that they saw."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Refused, StaleTurn
from bot.match.positions import Positions
from bot.match.record import record_of
from bot.match.table import Person, Table
from data import events
from data.challenges import First, MatchKind, Terms
from data.offers import OfferKind
from games.__main__ import main
from games.fairness import verify
from games.record import replay
from games.registry import GAMES
from tests.bot.club import JON, KIM, MARA, PEOPLE, UNRATED, Club, legal, to_move, waiting
from tests.games.test_second_verifier import needs_node, ours, theirs
from tests.tiers import sampled

TAKEBACK = OfferKind.TAKEBACK
TABLERO = Terms("tablero", 2, {}, MatchKind.SINGLE, First.ME, rated=False)


async def take_back(club: Club, table: Table, asker: Person) -> Table:
    """Take the asker's turn back, with the other's leave."""
    other = JON if asker == MARA else MARA
    return await club.agree(table, TAKEBACK, asker, other)


async def play_turn(club: Club, table: Table) -> Table:
    """Play until the turn of who is to move is over."""
    turns = table.line.turns
    while table.line.turns == turns and table.game.running:
        table = (await club.play(table)).table
    return table


async def notations(club: Club, table: Table) -> list[str]:
    async with club.database.reading() as connection:
        return [event.notation for event in await events.after(connection, table.game.id, 0)]


async def test_the_asker_is_to_move_as_before_and_the_seq_goes_on(club: Club) -> None:
    one = await club.play_out(await club.start(terms=UNRATED), moves=3)
    two = (await club.play(one)).table
    back = await take_back(club, two, to_move(one))
    assert back.line.position == one.line.position
    assert (back.game.seq, back.game.turns, back.game.to_move) == (5, 3, one.game.to_move)
    assert (await notations(club, back))[-1] == "!back:3"


async def test_it_goes_back_behind_what_the_others_have_answered(club: Club) -> None:
    one = await club.play_out(await club.start(terms=UNRATED), moves=3)
    two = await club.play_out(one, moves=2)
    back = await take_back(club, two, to_move(one))
    assert back.line.position == one.line.position
    assert to_move(back) == to_move(one)


async def test_the_roll_that_was_seen_stays_and_later_ones_are_new(club: Club) -> None:
    start = await club.start(terms=TABLERO)
    mine = await play_turn(club, start)
    theirs = await play_turn(club, mine)
    back = await take_back(club, theirs, to_move(start))
    assert back.line.position == start.line.position
    again = await play_turn(club, back)
    played = await notations(club, again)
    assert played[-1].startswith("@")
    async with club.database.reading() as connection:
        rolls = [
            event
            for event in await events.after(connection, start.game.id, 0)
            if event.notation.startswith("@")
        ]
    # Drawn for a seq of its own, so nobody can choose it by taking back.
    assert rolls[-1].seq == again.seq > theirs.seq


async def test_a_turn_of_two_actions_goes_back_as_a_whole(club: Club) -> None:
    start = await club.start(terms=TABLERO)
    one = (await club.play(start)).table
    assert one.line.position.mid_turn
    half = await take_back(club, one, to_move(start))
    assert half.line.position == start.line.position
    whole = await play_turn(club, half)
    back = await take_back(club, whole, to_move(start))
    assert back.line.position == start.line.position


async def test_what_was_taken_back_can_be_taken_back_again_and_again(club: Club) -> None:
    table = await club.play_out(await club.start(terms=UNRATED), moves=4)
    for left in (3, 2, 1, 0):
        table = await take_back(club, table, waiting(table))
        assert table.line.turns == left
    with pytest.raises(Refused, match="nothing to take back"):
        await club.ask(table, MARA, TAKEBACK)
    table = await club.play_out(table)
    assert not table.game.running


async def test_who_has_not_moved_has_nothing_to_take_back(club: Club) -> None:
    table = await club.play_out(await club.start(terms=UNRATED), moves=1)
    with pytest.raises(Refused, match="You have not moved yet"):
        await club.ask(table, to_move(table), TAKEBACK)


async def test_old_boards_have_moved_on(club: Club) -> None:
    one = await club.play_out(await club.start(terms=UNRATED), moves=3)
    two = (await club.play(one)).table
    await take_back(club, two, to_move(one))
    for old in (one, two):
        with pytest.raises(StaleTurn):
            await club.play(old, legal(one)[0], person=to_move(one))


async def test_a_game_that_is_over_stays_over(club: Club) -> None:
    table = await club.play_out(await club.start(terms=UNRATED))
    with pytest.raises(Exception, match="This game is over"):
        await club.ask(table, MARA, TAKEBACK)


@pytest.mark.parametrize("terms", [UNRATED, TABLERO])
async def test_a_cache_and_none_agree_at_every_seq(
    club: Club, elsewhere: Club, terms: Terms
) -> None:
    table = await play_turn(club, await play_turn(club, await club.start(terms=terms)))
    table = await take_back(club, table, waiting(table))
    table = await play_turn(club, await play_turn(club, table))
    warm = Positions()
    async with club.database.reading() as connection:
        for seq in [*range(table.game.seq + 1), *reversed(range(table.game.seq + 1))]:
            cold = await Positions().line(connection, table.game, seq)
            assert await warm.line(connection, table.game, seq) == cold
    assert (await elsewhere.matches.table(table.game.id)).line == table.line


async def test_a_process_that_fell_behind_sees_what_was_taken_back(
    club: Club, elsewhere: Club
) -> None:
    table = await club.play_out(await club.start(terms=UNRATED), moves=3)
    await elsewhere.matches.table(table.game.id)
    back = await take_back(club, table, waiting(table))
    assert (await elsewhere.matches.table(table.game.id)).line == back.line


@sampled("terms", [UNRATED, TABLERO])
async def test_the_record_holds_what_was_taken_back_and_its_chance_holds(
    club: Club, tmp_path: Path, terms: Terms, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await club.start(terms=terms)
    for _ in range(3):
        table = await play_turn(club, await play_turn(club, table))
        table = await take_back(club, table, waiting(table))
    table = await club.play_out(table)
    game, record = await record_of(club.database, table.game.id)
    assert [move[:5] for move in record.moves].count("!back") == 3
    assert replay(record) == table.line
    rolls = [event for event in record.moves if event.startswith("@")]
    checked = verify(record)
    assert (checked.checked, checked.takebacks) == (1 + len(rolls), 3)
    exported = tmp_path / f"{game.code}.json"
    exported.write_text(record.to_json())
    assert main(["verify", str(exported)]) == 0
    assert main(["replay", str(exported)]) == 0
    assert capsys.readouterr().err == ""


@needs_node
@sampled("game", sorted(GAMES))
async def test_takebacks_at_full_tables_of_every_game_leave_a_record_that_two_checks_find_fair(
    club: Club, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody who is asked agrees; ours and the verifier that shares no code with it say the same."""
    about = GAMES[game].about
    lea = Person(14, "Lea")
    monkeypatch.setitem(PEOPLE, lea.id, lea)
    seats, people = about.seats[-1], [MARA, JON, KIM, lea]
    options = GAMES[game].options_of({})
    terms = Terms(game, seats, options, MatchKind.SINGLE, First.RANDOM, rated=False)
    challenge = await club.propose(terms=terms)
    answer = club.challenges.join if terms.is_table else club.challenges.accept
    for person in people[1:seats]:
        await answer(challenge.id, replace(club.click(person), word=person.name))
    game_id = await club.challenges.game_of(challenge.id)
    assert game_id is not None
    table = await club.matches.table(game_id)
    for turn in range(12):
        asker = to_move(table)
        table = await play_turn(club, table)
        if turn % 3 == 2:
            others = [person for person in people[:seats] if person != asker]
            table = await club.agree(table, TAKEBACK, asker, *others)
    for person in people[: seats - 1]:
        await club.resign(table, person)
    _, record = await record_of(club.database, table.game.id)
    checked = verify(record)
    assert checked.takebacks == 4
    assert record.result is not None
    assert theirs([record]) == [ours(record)]


async def test_the_next_board_tells_what_was_taken_back(club: Club) -> None:
    one = await club.play_out(await club.start(terms=UNRATED), moves=3)
    two = await club.play_out(one, moves=2)
    back = await take_back(club, two, to_move(one))
    story = await club.matches.story(back)
    assert [played.seat for played in story.taken_back] == [to_seat(one), 1 - to_seat(one)]
    assert story.turns[-1].moves == one.line.turn
    later = (await club.play(back)).table
    assert (await club.matches.story(later)).taken_back == ()


def to_seat(table: Table) -> int:
    assert isinstance(table.line.to_move, int)
    return table.line.to_move
