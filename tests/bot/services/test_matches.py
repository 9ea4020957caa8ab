"""Matches: who may do what when, and what follows from it."""

from dataclasses import replace

import pytest
from sqlalchemy import delete, select

from bot.delivery.outbox_writer import Envelope, match_stream
from bot.delivery.rows import BoardChangesRow
from bot.errors import NotPlaying, NotYourTurn, StaleTurn, UnknownGame
from bot.match.board_messages import board_pictured, board_posted, board_retired
from bot.match.match_outcome import read_result
from bot.match.table import Person, Table
from data import events, matches, outbox, ratings
from data.outbox import Post
from data.tables import EVENTS, OUTBOX
from games.errors import GameError, GameOver, IllegalMove, NotationError
from games.game import Reason
from tests.bot.club import GUILD, JON, KIM, MARA, TWO_GAME, UNRATED, Club, legal, to_move, waiting
from tests.data.backends import contents
from tests.tiers import sampled


async def notations(club: Club, table: Table) -> list[str]:
    async with club.database.reading() as connection:
        return [event.notation for event in await events.after(connection, table.game.id, 0)]


async def rows(club: Club, stream: str) -> list[tuple[str, object]]:
    async with club.database.reading() as connection:
        found = await connection.execute(
            select(OUTBOX.c.kind, OUTBOX.c.payload)
            .where(OUTBOX.c.stream == stream)
            .order_by(OUTBOX.c.id)
        )
        return [(row.kind, row.payload) for row in found]


async def strike_rows(club: Club) -> None:
    async with club.database.writing() as connection:
        await connection.execute(delete(OUTBOX))


async def test_a_move_passes_the_turn_and_posts_the_next_board(club: Club) -> None:
    table = await club.start()
    await strike_rows(club)
    club.clock.pass_time(60)
    acted = await club.play(table)
    assert (acted.table.game.seq, acted.table.game.turns) == (1, 1)
    assert to_move(acted.table) == waiting(table)
    assert acted.table.game.moved_at == club.clock()
    assert not acted.repeated
    board = ("board", {"game_id": table.game.id, "seq": 1})
    assert await rows(club, f"match:{table.game.match.id}") == [board]
    assert [(row.kind, row.payload) for row in acted.dispatch.claimed] == [board]


async def test_what_is_stored_is_what_was_given_back(club: Club, elsewhere: Club) -> None:
    table = (await club.play(await club.start())).table
    stored = await elsewhere.matches.table(table.game.id)
    assert stored == table


async def test_at_the_end_too_what_is_stored_is_what_was_given_back(
    club: Club, elsewhere: Club
) -> None:
    played_out = await club.play_out(await club.start(terms=TWO_GAME))
    resigned = (await club.resign(await club.start(), JON)).table
    for table in (played_out, resigned):
        assert await elsewhere.matches.table(table.game.id) == table


async def test_a_move_is_stored_in_the_records_own_notation(club: Club) -> None:
    table = await club.start()
    typed = f"  {legal(table)[0].upper()} "
    await club.play(table, typed)
    assert await notations(club, table) == [legal(table)[0]]


async def test_the_board_before_loses_its_controls_when_the_next_goes_out(club: Club) -> None:
    table = await club.start()
    async with club.database.writing() as connection:
        await outbox.record_post(connection, "board", table.game.id, Post(0, 70, 701))
    await club.play(table)
    [(kind, payload)] = await rows(club, f"board:{table.game.id}:701")
    assert kind == "retire"
    assert payload == {
        "game_id": table.game.id,
        "seq": 0,
        "channel_id": 70,
        "message_id": 701,
        "pictured": True,
    }


@pytest.mark.slow
async def test_events_are_only_ever_appended(club: Club) -> None:
    table = await club.start()
    grown: list[list[object]] = [[]]
    while table.game.running:
        table = (await club.play(table)).table
        found = (await contents(club.database))["events"]
        assert found[: len(grown[-1])] == grown[-1]
        grown.append(list(found))
    assert len(grown[-1]) == table.game.seq + 1


async def refusal(club: Club, table: Table, person: Person, **what: str | int) -> GameError:
    """Return the error with which a move is refused, after checking that nothing was stored."""
    before = await contents(club.database)
    with pytest.raises(GameError) as refused:
        await club.matches.play_typed(
            table.game.id,
            person,
            str(what.get("notation", legal(table)[0])),
            seq=int(what.get("seq", table.game.seq)),
            interaction_id=club.ticket(),
        )
    assert await contents(club.database) == before
    return refused.value


