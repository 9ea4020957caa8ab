"""What a page of a leaderboard looks like: its picture, its words and what one can click on.

What does not belong here: who may see it, and what a click does (`cogs.server.leaderboard`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.errors import ForgedControl
from bot.match.counting import FEWEST_TURNS
from bot.match.ratings import PROVISIONAL_GAMES, is_provisional
from bot.text.voice import LEVEL_NAMES, Name, Voice, computer_name
from cogs.board.result_text import list_name, rating_text
from cogs.ui.choosers import Chooser
from cogs.ui.components import AnyItem, button, buttons, layout, picture, small, words
from data.computers import Computer
from data.ratings import Ladder
from data.standings import DRAW_POINTS, WIN_POINTS, Listing, Page, Ranked
from games.registry import GAMES
from games.words import Text, joined
from render.scene import Leaderboard, Standing, ThemeName

ROWS: Final = 10
PICTURE: Final = "leaderboard.png"
ALL_GAMES: Final = "all"
ALL_TIME: Final = "all"
MONTH: Final = "month"
SEASON: Final = "season"
ARCHIVED: Final = "s"
"""What the code of a season that is over begins with, before its number."""
LISTINGS: Final[Mapping[str, Text]] = {
    Listing.PEOPLE: Text("between people"),
    Listing.COMPUTERS: Text("with computers"),
    Listing.EVERYTHING: Text("everything"),
    Listing.HANDICAP: Text("with a handicap"),
}
BY_FIELD: Final = ("key", "listing", "time")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which leaderboard was chosen, as custom_ids hold it: a game's key or `ALL_GAMES`, and so on."""

    key: str = ALL_GAMES
    listing: Listing = Listing.PEOPLE
    time: str = ALL_TIME

    @classmethod
    def read(cls, key: str, listing: str = Listing.PEOPLE, time: str = ALL_TIME) -> "Choice":
        """Read what a person chose or a custom_id carries; ForgedControl if there is no such list."""
        number = time.removeprefix(ARCHIVED)
        archived = number != time and number.isascii() and number.isdecimal() and len(number) < 19
        known = time in {ALL_TIME, MONTH, SEASON} or archived
        if (key not in GAMES and key != ALL_GAMES) or listing not in set(Listing) or not known:
            raise ForgedControl
        return cls(key, Listing(listing), time)

    @property
    def game(self) -> str | None:
        """Return the game's key; None for all games."""
        return None if self.key == ALL_GAMES else self.key

    @property
    def season_id(self) -> int | None:
        """Return the number of the season that is over, or None."""
        archived = self.time.startswith(ARCHIVED) and self.time != SEASON
        return int(self.time.removeprefix(ARCHIVED)) if archived else None

    @property
    def title(self) -> Text:
        """Name the leaderboard; the list between people is the one that needs no word."""
        if self.listing is Listing.EVERYTHING:
            every = list_name(self.game, Ladder.PEOPLE)
            name = Text("{list}, people and computers", list=every)
        else:
            name = list_name(self.game, Ladder(self.listing))
        return Text("Leaderboard, {list}", list=name)


