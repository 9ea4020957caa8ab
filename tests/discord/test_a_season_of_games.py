"""A season of 200 games: every figure that people read is what the second program finds.

It plays through the simulated Discord and the services (`tests.discord.season_of_games`), and is
counted again from the stored events by a program of its own (`tests.recount`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Final

import discord
import pytest

from bot.config import load
from bot.recounting import Rebuilt, rebuild
from games.registry import GAMES
from tests.discord.season_of_games import GAMES_PLAYED, Played, play_season
from tests.discord.season_pages import (
    compare_profiles,
    compare_puzzles,
    compare_rivals,
    compare_scores,
    compare_tournament,
    compare_versus,
    compare_weekly,
)
from tests.discord.simulated import Answer, Person, World
from tests.recount import Counted, Row, chosen, count, read, season, table

ROW: Final = re.compile(
    r"^(\d+)\\?\. (.+?)(?: (\d+)\??|, points (\d+))?: won (\d+), drawn (\d+), lost (\d+)$",
    re.MULTILINE,
)
LISTS: Final[Mapping[str, Sequence[str]]] = {
    "between people": ("people",),
    "with computers": ("computers",),
    "everything": ("people", "computers"),
}
Line = tuple[int, str, int | None, int, int, int]
"""A row as it is read: rank, name, rating or points, won, drawn, lost."""


@dataclass(frozen=True, slots=True)
class Time:
    """A time that can be chosen: as the list has it, and from when to when."""

    option: str
    since: int
    until: int


def month_of(moment: datetime, zone: str = "this month: ") -> Time:
    """Return a month."""
    first = moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    following = first.replace(year=first.year + first.month // 12, month=first.month % 12 + 1)
    option = f"{zone}{first:%B %Y}" if zone else f"{first:%B %Y}, over"
    return Time(option, int(first.timestamp()), int(following.timestamp()))


def lines_of(answer: Answer) -> list[Line]:
    """Read the rows of a page, without the one of who reads if it is from another page."""
    shown = answer.text.split("\n…\n")[0]
    return [
        (int(rank), name, int(rating or points) if rating or points else None, *map(int, rest))
        for rank, name, rating, points, *rest in ROW.findall(shown)
    ]


async def whole_list(person: Person, shown: Answer) -> list[Line]:
    """Read all pages of a list."""
    lines = lines_of(shown)
    while "Next" in shown.buttons:
        shown = await person.click(shown, "Next")
        lines += lines_of(shown)
    return lines


def expected(played: Played, rows: Sequence[Row], *, by_points: bool) -> list[Line]:
    return [
        (
            row.rank,
            str(played.people.get(row.user, "Computers (easy)")),
            row.record.points if by_points else row.rating,
            row.record.won,
            row.record.drawn,
            row.record.lost,
        )
        for row in rows
    ]


@pytest.fixture
def nora(world: World) -> Person:
    """Return a moderator."""
    return world.person("Nora", permissions=discord.Permissions(manage_guild=True))


@pytest.mark.slow
async def test_every_figure_of_a_season_is_what_the_second_program_finds(
    world: World, tmp_path: Path, nora: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await nora.slash("settings", seasons="every month")
    before = month_of(world.now)
    played = await play_season(world, tmp_path / "tavolo.db", nora)
    matches = read(played.path)
    counted = count(matches)
    assert len(matches) == GAMES_PLAYED
    assert {match.reason.value for match in matches} == {"played", "resigned", "timeout", "agreed"}
    assert 120 < sum(one.counts for one in counted) < GAMES_PLAYED

    await compare_tournament(played, matches)
    await compare_weekly(played, matches)
    await compare_puzzles(played)
    await compare_profiles(played, counted, monkeypatch)
    await compare_versus(played, matches)
    await compare_scores(played, matches)
    await compare_rivals(played, matches)
    await compare_leaderboards(played, counted, before)
    done = await rebuild(load({"DATABASE_URL": f"sqlite:///{played.path}"}), lambda *_: None)
    assert done == Rebuilt(
        matches=sum(one.match.rated for one in counted), looked_through=GAMES_PLAYED
    ), "nothing of ratings, results and milestones changes"


async def compare_leaderboards(played: Played, counted: Sequence[Counted], first: Time) -> None:
    """Read every list of every time as somebody who wants words, and compare it."""
    world = played.world
    await world.pass_time(minutes=2)
    reader = next(iter(played.people.values()))
    await reader.slash("preferences", boards="text")
    now = month_of(world.now)
    over = Time(
        month_of(datetime.fromtimestamp(first.since, UTC), "").option, first.since, first.until
    )
    season_now = Time(now.option.replace("month", "season"), now.since, now.until)
    ever = Time("all time", 0, now.until)
    shown = await reader.slash("leaderboard", world.channel.threads[0])
    guild, compared = world.guild.id, 0
    for key, (listing, lists), time in product(
        [None, *GAMES], LISTS.items(), [ever, now, season_now, over]
    ):
        name = "all games" if key is None else GAMES[key].about.name
        for option in (f"Game: {name}", f"Counted: {listing}", f"Time: {time.option}"):
            shown = await reader.choose(shown, option)
        here = chosen(counted, guild, game=key, lists=lists, since=time.since, until=time.until)
        by_points, rated = time is not ever, key is not None and len(lists) == 1
        rows = season(here) if by_points else table(here, rated=rated)
        found = await whole_list(reader, shown)
        assert found == expected(played, rows, by_points=by_points), (name, listing, time.option)
        compared += len(found)
    assert compared > 250
