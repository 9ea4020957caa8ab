"""Tournaments: a round is paired once, no matter who asks, and forgetting leaves the others theirs."""

import asyncio
from collections import Counter
from collections.abc import Sequence

import pytest

from bot.errors import Refused
from bot.match.table import Person
from bot.services.privacy import Privacy
from bot.services.tournaments import Tournaments
from data import blocks, schedule
from data.challenges import MatchKind
from data.former import is_former
from data.tournament_values import Format, How, PairingResult, TournamentState
from data.tournaments import TournamentTerms
from games.players import Level
from tests.bot.club import CHANNEL, GUILD, JON, KIM, MARA, Club
from tests.tiers import sampled

ANA, BEN = Person(14, "Ana"), Person(15, "Ben")
FOUR = (MARA, JON, KIM, ANA)
DAY = 86400


def terms(
    kind: Format,
    seats: int = 4,
    *,
    rounds: int | None = None,
    level: Level | None = None,
    starts_at: int | None = None,
) -> TournamentTerms:
    return TournamentTerms(
        "Spring cup",
        "dice_matrix",
        MatchKind.TWO_GAME,
        kind,
        seats,
        rounds,
        3,
        True,
        level,
        starts_at,
    )


def service(club: Club) -> Tournaments:
    return Tournaments(club.database, club.matches, clock=club.clock)


async def made(
    tournaments: Tournaments, chosen: TournamentTerms, people: Sequence[Person], number: int = 900
) -> int:
    """Make a tournament that people join."""
    tournament_id, _ = await tournaments.create(
        MARA, chosen, guild_id=GUILD, channel_id=CHANNEL, language="en", interaction_id=number
    )
    for person in people:
        await tournaments.join(tournament_id, person)
    return tournament_id


async def decide(
    tournaments: Tournaments, number: int, outcome: PairingResult = PairingResult.FIRST
) -> None:
    """Make a moderator decide all games that run."""
    view = await tournaments.view(number)
    for paired in view.pairings:
        if paired.pairing.outcome is None:
            await tournaments.correct(number, paired.id, outcome, Person(99, "Nora"))


@sampled("kind", [Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT])
async def test_a_round_is_paired_once_even_from_two_processes_at_once(
    club: Club, elsewhere: Club, kind: Format
) -> None:
    here, there = service(club), service(elsewhere)
    number = await made(here, terms(kind), FOUR)
    for rounds in (1, 2):
        await asyncio.gather(*(each.advance(number) for each in (here, there, here, there)))
        view = await here.view(number)
        boards = Counter((one.pairing.round, one.pairing.board) for one in view.pairings)
        assert set(boards.values()) == {1}
        assert view.round == rounds
        await decide(here, number)


async def test_a_command_that_is_delivered_twice_makes_one_tournament(club: Club) -> None:
    tournaments = service(club)
    one = await made(tournaments, terms(Format.SWISS), ())
    again = await made(tournaments, terms(Format.SWISS), ())
    assert one == again


async def test_who_joins_while_a_round_is_being_paired_is_in_it_or_in_the_next(
    club: Club, elsewhere: Club
) -> None:
    here, there = service(club), service(elsewhere)
    number = await made(here, terms(Format.SWISS, 6, rounds=3), FOUR)
    await here.start(number, MARA.id, moderates=False)
    await asyncio.gather(here.advance(number), there.join(number, BEN))
    await here.advance(number)
    view = await here.view(number)
    (ben,) = (one for one in view.entrants if one.id == BEN.id)
    playing = {player for one in view.pairings for player in one.pairing.players}
    assert (BEN.id in playing) is (ben.joined == 1)
    assert view.round == 1


async def test_it_starts_at_its_time_with_computers_on_the_free_seats(club: Club) -> None:
    tournaments, at = service(club), club.clock() + 3600
    chosen = terms(Format.ROUND_ROBIN, level=Level.EASY, starts_at=at)
    number = await made(tournaments, chosen, (MARA, JON))
    await tournaments.advance(number)
    assert (await tournaments.view(number)).tournament.state is TournamentState.OPEN
    async with club.database.reading() as connection:
        assert [job.due_at for job in await schedule.due(connection, at, 9)] == [at]
    club.clock.now = at
    await tournaments.advance(number)
    view = await tournaments.view(number)
    assert view.tournament.state is TournamentState.RUNNING
    assert sorted(one.id for one in view.entrants) == [-12, -11, MARA.id, JON.id]


