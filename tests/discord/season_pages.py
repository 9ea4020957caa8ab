"""What pages say about a season: each figure that people read must be one that was counted again.

Every function opens pages as somebody does, builds what they ought to say from what the second
program finds (`tests.recount`), and compares the words. What does not belong here: the season
(`tests.discord.season_of_games`), and leaderboards (`test_a_season_of_games`).
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations, product
from typing import Final

import pytest

from bot.app import Tavolo
from bot.services.finished import ended
from cogs.board.result_text import duration
from data.outcomes import Tally
from games.puzzles.shelf import games_with_puzzles
from games.registry import GAMES
from games.words import english
from render.scene import RatingPlot
from tests.discord.days import seconds
from tests.discord.season_of_games import Played
from tests.discord.simulated import Answer, Person
from tests.recount import Counted, PlayedMatch, Record, score
from tests.recount.meetings import between
from tests.recount.profiles import Profile, active, lately, pace, profile, usual_hour
from tests.recount.puzzles import answers, solvers, streak
from tests.recount.tournament import Event, Place, event, standings

AGAINST: Final = {
    "people": "against people",
    "mixed": "against people and computers",
    "like me": "against computers (like me)",
    "easy": "against computers (easy)",
}
"""Kinds of opponents, in the order in which they are listed."""
IN_A_ROW: Final = {
    "won": ("win in a row", "wins in a row"),
    "drawn": ("draw in a row", "draws in a row"),
    "lost": ("loss in a row", "losses in a row"),
}
FEW: Final = 5
"""A rating from fewer games has a question mark."""
OFTEN: Final = (100, 50, 10)
LISTED: Final = 8
HOUR: Final = 3600


def name_of(game: str) -> str:
    return str(GAMES[game].about.name)


def streak_words(now: tuple[str, int], longest: int) -> str:
    said = []
    if now[1] > 1:
        said.append(f"now {now[1]} {IN_A_ROW[now[0]][1]}")
    if longest > 1:
        said.append(f"at best {longest} {IN_A_ROW['won'][1]}")
    return " · ".join(said)


def time_words(taken: int) -> str:
    return str(english(duration(taken)))


# Profiles


async def compare_profiles(
    played: Played, counted: Sequence[Counted], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Look at everybody's profile: the words, and what the picture of their ratings is made of."""
    world, plots = played.world, list[RatingPlot]()
    assert isinstance(world.bot, Tavolo)
    draw = world.bot.studio.draw

    async def noting(plot: RatingPlot) -> bytes | None:
        plots.append(plot)
        return await draw(plot)

    monkeypatch.setattr(world.bot.studio, "draw", noting)
    for user, person in played.people.items():
        plots.clear()
        shown = await person.slash("profile")
        found = profile(counted, world.guild.id, user)
        taken = pace(lately(played.path, world.guild.id, user), user)
        assert shown.text.split("\n") == profile_lines(person, found, taken)
        drawn = [game for game in by_number(found) if len(found.curves.get(game, ())) > 1]
        (plot,) = plots
        assert {curve.game.about.key: list(curve.points) for curve in plot.curves} == {
            game: found.curves[game] for game in drawn
        }
        assert [curve.provisional for curve in plot.curves] == [
            len(found.curves[game]) < FEW for game in drawn
        ]
        said = [curve_words(game, found) for game in drawn]
        assert shown.pictures[0].alt == "\n".join(["Ratings over time:", *said])
    monkeypatch.setattr(world.bot.studio, "draw", draw)


def by_number(found: Profile) -> list[str]:
    """List games, the one first that was played most often."""
    return sorted(found.played, key=lambda game: (-found.played[game], game))


def rating_words(game: str, found: Profile) -> str:
    curve = found.curves[game]
    return f"{curve[-1][1]}{'?' if len(curve) < FEW else ''}"


def curve_words(game: str, found: Profile) -> str:
    shown = [rating for _, rating in found.curves[game]]
    return (
        f"{name_of(game)}: {rating_words(game, found)} now, between {min(shown)} and {max(shown)} "
        f"in {len(shown)} rated games"
    )


def profile_lines(person: Person, found: Profile, taken: int | None) -> list[str]:
    """Write a profile as it has to be."""
    lines, all_of_them = [f"### {person.name}"], found.played.total()
    for game in by_number(found):
        records = [
            f"{words} won {own.won}, drawn {own.drawn}, lost {own.lost}"
            for against, words in AGAINST.items()
            if (own := found.records.get((game, against), Record())) != Record()
        ]
        rating = f" {rating_words(game, found)}" if game in found.curves else ""
        lines.append(f"**{name_of(game)}**{rating}: {' · '.join(records)}")
    streaks = streak_words(found.streak, found.best)
    if streaks:
        lines.append(f"**Between people**: {streaks}")
    favourite = by_number(found)[0]
    most = found.played[favourite]
    lines.append(f"**Favourite game**: {name_of(favourite)}, {most} of {all_of_them} games")
    if taken is not None:
        lines.append(f"**Usual time for a move**: {time_words(taken)}")
    if found.timed:
        lines.append(f"**On time**: {found.on_time} of {found.timed} games with a clock")
    dated = [(at, f"First win {AGAINST[against]}") for against, at in found.first_wins.items()]
    dated += [
        (at, f"{name_of(game)}: {english(feat.said)}")
        for (game, key), at in found.feats.items()
        for feat in GAMES[game].feats
        if feat.key == key
    ]
    told = [f"{words} · <t:{at}:D>" for at, words in sorted(dated, key=lambda each: each[0])]
    told += [f"{number} games played" for number in OFTEN if all_of_them >= number][:1]
    lines += ["**Milestones**", *told] if told else []
    if any(len(curve) < FEW for curve in found.curves.values()):
        lines.append(f"-# ? is a rating from fewer than {FEW} games, which may be far off.")
    return lines


