"""Whole tournaments, played to the end by people and computers."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from bot.app import Tavolo
from bot.services.tournament_view import TournamentView
from cogs.tournament.commands import tournament_games
from data.computers import is_computer
from data.tournament_values import How, PairingResult, TournamentState
from games.registry import GAMES
from tests.bot.tournament.test_standings import slowly
from tests.discord.computer_tables import think_here
from tests.discord.season_pages import standing_lines
from tests.discord.simulated import Answer, World
from tests.discord.tournament.events import Event, begin
from tests.recount import read
from tests.recount.tournament import event as found_event
from tests.recount.tournament import standings as recounted
from tests.tiers import sampled


def check_figures(view: TournamentView) -> None:
    """Compare the standings with a slow recomputation from what is stored."""
    counted = slowly(list(view.entrants), [one.pairing for one in view.pairings])
    for row in view.standings:
        figures = (Fraction(row.points, 2), Fraction(row.buchholz, 2), Fraction(row.sonneborn, 4))
        assert figures == counted[row.player]


async def results_of(event: Event, number: int) -> Answer:
    """Open the page of a tournament at a round."""
    page = await event.people[0].click(event.card, "Results")
    page = await event.people[0].click(page, "Rounds")
    while f"**Round {number} " not in page.text:
        page = await event.people[0].click(page, "Previous")
    return page


@pytest.mark.slow
async def test_a_swiss_of_nine_with_a_bye_and_two_who_withdraw(
    world: World, tmp_path: Path
) -> None:
    event = await begin(world, 9, format="swiss", rounds=4)
    assert event.round == (1, 4)
    assert "bye" in event.card.text
    await event.play_round()
    assert event.round == (2, 4)
    check_figures(await event.view())
    for person in event.people[3:5]:
        question = await person.click(event.card, "Drop out")
        await person.click(question, "Drop out")
    assert event.standings.count("(withdrawn)") == 2
    for number in (3, 4):
        await event.play_round()
        assert event.round == (number, 4)
    await event.play_round()
    view = await event.view()
    assert view.tournament.state is TournamentState.FINISHED
    assert "has won" in event.card.text or "share the first place" in event.card.text
    check_figures(view)
    met = Counter(frozenset(one.pairing.players) for one in view.pairings)
    assert set(met.values()) == {1}
    later = [one.pairing for one in view.pairings if one.pairing.round > 2]
    gone = {person.id for person in event.people[3:5]}
    assert not any(gone & set(one.players) for one in later)
    path, names = tmp_path / "tavolo.db", {person.id: person.name for person in event.people}
    counted = recounted(found_event(path, event.id, read(path)))
    page = await event.people[0].click(event.card, "Results")
    assert page.text.split("\n")[3:] == standing_lines(counted, names)


@pytest.mark.slow
async def test_a_knockout_of_eight_with_a_forfeit_by_the_clock(world: World) -> None:
    event = await begin(world, 8, format="knockout", clock="1 day")
    assert event.round == (1, 3)
    waiting, *others = await event.playing()
    for paired in others:
        await event.resign(paired, paired.pairing.players[1])
    await world.pass_time(days=1, minutes=1)
    await event.next()
    view = await event.view()
    late = next(one for one in view.pairings if one.id == waiting.id)
    assert (late.pairing.outcome, late.pairing.how) == (PairingResult.SECOND, How.TIMEOUT)
    assert "(on time)" in (await results_of(event, 1)).text
    assert event.round == (2, 3)
    await event.play_round()
    await event.play_round()
    view = await event.view()
    assert view.tournament.state is TournamentState.FINISHED
    assert [row.rank for row in view.standings] == [1, 2, 3, 3, 5, 5, 5, 5]
    winner = event.person(view.standings[0].player)
    assert f"**{winner.name} has won.**" in event.card.text


@pytest.mark.slow
async def test_a_round_robin_of_four_with_two_computers(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_here(monkeypatch)
    await world.restart()
    event = await begin(world, 2, format="robin", seats=4, computers="easy", start=True)
    assert event.round == (1, 3)
    for _ in range(3):
        await event.play_round()
    view = await event.view()
    assert view.tournament.state is TournamentState.FINISHED
    check_figures(view)
    assert sum(one.pairing.how is How.COMPUTERS for one in view.pairings) == 1
    for row in view.standings[:2]:
        assert is_computer(row.player)
        assert row.points == 5


async def test_a_ladder_with_challenges(world: World) -> None:
    event = await begin(world, 4, format="ladder", seats=10, start=True)
    mara, jonas, lea, kim = event.people
    offered = await kim.click(event.card, "Challenge")
    assert [option.label for option in offered.message.menus[0].options] == [
        "1. Mara",
        "2. Jonas",
        "3. Lea",
    ]
    await kim.choose(offered, "2. Jonas")
    (paired,) = await event.playing()
    assert "2. Jonas" in event.standings
    assert "Jonas vs Kim" in event.card.text
    busy = await kim.click(event.card, "Challenge")
    assert busy.text == "You can't challenge anybody now: you have a game on this ladder."
    await event.resign(paired, jonas.id)
    assert event.standings.index("Kim") < event.standings.index("Jonas")
    top = await mara.click(event.card, "Challenge")
    assert top.text == "You can't challenge anybody: you are at the top."
    fay = world.person("Fay")
    await fay.click(event.card, "Join")
    view = await event.view()
    assert [row.player for row in view.standings] == [
        person.id for person in (mara, kim, jonas, lea, fay)
    ]
    ended = await event.manage(mara, "End it", "End it")
    assert ended.text == "The tournament is over."
    assert (await event.view()).tournament.state is TournamentState.FINISHED


@pytest.mark.slow
@sampled("key", tournament_games())
async def test_every_game_for_two_can_be_played_in_a_tournament(world: World, key: str) -> None:
    event = await begin(world, 4, game=GAMES[key].about.name, format="robin")
    assert event.round == (1, 3)
    assert isinstance(world.bot, Tavolo)
    for paired in await event.playing():
        place = (await event.view()).places[paired.id]
        game = await world.bot.matches.latest_in(place)
        assert game is not None
        assert game.players == paired.pairing.players, "who starts is agreed by the pairing"
    await event.play_round()
    assert event.round == (2, 3)
