"""The words of a profile, and of what there is between people: records, streaks, milestones.

What does not belong here: the messages (`cogs.server.profile`, `cogs.server.versus`).
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.match.ratings import is_provisional
from bot.services.profiles import Profile, Record
from bot.services.streaks import Streaks
from bot.services.versus import InGame, Latest
from bot.text.voice import LEVEL_NAMES, LIKE_ME_NAME, Mention, Name, listed
from cogs.board.result_text import duration, rating_text
from data.outcomes import HANDICAP, LIKE_ME, MIXED, PEOPLE, Ending
from games.players import LEVELS
from games.registry import GAMES
from games.words import Plural, Text, joined

Called = Name | Mention
LEAST_STREAK: Final = 2
"""A row of fewer is none."""
PLAYED_OFTEN: Final = (1000, 500, 100, 50, 10)
"""Numbers of games that are milestones; the highest that is reached is told."""


def opponents_name(against: str) -> Text:
    """Name a kind of opponents."""
    if against == PEOPLE:
        return Text("against people")
    if against == HANDICAP:
        return Text("with a handicap")
    if against == MIXED:
        return Text("against people and computers")
    if against == LIKE_ME:
        return Text("against computers ({level})", level=LIKE_ME_NAME)
    level = next(level for level in LEVELS if level == against)
    return Text("against computers ({level})", level=LEVEL_NAMES[level])


def records_text(profile: Profile) -> Text:
    """Tell how somebody's matches ended, a line for each game."""
    lines = [
        _game_text(profile, game, list(records))
        for game, records in groupby(profile.records, lambda record: record.game)
        if game in GAMES
    ]
    return joined(lines, "{one}\n{two}")


def _game_text(profile: Profile, game: str, records: Sequence[Record]) -> Text:
    told = joined([_record_text(record) for record in records], "{one} · {two}")
    name, rated = GAMES[game].about.name, profile.ratings.get(game)
    if rated is None:
        return Text("**{game}**: {records}", game=name, records=told)
    provisional = is_provisional(profile.user_id, rated.games)
    rating = rating_text(rated.shown, provisional=provisional)
    return Text("**{game}** {rating}: {records}", game=name, rating=rating, records=told)


def _record_text(record: Record) -> Text:
    return Text(
        "{opponents} won {wins}, drawn {draws}, lost {losses}",
        opponents=opponents_name(record.against),
        wins=record.won,
        draws=record.drawn,
        losses=record.lost,
    )


def ratings_text(profile: Profile) -> Text:
    """Tell what the picture of somebody's ratings shows, a line for each game."""
    said = []
    for game in profile.plotted:
        shown = [after for _, after in profile.curves[game]]
        provisional = is_provisional(profile.user_id, profile.ratings[game].games)
        said.append(
            Plural(
                "{game}: {rating} now, between {lowest} and {highest} in {n} rated game",
                "{game}: {rating} now, between {lowest} and {highest} in {n} rated games",
                len(shown),
                game=GAMES[game].about.name,
                rating=rating_text(shown[-1], provisional=provisional),
                lowest=min(shown),
                highest=max(shown),
            )
        )
    return Text("Ratings over time:\n{games}", games=joined(said, "{one}\n{two}"))


def streak_text(streaks: Streaks) -> Text | None:
    """Tell the current row and the longest of wins; None where there is neither."""
    said = []
    if streaks.ending is not None and streaks.length >= LEAST_STREAK:
        said.append(Text("now {streak}", streak=_row_text(streaks.ending, streaks.length)))
    if streaks.best >= LEAST_STREAK:
        said.append(Text("at best {streak}", streak=_row_text(Ending.WON, streaks.best)))
    return joined(said, "{one} · {two}") if said else None


def _row_text(ending: Ending, length: int) -> Text:
    match ending:
        case Ending.WON:
            return Plural("{n} win in a row", "{n} wins in a row", length)
        case Ending.DRAWN:
            return Plural("{n} draw in a row", "{n} draws in a row", length)
        case Ending.LOST:
            return Plural("{n} loss in a row", "{n} losses in a row", length)


def facts_text(profile: Profile) -> list[Text]:
    """Tell what else the games say of somebody, a line each."""
    said = []
    streak = streak_text(profile.streaks)
    if streak is not None:
        said.append(Text("**Between people**: {streaks}", streaks=streak))
    favourite = profile.favourite
    if favourite is not None and favourite[0] in GAMES:
        said.append(
            Plural(
                "**Favourite game**: {game}, {played} of {n} game",
                "**Favourite game**: {game}, {played} of {n} games",
                profile.matches,
                game=GAMES[favourite[0]].about.name,
                played=favourite[1],
            )
        )
    if profile.pace is not None:
        said.append(Text("**Usual time for a move**: {time}", time=duration(profile.pace)))
    if profile.timed:
        said.append(
            Plural(
                "**On time**: {on_time} of {n} game with a clock",
                "**On time**: {on_time} of {n} games with a clock",
                profile.timed,
                on_time=profile.on_time,
            )
        )
    return said


def milestones_text(profile: Profile) -> list[Text]:
    """Tell what is worth a smile, a line each, the latest last."""
    dated = [
        (at, Text("First win {opponents}", opponents=opponents_name(against)))
        for against, at in profile.first_wins.items()
    ]
    dated += [
        (at, Text("{game}: {feat}", game=GAMES[game].about.name, feat=feat.said))
        for (game, key), at in profile.feats.items()
        if game in GAMES
        for feat in GAMES[game].feats
        if feat.key == key
    ]
    said = [
        Text("{milestone} · {when}", milestone=milestone, when=f"<t:{at}:D>")
        for at, milestone in sorted(dated, key=lambda entry: entry[0])
    ]
    often = next((number for number in PLAYED_OFTEN if profile.matches >= number), None)
    if often is not None:
        said.append(Text("{n} games played", n=often))
    return said


def in_game_text(found: InGame, names: Sequence[Called]) -> Text:
    """Tell what people have won against each other in a game."""
    said = [
        Text("{name} {won}", name=name, won=won) for name, won in zip(names, found.won, strict=True)
    ]
    if found.drawn:
        said.append(Text("{n} drawn", n=found.drawn))
    counts = joined(said)
    return Text("**{game}**: {counts}", game=GAMES[found.game].about.name, counts=counts)


def handicapped_text(found: InGame, names: Sequence[Called]) -> Text:
    """Tell the same of games with a handicap."""
    return Text("With a handicap, {counts}", counts=in_game_text(found, names))


def latest_text(latest: Latest, names: dict[int, Name]) -> Text:
    """Tell how a match between people ended, with its code and where it was played."""
    best = [names[person] for person in latest.best]
    if len(best) == 1:
        ending = Text("{winner} won", winner=best[0])
    elif len(best) == len(names):
        ending = Text("drawn")
    else:
        ending = Text("{players} drew", players=listed(best))
    said = [
        Text("`{code}`", code=latest.played.code),
        Text("{game}", game=GAMES[latest.met.game].about.name),
        ending,
        Text("{when}", when=f"<t:{latest.met.ended_at}:R>"),
    ]
    if latest.met.against == HANDICAP:
        said.append(Text("with a handicap"))
    if latest.played.place_id is not None:
        said.append(Text("{place}", place=f"<#{latest.played.place_id}>"))
    return joined(said, "{one} · {two}")