# Between people


async def compare_versus(played: Played, matches: Sequence[PlayedMatch]) -> None:
    """Look at what there is between any two, and between some three."""
    people = list(played.people.values())
    asked = [*combinations(people, 2), *zip(people, people[1:], people[2:], strict=False)]
    for me, *others in asked:
        named = {f"person{n or ''}": other for n, other in zip((0, 2), others, strict=False)}
        shown = await me.slash("versus", **named)
        assert shown.text.split("\n") == versus_lines(played, matches, [me, *others])
        rematch = [
            control.custom_id for control in shown.message.controls if control.label == "Rematch"
        ]
        ids = [person.id for person in (me, *others)]
        last = between(matches, played.world.guild.id, ids).alone
        assert rematch == ([] if last is None else [f"t:rematch:{last}"])


def versus_lines(
    played: Played, matches: Sequence[PlayedMatch], people: Sequence[Person]
) -> list[str]:
    """Write what there has to be between people."""
    names = {person.id: person.name for person in people}
    *earlier, last = names.values()
    together = f"{', '.join(earlier)} and {last}"
    found = between(matches, played.world.guild.id, list(names))
    if not found.latest:
        return [f"{together} have not played together here yet."]
    lines = [f"### {together}"]
    for game in sorted(found.wins, key=lambda game: (-found.wins[game].total(), game)):
        said = [f"{name} {found.wins[game][user]}" for user, name in names.items()]
        if found.wins[game][None]:
            said.append(f"{found.wins[game][None]} drawn")
        lines.append(f"**{name_of(game)}**: {', '.join(said)}")
    streaks = streak_words(found.streak, found.longest)
    if streaks and len(people) == 2:
        lines.append(f"{people[0].name}: {streaks}")
    latest = found.latest[:5]
    if any(len(match.players) > len(people) for match, _ in latest):
        lines.append("-# At tables with others, the best placed of you has won.")
    for match, best in latest:
        won = [names[user] for user in names if user in best]
        ending = f"{' and '.join(won)} drew"
        if len(won) == 1:
            ending = f"{won[0]} won"
        elif len(won) == len(people):
            ending = "drawn"
        place = played.place_of(match.id)
        said = [f"`{match.games[-1].code}`", name_of(match.game), ending]
        said.append(f"<t:{match.ended_at}:R>")
        lines.append(" · ".join(said + ([] if place is None else [f"<#{place}>"])))
    return lines


async def compare_scores(played: Played, matches: Sequence[PlayedMatch]) -> None:
    """Compare how two stand this month, as cards have it, and as each result has had it."""
    bot, guild = played.world.bot, played.world.guild.id
    assert isinstance(bot, Tavolo)
    now = seconds(played.world)
    for_two = [key for key, game in GAMES.items() if 2 in game.about.seats]
    for (one, two), game in product(combinations(played.people, 2), for_two):
        found = score(matches, guild, (one, two), game=game, since=month_of(now), until=now + 1)
        tally = Tally((found.get(one, 0), found.get(two, 0)), found.get(None, 0))
        shown = await bot.outcomes.running_score(guild, game, (one, two), at=now)
        assert shown == (None if tally.is_empty else tally)
    for match in matches:
        if len(match.players) > 2 or min(match.players) < 0:
            continue
        since, until = month_of(match.ended_at), match.ended_at + 1
        one, two = match.players
        found = score(matches, guild, (one, two), game=match.game, since=since, until=until)
        shown = (await ended(bot.database, match.id)).score
        assert shown == Tally((found.get(one, 0), found.get(two, 0)), found.get(None, 0))


def month_of(at: int) -> int:
    first = datetime.fromtimestamp(at, UTC).replace(day=1, hour=0, minute=0, second=0)
    return int(first.timestamp())


