"""What a picture shows, as plain values: the only things that drawing is given.

A scene holds a position already reduced to what its reader may see (`seen_by`), so a
picture cannot give a secret away. Names are plain text as people wrote them; fonts and
shortening happen in the pictures (`render.type`). Each value says for whom it is drawn:
`theme` has the colours, and with `marks` every colour bears a letter as well.

A person's colours, with the mark on their tokens, are one of a theme's `players`: their hue, an
index. `hues` are those of the seats, all different, since who sits where changes from one game
to the next.
"""

from dataclasses import dataclass
from typing import Final, Literal

from games.game import Result
from games.line import AnyGame, AnyPosition, Played
from games.words import Text, Translate

ThemeName = Literal["dark", "light", "contrast"]
"""The last is for those who need high contrast."""
HUES: Final = (0, 1, 2, 3)
"""Those of the seats where nobody in particular plays, as in the rules."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One board: a position, who plays, what happened last, and a choice being made.

    `turn` counts the turns from 1. `marked` holds the tokens chosen so far in the turn
    panel (`Game.steps`), empty on a public board; with a choice being made, the last move
    is not marked, so that the two cannot be confused. `actions` are all moves of the turn
    that `last` belongs to, in games whose turns are several moves, so that all are marked.
    `earlier` are the turns of the round before that one, oldest first: the longer ago, the
    more faintly they are marked. Where a review compares two moves, `position` is the one in
    which they could be made, `last` is the better one, and `earlier` has the one that was made.
    """

    game: AnyGame
    position: AnyPosition
    names: tuple[str, ...]
    turn: int
    translate: Translate
    last: Played | None = None
    result: Result | None = None
    marked: tuple[str, ...] = ()
    theme: ThemeName = "dark"
    actions: tuple[Played, ...] = ()
    marks: bool = False
    earlier: tuple[tuple[Played, ...], ...] = ()
    compared: bool = False
    hues: tuple[int, ...] = HUES


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat of a game with hidden cards holds: for the eyes of that seat only.

    `position` is what the seat may see (`seen_by`). `marked` holds the tokens chosen so far
    in the turn panel, as in a `Scene`. Once the game is over others may look too: then `holder` is
    the name of whose hand it is.
    """

    game: AnyGame
    position: AnyPosition
    seat: int
    translate: Translate
    marked: tuple[str, ...] = ()
    theme: ThemeName = "dark"
    marks: bool = False
    hues: tuple[int, ...] = HUES
    holder: str | None = None


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's line in a result: score, and the rating with its change where rated.

    `place` counts from 1, and is None where nobody has one. `out` says why somebody has none
    among others who do ("resigned").
    """

    name: str
    score: int | None
    won: bool
    rating: int | None = None
    change: int | None = None
    place: int | None = None
    out: Text | None = None
    provisional: bool = False
    """Whether the rating comes from a few games only."""
    points: int | None = None
    """What the results of a month or a season are worth; None on the lists of all time."""


@dataclass(frozen=True, slots=True)
class ResultScene:
    """The end of a game or of a two-game match; players in seat order, whatever their place.

    `headline` and `detail` are complete ("two wins", "by 7 points", "by resignation"),
    `note` is at the top right ("final result · 31 turns").
    """

    game: AnyGame
    players: tuple[PlayerResult, ...]
    headline: Text
    detail: Text
    note: Text
    translate: Translate
    theme: ThemeName = "dark"
    marks: bool = False
    hues: tuple[int, ...] = HUES


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard; `rating` is None on a list that is not ranked by it."""

    rank: int
    name: str
    rating: int | None
    wins: int
    draws: int
    losses: int
    reader: bool = False
    provisional: bool = False
    """Whether the rating comes from a few games only."""
    points: int | None = None
    """What the results of a month or a season are worth; None on the lists of all time."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """One page (at most ten rows) of a leaderboard.

    `aside` is a row from another page, below the others.
    """

    title: Text
    note: Text
    rows: tuple[Standing, ...]
    translate: Translate
    theme: ThemeName = "dark"
    aside: Standing | None = None


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One row of a tournament's standings: `figures` are what it is ranked by, the first the most.

    A player who has withdrawn is `gone`.
    """

    rank: int
    name: str
    figures: tuple[str, ...]
    gone: bool = False


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """The first rows (at least one) of a tournament's standings; a head for each figure."""

    title: Text
    note: Text
    heads: tuple[Text, ...]
    rows: tuple[PlayerRow, ...]
    translate: Translate
    theme: ThemeName = "dark"


@dataclass(frozen=True, slots=True)
class RatingCurve:
    """A person's rating in a game after each of some matches: when (seconds since 1970), and what.

    There is one at least; times never go back. `provisional` says that it comes from a few games only.
    """

    game: AnyGame
    points: tuple[tuple[int, int], ...]
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class RatingPlot:
    """A person's ratings over time: up to four games, each a line in a hue of its own."""

    name: str
    curves: tuple[RatingCurve, ...]
    translate: Translate
    theme: ThemeName = "dark"
    marks: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """A part of a board on a page of rules: a position, what is marked in it, a caption.

    `around` names what is to be in it: spaces as people type them, or parts of the picture
    ("board", and what else the game's file in this folder has). `names` are those of the
    players, numbers if there are none. `marked`, `last` and `actions` are as in a `Scene`.
    """

    game: AnyGame
    position: AnyPosition
    translate: Translate
    caption: Text | None = None
    around: tuple[str, ...] = ("board",)
    marked: tuple[str, ...] = ()
    last: Played | None = None
    actions: tuple[Played, ...] = ()
    names: tuple[str, ...] = ()
    theme: ThemeName = "dark"
    marks: bool = False

    def scene(self) -> Scene:
        """Return the whole board."""
        return Scene(
            self.game,
            self.position,
            self.names or ("",) * self.game.about.seats[0],
            1,
            self.translate,
            last=self.last,
            marked=self.marked,
            theme=self.theme,
            actions=self.actions,
            marks=self.marks,
        )


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that cost its player much: in which turn (from 1), and what share of the chance."""

    turn: int
    seat: int
    cost: float


@dataclass(frozen=True, slots=True)
class Review:
    """How the chances went in a game that is over.

    `chances[n]` are those of each seat after n turns, shares of 1; the first ones are before
    any turn. `mistakes` come in the order in which they are to be listed. `luck` is how much
    the rolls changed the chance of each seat in all, and `choices` how much the moves did,
    in games where those can be told apart.
    """

    game: AnyGame
    names: tuple[str, ...]
    chances: tuple[tuple[float, ...], ...]
    mistakes: tuple[Mistake, ...]
    translate: Translate
    luck: tuple[float, ...] | None = None
    choices: tuple[float, ...] | None = None
    theme: ThemeName = "dark"
    marks: bool = False
    hues: tuple[int, ...] = HUES
