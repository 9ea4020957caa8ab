"""Handicaps in matches: they stay with their person, and count in a list of their own alone."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from bot.errors import Refused
from bot.match.record import record_of
from bot.match.table import Person, Table
from bot.services.outcomes import Outcomes
from bot.services.profiles import Profile, profile
from bot.services.versus import between
from data import standings
from data.challenges import Clock, ClockEnd, First, Given, MatchKind, Terms
from data.computers import Computer
from data.outcomes import HANDICAP
from data.standings import Board, Listing
from data.tables import PLAYERS
from games.errors import GameError
from games.fairness import verify
from games.players import Level
from games.players.mix import LIKE_ME
from games.record import Record, replay
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, Club
from tests.bot.den import EASY, Den


def given(*people: Person, size: int = 20, newcomers: int = 0) -> Terms:
    """Return terms by which people get a head start."""
    return replace(SINGLE, handicap=Given({one.id: size for one in people}, newcomers))


JON_20 = given(JON)
FOR_FOUR = Terms("matrio", 4, {"lead": "any"}, MatchKind.SINGLE, First.RANDOM, rated=True)


def sizes(table: Table) -> dict[int, int]:
    """Return the handicap of each person at a table."""
    game = table.game
    assert table.line.position.handicap == game.handicap
    return dict(zip(game.players, game.handicap, strict=False))


async def listed(club: Club, listing: Listing, game: str = "dice_matrix") -> list[tuple[int, ...]]:
    async with club.database.reading() as connection:
        page = await standings.page(connection, Board(GUILD, game, listing), offset=0, limit=9)
    return [(row.user_id, row.rating or 0, row.wins, row.losses) for row in page.rows]


async def look_through(club: Club, table: Table) -> None:
    await Outcomes(club.database, clock=club.clock).look_through(table.game.match.id)


async def shown(club: Club, person: Person) -> Profile:
    return await profile(club.database, GUILD, person.id)


async def test_it_is_of_a_person_wherever_they_sit(club: Club) -> None:
    for first in (First.ME, First.OPPONENT):
        table = await club.start(terms=replace(JON_20, first=first))
        assert sizes(table) == {MARA.id: 0, JON.id: 20}
        assert table.game.players[0] == (MARA.id if first is First.ME else JON.id)
    assert sizes(await club.start()) == {}


async def test_it_goes_to_who_accepts_if_it_is_for_the_opponent(club: Club) -> None:
    challenge = await club.propose(terms=given(newcomers=20))
    answered = await club.accept(challenge, KIM)
    assert answered.game_id is not None
    assert sizes(await club.matches.table(answered.game_id)) == {MARA.id: 0, KIM.id: 20}


async def test_in_two_games_it_is_of_the_same_person(club: Club) -> None:
    first = await club.play_out(await club.start(terms=replace(JON_20, kind=MatchKind.TWO_GAME)))
    _, second = await club.games_of(first.game.match.id)
    returned = await club.matches.table(second.id)
    assert returned.game.players != first.game.players
    assert sizes(returned) == {MARA.id: 0, JON.id: 20}


async def test_at_a_table_it_is_of_some_and_a_seat_that_opens_again_has_none(den: Den) -> None:
    club = den.club
    terms = replace(FOR_FOUR, handicap=Given({JON.id: 100}, 0))
    challenge = await club.propose(JON, terms=terms)
    assert challenge.terms == terms
    await club.challenges.decline(challenge.id, club.click(JON))
    declined, _ = await club.challenges.get(challenge.id)
    assert not declined.terms.handicap

    others = replace(FOR_FOUR, rated=False, handicap=Given({JON.id: 100}, 100))
    challenge = await club.propose(JON, terms=others)
    await club.challenges.accept(challenge.id, club.click(JON))
    await club.challenges.join(challenge.id, club.click(KIM))
    filled = await club.challenges.fill(
        challenge.id, Level.EASY, MARA, interaction_id=club.ticket(), threads=True
    )
    assert filled.game_id is not None
    found = sizes(await club.matches.table(filled.game_id))
    assert (found.pop(MARA.id), set(found.values())) == (0, {100})


async def test_the_result_and_the_record_count_it(club: Club) -> None:
    table = await club.play_out(await club.start(terms=JON_20))
    _, record = await record_of(club.database, table.game.id)
    assert record.handicap == table.game.handicap == (0, 20)
    again = Record.read(record.to_json())
    plain = replay(replace(again, handicap=(), result=None)).result
    assert plain is not None
    assert plain.scores is not None
    first, second = plain.scores
    assert second is not None
    assert table.game.result is not None
    assert table.game.result["scores"] == [first, second + 20]
    assert verify(again).line.result == again.result


async def test_it_moves_nothing_but_a_list_of_its_own(club: Club) -> None:
    for winner, loser in ((MARA, JON), (MARA, JON)):
        table = await club.rated(winner, loser)
        await club.resign(table, loser)
        await look_through(club, table)
    people = await listed(club, Listing.PEOPLE)
    before = [await shown(club, one) for one in (MARA, JON)]
    met = await between(club.database, GUILD, [MARA.id, JON.id])
    outcomes = Outcomes(club.database, clock=club.clock)
    score = await outcomes.running_score(GUILD, "dice_matrix", (MARA.id, JON.id))

    for _ in range(3):
        table = await club.rated(terms=JON_20)
        await club.resign(table, MARA)
        await look_through(club, table)

    assert await listed(club, Listing.PEOPLE) == people
    assert await listed(club, Listing.COMPUTERS) == []
    assert [row[1:] for row in await listed(club, Listing.EVERYTHING)] == [
        (0, 2, 0),
        (0, 0, 2),
    ]
    (one, *won), (two, *lost) = await listed(club, Listing.HANDICAP)
    assert (one, won[1:], two, lost[1:]) == (JON.id, [3, 0], MARA.id, [0, 3])
    assert won[0] > 1200 > lost[0]
    for old, new in zip(before, [await shown(club, one) for one in (MARA, JON)], strict=True):
        assert new.ordinary == old.records
        assert (new.streaks, new.matches, new.favourite) == (
            old.streaks,
            old.matches,
            old.favourite,
        )
        assert (new.first_wins, new.feats, new.ratings, new.curves, new.timed, new.on_time) == (
            old.first_wins,
            old.feats,
            old.ratings,
            old.curves,
            old.timed,
            old.on_time,
        )
        (apart,) = set(new.records) - set(old.records)
        assert (apart.against, apart.matches) == (HANDICAP, 3)
    now = await between(club.database, GUILD, [MARA.id, JON.id])
    assert (now.games, now.streaks) == (met.games, met.streaks)
    assert now.handicapped[0].won == (0, 3)
    assert await outcomes.running_score(GUILD, "dice_matrix", (MARA.id, JON.id)) == score


@pytest.mark.parametrize("on_time", [False, True])
async def test_games_with_one_and_without_take_nothing_from_each_others_weight(
    club: Club, on_time: bool
) -> None:
    for terms in (JON_20, SINGLE):
        table = await club.rated(terms=replace(terms, clock=Clock(1, ClockEnd.FORFEIT)))
        if on_time:
            club.clock.pass_time(24 * 3600)
            await club.clocks.run_out(table.game.id)
        else:
            await club.resign(table, MARA)
    assert await listed(club, Listing.PEOPLE) == await listed(club, Listing.HANDICAP) != []


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (given(KIM), "A handicap is for people at the table: ask them to it, too."),
        (given(JON, size=7), "A handicap in Dice Matrix can be 10, 20, 40, not 7."),
        (given(JON, size=-20), "A handicap in Dice Matrix can be 10, 20, 40, not −20."),
        (
            given(MARA, JON),
            "A handicap is for some of the players: not for all, nor for none.",
        ),
    ],
)
async def test_a_forged_one_is_refused(club: Club, terms: Terms, said: str) -> None:
    with pytest.raises((Refused, GameError)) as refused:
        await club.propose(JON, terms=terms)
    assert str(refused.value.text) == said


async def test_with_computers_it_is_not_rated(den: Den) -> None:
    with pytest.raises(Refused, match="is not rated"):
        await den.propose(EASY, terms=given(MARA))
    table = await den.start(EASY, terms=replace(given(MARA), rated=False))
    assert sizes(table) == {MARA.id: 20, EASY.id: 0}
    await den.club.resign(table, MARA)
    for listing in Listing:
        assert await listed(den.club, listing) == []


async def test_a_computer_that_plays_like_somebody_keeps_its_handicap_and_tells_nothing_of_them(
    den: Den,
) -> None:
    like_mara = Computer(LIKE_ME)
    for _ in range(2):
        # The first result would make it weaker, if it counted.
        terms = replace(SINGLE, rated=False, handicap=Given({like_mara.id: 20}))
        table = await den.start(like_mara, terms=terms)
        assert sorted(sizes(table).values()) == [0, 20]
        assert sizes(table)[MARA.id] == 0
        assert table.game.computer_at(1) == LIKE_ME
        await den.club.resign(table, MARA)


async def test_a_stored_one_that_is_none_is_named(club: Club) -> None:
    table = await club.start(terms=JON_20)
    async with club.database.writing() as connection:
        await connection.execute(update(PLAYERS).where(PLAYERS.c.seat == 1).values(handicap=7))
    other = club.again()
    with pytest.raises(GameError, match="A handicap in Dice Matrix can be 10, 20, 40, not 7"):
        await other.matches.table(table.game.id)
    await other.database.close()


async def test_two_who_want_the_same_get_one_game_and_other_handicaps_are_other_terms(
    club: Club,
) -> None:
    first = await club.propose(JON, terms=replace(JON_20, first=First.RANDOM))
    other = await club.propose(MARA, challenger=JON, terms=replace(given(MARA), first=First.RANDOM))
    assert other.id != first.id
    same = await club.propose(MARA, challenger=JON, terms=replace(JON_20, first=First.RANDOM))
    assert same.id == first.id


async def test_it_is_there_at_every_move_in_every_process(club: Club) -> None:
    table = await club.play_out(await club.start(terms=replace(JON_20, rated=False)), moves=3)
    other = club.again()
    assert sizes(await other.matches.table(table.game.id, 2)) == {MARA.id: 0, JON.id: 20}
    await other.database.close()