async def compare_rivals(played: Played, matches: Sequence[PlayedMatch]) -> None:
    """Look who is free for a game, as people in different time zones; one takes no challenges."""
    guild, people = played.world.guild.id, played.people
    mara, *_, closed = people.values()
    await closed.slash("preferences", challenges="off")
    for reader, zone in ((mara, "UTC"), (list(people.values())[1], "Asia/Kathmandu")):
        await reader.slash("preferences", time_zone=zone)
        shown = await reader.slash("rivals")
        lines, buttons = ["### Free for a game"], list[str]()
        listed = [
            (user, game)
            for user, game in active(matches, guild)
            if user not in {reader.id, closed.id}
        ]
        for user, game in listed[:LISTED]:
            done = lately(played.path, guild, user)
            hour, taken = usual_hour(done, user, zone), pace(done, user)
            said = [f"**{people[user].name}**"]
            if hour is not None:
                said.append(f"mostly between {hour}:00 and {(hour + 4) % 24}:00")
            if taken is not None:
                said.append(f"usually {time_words(taken)} for a move")
            lines.append(" · ".join(said))
            buttons.append(f"{name_of(game)} with {people[user].name}")
        lines.append(f"-# Hours are in your time zone, {zone}: /preferences changes it.")
        assert shown.text.split("\n") == lines
        assert list(shown.buttons) == buttons


# Events


async def compare_tournament(played: Played, matches: Sequence[PlayedMatch]) -> None:
    """Look at the page of the tournament: standings and every round."""
    names = {user: person.name for user, person in played.people.items()}
    found = event(played.path, played.tournament, matches)
    reader = next(iter(played.people.values()))
    page = await reader.slash("tournament show")
    assert page.text.split("\n")[3:] == standing_lines(standings(found), names)
    assert sum(row.withdrawn for row in standings(found)) == 2
    assert any(len(met.points) == 1 for met in found.met), "somebody had a bye"
    rounds = max(met.round for met in found.met)
    page = await reader.click(page, "Rounds")
    for number in range(rounds, 0, -1):
        assert round_lines(page, number) == met_lines(found, number, names)
        if number > 1:
            page = await reader.click(page, "Previous")


def standing_lines(rows: Sequence[Place], names: dict[int, str]) -> list[str]:
    """Write the standings as they have to be."""
    return [
        f"{row.rank}. {names[row.user]}: {fraction(row.points)} · Buchholz "
        f"{fraction(row.buchholz)} · Sonneborn-Berger {fraction(row.sonneborn)}"
        f"{' (withdrawn)' if row.withdrawn else ''}"
        for row in rows
    ]


def round_lines(page: Answer, number: int) -> list[str]:
    lines = page.text.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith(f"**Round {number} "))
    return [line.removesuffix(" (on time)") for line in lines[start + 1 :]]


def met_lines(found: Event, number: int, names: dict[int, str]) -> list[str]:
    """Write a round as it has to be."""
    lines = []
    for met in (met for met in found.met if met.round == number):
        couple = " vs ".join(names[user] for user in met.points)
        if len(met.points) == 1:
            lines.append(f"{met.board}. {couple}: bye")
            continue
        result = ":".join(fraction(points) for points in met.points.values())
        unplayed = "" if met.played else " (not played)"
        lines.append(f"{met.board}. {couple}: {result}{unplayed}")
    return lines


def fraction(value: Fraction) -> str:
    signs = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    whole = value.numerator // value.denominator
    return f"{whole or ''}{signs[value - whole]}" or "0"


async def compare_weekly(played: Played, matches: Sequence[PlayedMatch]) -> None:
    """Compare the weekly table's card with its matches, which are rated like any other."""
    names = {user: person.name for user, person in played.people.items()}
    card = next(
        message
        for message in reversed(played.world.channel.messages)
        if message.text.startswith("### Weekly table")
    )
    tables = played.weekly_tables()
    here = [match for match in matches if match.challenge in tables]
    assert len(here) == 2
    assert all(match.rated for match in here)
    lines = [line.split(". ", 1)[1] for line in card.text.split("\n") if " · " in line]
    assert {frozenset(line.split(" · ")) for line in lines} >= {
        frozenset(names[user] for user in match.players) for match in here
    }


async def compare_puzzles(played: Played) -> None:
    """Compare what those who answered puzzles read today: their streak, and who has found it."""
    key, day = games_with_puzzles()[0], seconds(played.world) // (24 * HOUR)
    found = answers(played.path)
    streaks = set[int]()
    for person in list(played.people.values())[:4]:
        listed = await person.slash("puzzle")
        length = streak(found, person.id, key, day)
        mine = next(one for one in listed.text.split("\n") if one.startswith(f"**{name_of(key)}"))
        assert mine.partition(" · streak: ")[2] == ("" if not length else days_words(length))
        streaks.add(length)
        right, at_once = solvers(found, key, day)
        if any(one.user == person.id and one.day == day for one in found):
            opened = await person.click(listed, name_of(key))
            people = "person has" if right == 1 else "people have"
            words = f"{right} {people} found it today, {at_once} on the first try."
            assert opened.text.endswith(words)
    assert streaks == {0, 1, 3}, "one has answered on all days, and one was wrong today"


def days_words(length: int) -> str:
    return f"{length} day" if length == 1 else f"{length} days"
