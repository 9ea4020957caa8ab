"""Offers: one person asks, all others must agree, and what they agree on happens at once."""

import asyncio
from dataclasses import replace

import pytest

from bot.delivery.outbox_writer import Envelope
from bot.errors import MatchError, NotPlaying, OfferClosed, Refused
from bot.match.offers import post_kind
from bot.match.table import Person, Table
from bot.services.agreements import OfferResult
from data import offers, outbox
from data.challenges import First, MatchKind, Terms
from data.computers import Computer
from data.offers import Offer, OfferKind
from data.outbox import OutboxRow, Post
from data.tables import OUTBOX, PLAYERS
from games.errors import GameError, GameOver, IllegalMove
from games.game import Reason
from games.players import Level
from tests.bot.club import CHANNEL, JON, KIM, MARA, SINGLE, TWO_GAME, UNRATED, Club, to_move

DRAW, TAKEBACK, ABORT = OfferKind
TINA = Person(14, "Tina")
FOUR = Terms("dicefest", 4, {}, MatchKind.SINGLE, First.ME, rated=True)
FOUR_HANDS = Terms("matrio", 4, {"lead": "any"}, MatchKind.SINGLE, First.ME, rated=True)


async def table_of_four(club: Club, terms: Terms = FOUR) -> Table:
    """Return a game of four that has just begun."""
    challenge = await club.propose(JON, KIM, TINA, terms=terms)
    for person in (JON, KIM):
        await club.accept(challenge, person)
    answered = await club.accept(challenge, TINA)
    assert answered.game_id is not None
    return await club.matches.table(answered.game_id)


async def offers_at(club: Club, table: Table) -> list[Offer]:
    async with club.database.reading() as connection:
        return await offers.of_game(connection, table.game.id)


async def post_offer(club: Club, asked: OfferResult) -> None:
    """Note that the message of an offer is there, as the outbox does once it went out."""
    assert asked.offer is not None
    async with club.database.writing() as connection:
        post = Post(asked.offer.seq, CHANNEL, 900)
        await outbox.record_post(
            connection, post_kind(asked.offer.kind, asked.offer.user_id), asked.offer.game_id, post
        )


async def rows_of(club: Club, kind: str) -> list[OutboxRow]:
    """List the rows of a kind that wait in the outbox."""
    async with club.database.reading() as connection:
        return [
            OutboxRow(row.id, row.stream, row.kind, row.payload, row.attempts, row.created_at)
            for row in await connection.execute(OUTBOX.select().where(OUTBOX.c.kind == kind))
        ]


async def test_a_draw_that_is_agreed_on_ends_the_game(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=3)
    asked = await club.ask(table, MARA, DRAW)
    assert asked.table.game.running
    assert [row.payload for row in await rows_of(club, "offer")] == [
        {"game_id": table.game.id, "kind": 0, "seq": 3}
    ]
    done = await club.answer(asked, JON)
    assert done.table.line.result is not None
    assert done.table.line.result.reason is Reason.AGREED
    assert done.table.line.result.winners == (0, 1)
    assert await offers_at(club, table) == []