async def test_somebody_without_a_seat_is_told_who_plays(club: Club) -> None:
    error = await refusal(club, await club.start(), KIM)
    assert isinstance(error, NotPlaying)
    assert error.names == ("Mara", "Jon")


async def test_who_is_not_to_move_is_told_whose_turn_it_is(club: Club) -> None:
    table = await club.start()
    error = await refusal(club, table, waiting(table))
    assert isinstance(error, NotYourTurn)
    assert str(error) == "It is player 1's turn in this game."


@sampled("seq", [0, 2, -1, 10**9])
async def test_a_click_on_another_board_than_the_latest_is_stale(club: Club, seq: int) -> None:
    table = (await club.play(await club.start())).table
    assert isinstance(await refusal(club, table, to_move(table), seq=seq), StaleTurn)


async def test_a_typed_move_counts_on_the_latest_board(club: Club) -> None:
    table = (await club.play(await club.start())).table
    acted = await club.matches.play_typed(
        table.game.id, to_move(table), legal(table)[0], seq=None, interaction_id=club.ticket()
    )
    assert acted.table.game.seq == 2


async def test_whose_board_has_moved_on_hears_so_before_whose_turn_it_is(club: Club) -> None:
    """A player who has just moved and clicks again sees the new board, not a reproach."""
    table = await club.start()
    mover = to_move(table)
    after = (await club.play(table)).table
    assert isinstance(await refusal(club, after, mover, seq=table.game.seq), StaleTurn)


@sampled("notation", ["", "hello", "@3", "!abort", "!resign:0", "z9", "a1+a1"])
async def test_what_is_no_move_is_refused_in_words(club: Club, notation: str) -> None:
    table = (await club.play(await club.start())).table
    error = await refusal(club, table, to_move(table), notation=notation)
    assert isinstance(error, NotationError | IllegalMove)


async def test_an_illegal_move_is_refused_with_the_names_of_the_seats(club: Club) -> None:
    table = (await club.play(await club.start())).table
    pairs = {f"a1+{column}{row}" for column in "bcdefg" for row in range(1, 8)}
    no_match = min(pairs - set(legal(table)))
    error = await refusal(club, table, to_move(table), notation=no_match)
    assert isinstance(error, IllegalMove)
    assert error.names == ("Mara", "Jon")


async def test_a_finished_game_takes_nothing_more(club: Club) -> None:
    table = (await club.resign(await club.start(), MARA)).table
    before = await contents(club.database)
    for act in (
        club.matches.play_typed(table.game.id, JON, "a1", seq=1, interaction_id=club.ticket()),
        club.matches.resign(table.game.id, JON, interaction_id=club.ticket()),
        club.matches.abort(table.game.id, JON, interaction_id=club.ticket()),
    ):
        with pytest.raises(GameOver):
            await act
    assert await contents(club.database) == before


async def test_an_unknown_game_is_an_error_of_its_own(club: Club) -> None:
    table = await club.start()
    for ask in (
        club.matches.table(404),
        club.matches.table(table.game.id, 1),
        club.matches.table(table.game.id, -1),
        club.matches.table_by_code(GUILD, "AAAAA"),
        club.matches.table_by_code(GUILD + 1, table.game.code),
        club.matches.resign(404, MARA, interaction_id=1),
        club.matches.repost(404),
    ):
        with pytest.raises(UnknownGame):
            await ask


async def test_a_code_is_read_as_people_type_it(club: Club) -> None:
    table = await club.start()
    found = await club.matches.table_by_code(GUILD, f" #{table.game.code.lower()} ")
    assert found.game.id == table.game.id


async def test_only_a_player_may_resign(club: Club) -> None:
    table = await club.start()
    with pytest.raises(NotPlaying):
        await club.resign(table, KIM)
    assert (await club.matches.table(table.game.id)).game.running


@pytest.mark.parametrize("leaver", [MARA, JON])
async def test_resigning_needs_no_turn_and_gives_the_other_the_match(
    club: Club, leaver: Person
) -> None:
    table = (await club.resign(await club.start(), leaver)).table
    result = read_result(table.game.result)
    assert result is not None
    assert result.reason is Reason.RESIGNED
    assert [table.game.players[seat] for seat in result.winners] != [leaver.id]
    assert table.game.to_move is None
    assert await club.matches.running_of(GUILD, leaver.id) == []
    streamed = await rows(club, f"match:{table.game.match.id}")
    assert [kind for kind, _ in streamed][-3:] == ["result", "proof", "close"]