@dataclass(frozen=True, slots=True)
class Times:
    """The times that can be chosen, by their code, and how the chosen one is counted."""

    names: Mapping[str, Text]
    chosen: Text | None
    """What the chosen one is called; None for all time."""
    zone: str = "UTC"
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """A page that is shown to somebody: to everybody unless it is `private`."""

    choice: Choice
    times: Times
    page: Page
    number: int
    reader_id: int
    private: bool
    voice: Voice
    theme: ThemeName

    @property
    def count(self) -> int:
        """Return how many pages there are."""
        return -(-self.page.total // ROWS)

    @property
    def aside(self) -> Ranked | None:
        """Return the row of who asked, where it is on another page."""
        own = self.page.own
        return None if own is None or own in self.page.rows else own

    def scene(self) -> Leaderboard:
        """Return the picture to draw; who reads it is marked where nobody else does."""
        plain = self.voice.plain()
        marked = self.reader_id if self.private else None
        return Leaderboard(
            # The picture has no space for more next to its title.
            title=replace(self.choice, listing=Listing.PEOPLE).title,
            note=self._note(),
            rows=tuple(_standing(row, marked, plain) for row in self.page.rows),
            translate=plain,
            theme=self.theme,
            aside=None if self.aside is None else _standing(self.aside, marked, plain),
        )

    def in_words(self) -> Text:
        """Return the rows in words."""
        said = [_row_text(row) for row in self.page.rows]
        if self.aside is not None:
            said += [Text("…"), _row_text(self.aside)]
        return joined(said, "{one}\n{two}")

    def layout(self, *, pictured: bool) -> discord.ui.LayoutView:
        """Lay out the page, with its picture or in words alone."""
        voice = self.voice
        said = self.in_words()
        shown = picture(PICTURE, voice.plain()(said)) if pictured else words(voice(said))
        return layout(
            None,
            words(f"### {voice(self._heading())}"),
            shown,
            small("\n".join(map(voice, self._notes()))),
            *self._lists(),
            *buttons(self._turning()),
        )

    def nothing(self) -> discord.ui.LayoutView:
        """Lay out a list on which nobody is, with the ways to the others."""
        text = Text(
            "{title}: no rated game has been finished in this server yet.", title=self.choice.title
        )
        if self.times.chosen is not None:
            text = Text("{title}: no rated game was finished in this time.", title=self._heading())
        return layout(None, words(self.voice(text)), *self._lists())

    def _heading(self) -> Text:
        if self.times.chosen is None:
            return self.choice.title
        return Text("{list} · {time}", list=self.choice.title, time=self.times.chosen)

    def _note(self) -> Text:
        """Return the note next to a picture's title: which list and time, else which page."""
        parts = []
        if self.choice.listing is not Listing.PEOPLE:
            parts.append(LISTINGS[self.choice.listing])
        # There is space for two.
        parts.append(
            self.times.chosen or Text("page {n} of {all}", n=self.number + 1, all=self.count)
        )
        return joined(parts, "{one} · {two}")

    def _notes(self) -> list[Text]:
        """Say what a list counts and what it does not, and what its signs mean."""
        said = [_COUNTED[self.choice.listing]]
        if self.times.chosen is not None:
            said.append(
                Text(
                    "A win is {win} points, a draw {draw}, for games that ended in {time} "
                    "({zone}).",
                    win=WIN_POINTS,
                    draw=DRAW_POINTS,
                    time=self.times.chosen,
                    zone=self.times.zone,
                )
            )
            if self.choice.listing not in {Listing.PEOPLE, Listing.HANDICAP}:
                said.append(Text("Computers are only ranked over all time."))
        elif self.choice.game is None:
            said.append(
                Text(
                    "Across all games there are only wins, no rating: each game has a leaderboard "
                    "of its own."
                )
            )
        if self.times.chosen is None and self.choice.listing is not Listing.PEOPLE:
            said.append(_computers())
        if self.times.is_over:
            said.append(Text("This season is over: its table stays as it is."))
        said.append(
            Text(
                "Not counted: unrated games, players who had completed fewer than {n} turns, "
                "draws agreed early, and games without a result.",
                n=FEWEST_TURNS,
            )
        )
        if any(map(_is_provisional, self.page.rows)):
            said.append(
                Text(
                    "? is a rating from fewer than {n} games, which may be far off.",
                    n=PROVISIONAL_GAMES,
                )
            )
        if self.private and self.page.own is None:
            said.append(Text("You are not on this list."))
        return said

    def _lists(self) -> list[AnyItem]:
        """Make the lists that lead to every other leaderboard."""
        names = {ALL_GAMES: Text("all games")} | {
            key: Text("{game}", game=game.about.name) for key, game in GAMES.items()
        }
        choosers = (
            (Chooser("key", Text("Game"), names), self.choice.key),
            (Chooser("listing", Text("Counted"), LISTINGS), self.choice.listing.value),
            (Chooser("time", Text("Time"), self.times.names), self.choice.time),
        )
        return [
            chooser.list(chosen, "standings-by", self.voice, *self._parts())
            for chooser, chosen in choosers
        ]

    def _turning(self) -> list[discord.ui.Button[Any] | None]:  # Any: as AnyItem
        choice = self.choice
        row: list[discord.ui.Button[Any] | None] = [  # Any: as AnyItem
            button(
                self.voice(label),
                "standings",
                choice.key,
                number,
                self.reader_id,
                choice.listing,
                choice.time,
            )
            for label, number in (
                (Text("Previous"), self.number - 1),
                (Text("Next"), self.number + 1),
            )
            if 0 <= number < self.count
        ]
        if not self.private:
            row.append(button(self.voice(Text("My rank")), "standings-mine", *self._parts()[:3]))
        return row

    def _parts(self) -> tuple[str | int, ...]:
        return (self.choice.key, self.choice.listing, self.choice.time, self.reader_id)


_COUNTED: Final[Mapping[Listing, Text]] = {
    Listing.PEOPLE: Text("Games with computers or a handicap are counted separately."),
    Listing.HANDICAP: Text("Only games between people with a handicap are counted here."),
    Listing.COMPUTERS: Text("Only games with computers are counted here."),
    Listing.EVERYTHING: Text(
        "Games between people and with computers are added up: there is no rating for both."
    ),
}


def _computers() -> Text:
    """Say who is meant by the rows of computers."""
    levels = [
        Text("{computer} and others ({level})", computer=computer_name(Computer(level)), level=name)
        for level, name in LEVEL_NAMES.items()
    ]
    return Text(
        "Computers of a level share one row and one fixed rating: {levels}. Those that play like "
        "somebody have no row.",
        levels=joined(levels),
    )


def _standing(row: Ranked, marked: int | None, voice: Voice) -> Standing:
    return Standing(
        rank=row.rank,
        name=voice.named([row.name])[0],
        rating=row.rating,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        reader=row.user_id == marked,
        provisional=_is_provisional(row),
        points=row.points,
    )


def _row_text(row: Ranked) -> Text:
    name = Name(row.name)
    if row.points is not None:
        return Text(
            "{rank}. {name}, points {points}: won {wins}, drawn {draws}, lost {losses}",
            rank=row.rank,
            name=name,
            points=row.points,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
        )
    if row.rating is None:
        return Text(
            "{rank}. {name}: won {wins}, drawn {draws}, lost {losses}",
            rank=row.rank,
            name=name,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
        )
    return Text(
        "{rank}. {name} {rating}: won {wins}, drawn {draws}, lost {losses}",
        rank=row.rank,
        name=name,
        rating=rating_text(row.rating, provisional=_is_provisional(row)),
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
    )


def _is_provisional(row: Ranked) -> bool:
    games = row.wins + row.draws + row.losses
    return row.rating is not None and is_provisional(row.user_id, games)