async def test_who_offers_what_another_has_offered_agrees(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    await club.ask(table, MARA, DRAW)
    assert not (await club.ask(table, JON, DRAW)).table.game.running


async def test_a_draw_of_the_first_of_two_games_is_one_of_the_match(club: Club) -> None:
    table = await club.play_out(await club.start(terms=TWO_GAME), moves=2)
    await club.agree(table, DRAW, MARA, JON)
    assert len(await club.games_of(table.game.match.id)) == 1
    after = await club.matches.table(table.game.id)
    assert after.game.match.ended_at is not None


async def test_declining_and_withdrawing_leave_the_game_as_it_is(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    for person in (JON, MARA):
        asked = await club.ask(table, MARA, DRAW)
        assert (await club.answer(asked, person, agrees=False)).table == table
        assert await offers_at(club, table) == []
        with pytest.raises(OfferClosed):
            await club.answer(asked, JON)
    assert await club.matches.table(table.game.id) == table


async def test_the_message_says_how_an_offer_ended(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, MARA, DRAW)
    await post_offer(club, asked)
    await club.answer(asked, JON, agrees=False)
    [row] = await rows_of(club, "offer-change")
    assert row.payload["outcome"] == 2
    assert (row.payload["asker_id"], row.payload["user_id"]) == (MARA.id, JON.id)


async def test_a_message_that_stands_only_after_the_end_follows(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, MARA, DRAW)
    standing = await club.agreements.standing(table.game.id, DRAW, table.seq)
    assert standing is not None
    await club.answer(asked, JON, agrees=False)
    assert await rows_of(club, "offer-change") == []
    async with club.database.writing() as connection:
        envelope = Envelope(connection, club.clock())
        post = Post(table.seq, CHANNEL, 900)
        await club.agreements.posted(connection, envelope, standing, post)
    assert [row.payload["outcome"] for row in await rows_of(club, "offer-change")] == [4]


async def test_nobody_is_asked_twice_on_one_board(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, MARA, DRAW)
    await post_offer(club, asked)
    await club.answer(asked, JON, agrees=False)
    with pytest.raises(Refused, match="You have already asked for this on this board"):
        await club.ask(table, MARA, DRAW)
    table = (await club.play(table)).table
    assert (await club.ask(table, MARA, DRAW)).offer is not None


async def test_a_draw_stands_while_its_owner_moves_and_lapses_when_another_does(
    club: Club,
) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, to_move(table), DRAW)
    table = (await club.play(table)).table
    assert len(await offers_at(club, table)) == 1
    table = (await club.play(table)).table
    assert await offers_at(club, table) == []
    with pytest.raises(OfferClosed):
        await club.answer(asked, to_move(table))


@pytest.mark.parametrize("kind", [TAKEBACK, ABORT])
async def test_other_offers_lapse_with_any_move(club: Club, kind: OfferKind) -> None:
    table = await club.play_out(await club.start(terms=UNRATED), moves=1)
    await club.ask(table, MARA, kind)
    table = (await club.play(table)).table
    assert await offers_at(club, table) == []


async def test_all_offers_end_with_the_game(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=1)
    await club.ask(table, MARA, DRAW)
    await club.ask(table, MARA, ABORT)
    await club.resign(table, MARA)
    assert await offers_at(club, table) == []


async def test_at_a_table_of_four_all_others_must_agree(club: Club) -> None:
    table = await table_of_four(club)
    while not table.line.position.settled:
        table = (await club.play(table, person=seated(table))).table
    asked = await club.ask(table, KIM, DRAW)
    await club.answer(asked, MARA)
    done = await club.answer(asked, JON)
    assert done.table.game.running
    assert done.offer is not None
    assert done.offer.agreed == {MARA.id, JON.id}
    standing = await club.agreements.standing(table.game.id, DRAW, table.seq)
    assert standing is not None
    assert standing.open == (TINA.id,)
    # Agreeing twice is agreeing once.
    assert (await club.answer(asked, MARA)).table.game.running
    done = await club.answer(asked, TINA)
    assert done.table.line.result is not None
    assert done.table.line.result.winners == (0, 1, 2, 3)


async def test_one_decline_among_four_is_the_end_of_it(club: Club) -> None:
    table = await table_of_four(club)
    asked = await club.ask(table, KIM, ABORT)
    await club.answer(asked, MARA)
    await club.answer(asked, TINA, agrees=False)
    with pytest.raises(OfferClosed):
        await club.answer(asked, JON)


def seated(table: Table) -> Person:
    people = {person.id: person for person in (MARA, JON, KIM, TINA)}
    assert isinstance(table.line.to_move, int)
    return people[table.game.players[table.line.to_move]]


async def test_who_has_left_is_not_asked_and_cannot_answer(club: Club) -> None:
    table = await table_of_four(club)
    while not table.line.position.settled:
        table = (await club.play(table, person=seated(table))).table
    await club.resign(table, TINA)
    asked = await club.ask(table, KIM, DRAW)
    with pytest.raises(Refused, match="Only Mara and Jon can answer this"):
        await club.answer(asked, TINA)
    await club.answer(asked, MARA)
    assert not (await club.answer(asked, JON)).table.game.running


async def test_only_those_who_are_asked_answer(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, MARA, DRAW)
    with pytest.raises(NotPlaying):
        await club.answer(asked, KIM)
    with pytest.raises(Refused, match="You asked for this yourself"):
        await club.answer(asked, MARA)
    with pytest.raises(NotPlaying):
        await club.ask(table, KIM, DRAW)


async def test_where_a_draw_makes_no_sense_nobody_can_offer_one(club: Club) -> None:
    table = await table_of_four(club, FOUR_HANDS)
    with pytest.raises(MatchError, match="MatriO is always played to the end"):
        await club.ask(table, MARA, DRAW)
    table = await table_of_four(club, replace(FOUR, settings={"sides": "choose"}))
    with pytest.raises(IllegalMove, match="has not begun"):
        await club.ask(table, MARA, DRAW)


async def test_a_computer_agrees_to_no_draw_but_to_everything_else(club: Club) -> None:
    table = await against_a_computer(club)
    table = (await club.play(table, person=MARA)).table
    with pytest.raises(MatchError, match="A computer never agrees to a draw"):
        await club.ask(table, MARA, DRAW)
    back = await club.ask(table, MARA, TAKEBACK)
    assert back.acted is not None
    assert back.table.line.turns == 0
    ended = await club.ask(back.table, MARA, ABORT)
    assert ended.table.line.result is not None
    assert ended.table.line.result.reason is Reason.ABORTED


async def against_a_computer(club: Club) -> Table:
    """Return a game in which a computer has the second seat."""
    table = await club.start(terms=UNRATED)
    async with club.database.writing() as connection:
        await connection.execute(
            PLAYERS.update()
            .where(PLAYERS.c.game_id == table.game.id, PLAYERS.c.seat == 1)
            .values(user_id=Computer(Level.EASY).id)
        )
    return await club.matches.table(table.game.id)


async def test_a_game_nobody_has_moved_in_is_ended_by_one_alone(club: Club) -> None:
    table = await club.start(terms=UNRATED)
    assert not (await club.ask(table, JON, ABORT)).table.game.running


async def test_a_rated_game_is_not_left_at_the_sight_of_its_dice(club: Club) -> None:
    table = await club.start()
    asked = await club.ask(table, JON, ABORT)
    assert asked.table.game.running
    done = await club.answer(asked, MARA)
    assert done.table.line.result is not None
    assert done.table.line.result.reason is Reason.ABORTED
    assert (await club.games_of(table.game.match.id))[0].match.ended_at is not None


async def test_once_somebody_has_moved_twice_a_game_gets_its_result(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    assert (await club.ask(table, MARA, ABORT)).offer is not None
    table = (await club.play(table)).table
    with pytest.raises(Refused, match="moved twice"):
        await club.ask(table, MARA, ABORT)


async def test_the_same_interaction_twice_counts_once(club: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, MARA, DRAW, interaction=77)
    again = await club.ask(table, MARA, DRAW, interaction=77)
    assert again.offer == asked.offer
    assert len(await rows_of(club, "offer")) == 1
    ended = await club.answer(asked, JON, interaction=78)
    after = await club.answer(asked, JON, interaction=78)
    assert after.table.game.seq == ended.table.game.seq
    assert after.acted is None


async def test_of_two_answers_at_once_one_counts(club: Club, elsewhere: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, MARA, DRAW)
    answers = await asyncio.gather(
        club.answer(asked, JON),
        elsewhere.answer(asked, JON, agrees=False, interaction=99_001),
        return_exceptions=True,
    )
    failed = [answer for answer in answers if isinstance(answer, GameError)]
    assert len(failed) == 1
    assert isinstance(failed[0], OfferClosed | GameOver)
    assert await offers_at(club, table) == []


async def test_an_offer_and_a_move_at_once_leave_one_story(club: Club, elsewhere: Club) -> None:
    table = await club.play_out(await club.start(), moves=2)
    asked = await club.ask(table, MARA, DRAW)
    mover = to_move(table)
    other = JON
    results = await asyncio.gather(
        elsewhere.play(table, person=mover, interaction=99_002),
        club.answer(asked, other),
        return_exceptions=True,
    )
    after = await club.matches.table(table.game.id)
    agreed = after.line.result is not None
    assert agreed == (not isinstance(results[1], Exception))


async def test_a_takeback_is_asked_for_by_one_at_a_time(club: Club) -> None:
    table = await club.play_out(await club.start(terms=UNRATED), moves=2)
    await club.ask(table, MARA, TAKEBACK)
    with pytest.raises(Refused, match="has already asked for a takeback"):
        await club.ask(table, JON, TAKEBACK)


async def test_terms_of_takebacks_hold_for_rated_games_only(club: Club) -> None:
    rated = await club.play_out(await club.start(), moves=1)
    with pytest.raises(Refused, match="This game is rated"):
        await club.ask(rated, MARA, TAKEBACK)
    agreed = await club.play_out(await club.start(terms=replace(SINGLE, takebacks=True)), moves=1)
    assert (await club.ask(agreed, MARA, TAKEBACK)).offer is not None