async def test_an_aborted_game_has_no_winner_and_changes_no_rating(club: Club) -> None:
    table = await club.start()
    moderator = KIM
    acted = await club.matches.abort(table.game.id, moderator, interaction_id=club.ticket())
    result = read_result(acted.table.game.result)
    assert result is not None
    assert (result.reason, result.winners) == (Reason.ABORTED, ())
    assert (await contents(club.database))["ratings"] == []
    assert (await contents(club.database))["rating_changes"] == []


async def test_a_game_that_was_played_out_has_its_points_and_is_rated_once(club: Club) -> None:
    table = await club.play_out(await club.start())
    result = read_result(table.game.result)
    assert result is not None
    assert result.reason is Reason.PLAYED
    assert result.scores == table.line.position.scores()
    async with club.database.reading() as connection:
        found = await ratings.get(connection, GUILD, "dice_matrix", [MARA.id, JON.id])
        changes = await ratings.changes_of(connection, table.game.match.id)
    assert [each.wins + each.draws + each.losses for each in found.values()] == [1, 1]
    assert {person: change.after for person, change in changes.items()} == {
        person: rating.shown for person, rating in found.items()
    }


async def test_an_unrated_game_changes_no_rating(club: Club) -> None:
    table = await club.start(terms=UNRATED)
    await club.resign(table, MARA)
    found = await contents(club.database)
    assert (found["ratings"], found["rating_changes"]) == ([], [])


async def test_a_board_is_put_out_anew_without_touching_the_game(club: Club) -> None:
    table = (await club.play(await club.start())).table
    await strike_rows(club)
    before = await contents(club.database)
    again = await club.matches.repost(table.game.id)
    after = await contents(club.database)
    assert again.table == table
    [(kind, payload)] = await rows(club, f"match:{table.game.match.id}")
    assert kind.startswith("board")
    assert payload == {"game_id": table.game.id, "seq": 1}
    assert {name for name in before if before[name] != after[name]} == {"outbox"}


async def test_a_board_that_is_asked_for_twice_before_it_is_out_goes_out_once(club: Club) -> None:
    table = await club.start()
    await strike_rows(club)
    for _ in range(2):
        await club.matches.repost(table.game.id)
    assert len(await rows(club, f"match:{table.game.match.id}")) == 1


async def test_of_a_finished_game_the_result_is_put_out_anew(club: Club) -> None:
    table = (await club.resign(await club.start(), MARA)).table
    await strike_rows(club)
    await club.matches.repost(table.game.id)
    assert await rows(club, f"match:{table.game.match.id}") == [
        ("result-again", {"game_id": table.game.id})
    ]


async def test_own_turns_are_listed_first_and_then_who_waits_longest(club: Club) -> None:
    started = []
    for _ in range(4):
        club.clock.pass_time(60)
        started.append(await club.start())
    for table in (started[2], started[0]):
        club.clock.pass_time(60)
        await club.play(table)  # now it is Jon's turn there
    mine = [game.id for game in await club.matches.running_of(GUILD, MARA.id)]
    assert mine == [started[number].game.id for number in (1, 3, 2, 0)]
    theirs = [game.id for game in await club.matches.running_of(GUILD, JON.id)]
    assert theirs == [started[number].game.id for number in (2, 0, 1, 3)]
    assert await club.matches.running_of(GUILD + 1, MARA.id) == []


async def test_the_set_up_is_an_event_and_the_record_has_no_more_events_than_moves(
    club: Club,
) -> None:
    table = await club.play_out(await club.start(), moves=3)
    async with club.database.reading() as connection:
        found = (
            await connection.execute(
                select(EVENTS.c.seq, EVENTS.c.user_id)
                .where(EVENTS.c.game_id == table.game.id)
                .order_by(EVENTS.c.seq)
            )
        ).all()
    assert [tuple(row) for row in found] == [
        (0, None),
        (1, MARA.id),
        (2, JON.id),
        (3, MARA.id),
    ]