async def test_with_too_few_players_it_is_cancelled_at_its_time(club: Club) -> None:
    tournaments, at = service(club), club.clock() + 3600
    number = await made(tournaments, terms(Format.SWISS, starts_at=at), (MARA, JON))
    with pytest.raises(Refused):
        await tournaments.start(number, MARA.id, moderates=False)
    club.clock.now = at
    await tournaments.advance(number)
    assert (await tournaments.view(number)).tournament.state is TournamentState.CANCELLED


async def test_who_withdraws_before_the_game_began_loses_it_and_its_card_is_dropped(
    club: Club,
) -> None:
    tournaments = service(club)
    number = await made(tournaments, terms(Format.SWISS), FOUR)
    await tournaments.advance(number)
    await tournaments.leave(number, KIM.id)
    view = await tournaments.view(number)
    (paired,) = (one for one in view.pairings if KIM.id in one.pairing.players)
    assert paired.pairing.how is How.ABSENT
    assert paired.pairing.points_of(KIM.id) == 0
    assert paired.pairing.points_of(paired.pairing.opponent_of(KIM.id) or 0) == 2


async def test_two_of_whom_one_has_blocked_the_other_do_not_both_join(club: Club) -> None:
    tournaments = service(club)
    number = await made(tournaments, terms(Format.SWISS), (MARA,))
    async with club.database.writing() as connection:
        await blocks.add(connection, MARA.id, JON.id, club.clock())
    with pytest.raises(Refused, match=r"^You can't do this at the moment\.$"):
        await tournaments.join(number, JON)
    async with club.database.writing() as connection:
        await blocks.add(connection, KIM.id, MARA.id, club.clock())
    with pytest.raises(Refused, match="You have blocked"):
        await tournaments.join(number, KIM)


async def test_a_block_that_comes_later_keeps_two_apart_in_a_swiss(club: Club) -> None:
    tournaments = service(club)
    number = await made(tournaments, terms(Format.SWISS), FOUR)
    await tournaments.advance(number)
    await decide(tournaments, number)
    view = await tournaments.view(number)
    winners = [one.pairing.first for one in view.pairings]
    async with club.database.writing() as connection:
        await blocks.add(connection, winners[0], winners[1], club.clock())
    await tournaments.advance(number)
    view = await tournaments.view(number)
    later = [set(one.pairing.players) for one in view.pairings if one.pairing.round == 2]
    assert len(later) == 2
    assert set(winners) not in later


async def test_a_person_who_is_forgotten_is_withdrawn_and_a_former_player_in_what_is_over(
    club: Club,
) -> None:
    tournaments = service(club)
    number = await made(tournaments, terms(Format.SWISS, rounds=2), FOUR)
    await tournaments.advance(number)
    await decide(tournaments, number)
    before = (await tournaments.view(number)).standings
    await Privacy(club.referee).forget(JON.id)
    view = await tournaments.view(number)
    assert JON.id not in {one.id for one in view.entrants}
    (former,) = (one for one in view.entrants if is_former(one.id))
    assert not former.takes_part
    assert [row.points for row in view.standings] == [row.points for row in before]
    await tournaments.advance(number)
    later = [
        one.pairing for one in (await tournaments.view(number)).pairings if one.pairing.round == 2
    ]
    assert not any(former.id in one.players for one in later)


async def test_moderators_correct_no_game_of_their_own_and_no_paired_round_of_a_knockout(
    club: Club,
) -> None:
    tournaments = service(club)
    number = await made(tournaments, terms(Format.KNOCKOUT), FOUR)
    await tournaments.advance(number)
    first, _ = (await tournaments.view(number)).pairings
    own = Person(first.pairing.first, "Own")
    with pytest.raises(Refused, match="play in this game yourself"):
        await tournaments.correct(number, first.id, PairingResult.FIRST, own)
    await decide(tournaments, number)
    with pytest.raises(Refused, match="already its result"):
        await tournaments.correct(number, first.id, PairingResult.FIRST, Person(99, "Nora"))
    await tournaments.advance(number)
    with pytest.raises(Refused, match="next round of this knockout"):
        await tournaments.correct(number, first.id, PairingResult.SECOND, Person(99, "Nora"))


async def test_a_server_has_ten_tournaments_at_most_that_are_not_over(club: Club) -> None:
    tournaments = service(club)
    for each in range(10):
        club.clock.pass_time(DAY)
        await made(tournaments, terms(Format.SWISS), (), number=1000 + each)
    club.clock.pass_time(DAY)
    with pytest.raises(Refused, match="10 tournaments that are not over"):
        await made(tournaments, terms(Format.SWISS), (), number=2000)