async def test_a_change_that_a_later_one_overtook_has_the_current_board_drawn_again(
    club: Club,
) -> None:
    """Where boards change in place, a late picture and the next board may cross."""
    table = (await club.play(await club.start())).table
    await strike_rows(club)
    before, current = Post(0, 50, 60, pictured=True), Post(table.seq, 50, 60, pictured=True)

    async with club.database.writing() as connection:
        envelope = Envelope(connection, club.clock())
        await board_posted(connection, envelope, table.game.id, current)
        await board_pictured(connection, envelope, table.game.id, before)
        post = await outbox.find_post(connection, "board", table.game.id)

    assert post == current
    (row,) = await rows(club, f"board:{table.game.id}:60")
    assert row == (
        "picture",
        {"game_id": table.game.id, "seq": table.seq, "channel_id": 50, "message_id": 60},
    )


async def test_a_board_that_changed_while_it_lost_its_controls_gets_them_back(club: Club) -> None:
    table = (await club.play(await club.start())).table
    await strike_rows(club)
    before, current = Post(0, 50, 60), Post(table.seq, 50, 60)
    another = replace(before, message_id=61)

    async with club.database.writing() as connection:
        envelope = Envelope(connection, club.clock())
        assert not await board_retired(connection, envelope, table.game.id, before)
        await board_posted(connection, envelope, table.game.id, current)
        assert not await board_retired(connection, envelope, table.game.id, current)
        assert not await board_retired(connection, envelope, table.game.id, another)
        assert await board_retired(connection, envelope, table.game.id, before)

    assert await rows(club, f"board:{table.game.id}:60") == [
        (
            "picture",
            {"game_id": table.game.id, "seq": table.seq, "channel_id": 50, "message_id": 60},
        )
    ]


@pytest.mark.parametrize("change", ["picture", "retire"])
async def test_a_change_that_is_noted_before_a_later_one_that_came_first_is_drawn_over(
    club: Club, change: str
) -> None:
    """The next board had changed the message already, and its change is still to be noted."""
    table = (await club.play(await club.start())).table
    await strike_rows(club)
    before, stream = Post(0, 50, 60), f"board:{table.game.id}:60"

    async with club.database.writing() as connection:
        envelope = Envelope(connection, club.clock())
        await board_posted(connection, envelope, table.game.id, before)
        await connection.execute(delete(OUTBOX))
        await envelope.put(
            match_stream(table.game.match.id), BoardChangesRow(table.game.id, table.seq)
        )
        if change == "picture":
            await board_pictured(connection, envelope, table.game.id, before)
        else:
            assert await board_retired(connection, envelope, table.game.id, before)

    assert await rows(club, stream) == [
        (
            "picture",
            {"game_id": table.game.id, "seq": table.seq, "channel_id": 50, "message_id": 60},
        )
    ]


async def test_what_was_just_stored_is_shown_without_being_loaded_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await club.start()
    after = (await club.play(before)).table
    game = replace(after.game, match=replace(after.game.match, place_id=5))
    with club.matches.at_hand(game), monkeypatch.context() as patch:
        patch.setattr("data.matches.get_game", None)
        shown = [await club.matches.table_to_show(game.id, seq) for seq in (before.seq, after.seq)]
    assert shown == [Table(game, before.line, before.seq), Table(game, after.line, after.seq)]
    assert await club.matches.table_to_show(game.id, after.seq) == after


async def test_a_game_without_a_place_is_loaded_again_to_be_shown(club: Club) -> None:
    """Another process may have opened its thread meanwhile."""
    table = (await club.play(await club.start())).table
    async with club.database.writing() as connection:
        await matches.set_place(connection, table.game.match.id, 5, own_thread=True, note=None)
    with club.matches.at_hand(table.game):
        shown = await club.matches.table_to_show(table.game.id, table.seq)
    assert shown.game.match.place_id == 5


async def test_a_click_plays_the_moves_of_its_panel_as_typing_them_does(club: Club) -> None:
    table = await club.start()
    move = table.line.game.parse(legal(table)[0])
    acted = await club.matches.play(
        table.game.id,
        to_move(table),
        lambda _: [move],
        guild_id=GUILD,
        seq=table.seq,
        interaction_id=club.ticket(),
    )
    assert acted.table.line == table.line.play(move)
    async with club.database.reading() as connection:
        [event] = await events.after(connection, table.game.id, table.seq)
    assert event.notation == legal(table)[0]
