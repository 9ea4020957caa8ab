"""Pictures: what somebody may see goes in, a PNG comes out. One folder a game, found by its key.

Read `scene` (what goes in), `theme` and `contrast` (colours), `fonts`, `clusters`, `bidi` and
`type` (text of any script), `sketch` and `canvas` (how things get onto a sheet), `pieces` and
`frame` (what all pictures share), then one game, and `diagram`, `review`, `result`,
`leaderboard`, `rating_plot` and `tournament` (pictures of no one game). No Discord, no files but the fonts, no clock.
Everything may be called from several threads.
"""

from importlib import import_module
from typing import Protocol, cast

from games.line import AnyGame
from render import diagram as diagrams
from render import leaderboard, rating_plot, result
from render import review as reviews
from render import tournament as tournaments
from render.canvas import Area, Canvas
from render.scene import (
    Diagram,
    Hand,
    Leaderboard,
    RatingPlot,
    ResultScene,
    Review,
    Scene,
    TournamentTable,
)


class _Drawing(Protocol):
    """The drawing of a game: its folder in this package."""

    SIGNS: str
    """A letter for each hue, drawn where a reader has turned marks on."""

    def draw(self, scene: Scene) -> Canvas:
        """Draw a board."""

    def place(self, name: str) -> Area:
        """Return where a space or a part of the picture lies."""


class _DrawingHands(_Drawing, Protocol):
    """The drawing of a game with hidden cards."""

    def draw_hand(self, hand: Hand, signs: str) -> Canvas:
        """Draw what one seat holds."""


def drawing_of(game: AnyGame) -> _Drawing:
    """Return the drawing of a game: the folder that its key names."""
    return cast("_Drawing", import_module(f"render.{game.about.key}"))


def _signs(game: AnyGame, *, marks: bool) -> str:
    return drawing_of(game).SIGNS if marks else ""


def board(scene: Scene) -> Canvas:
    """Draw a board."""
    return drawing_of(scene.game).draw(scene)


def picture(scene: Scene) -> bytes:
    """Draw a board, as a PNG."""
    return board(scene).png()


def hand_picture(hand: Hand) -> bytes:
    """Draw a hand for the eyes of its holder, in a game with hidden cards, as a PNG."""
    drawing = cast("_DrawingHands", drawing_of(hand.game))
    return drawing.draw_hand(hand, _signs(hand.game, marks=hand.marks)).png()


def diagram_picture(diagram: Diagram) -> bytes:
    """Draw a part of a board with a caption, as a PNG."""
    drawing = drawing_of(diagram.game)
    areas = [drawing.place(name) for name in diagram.around]
    return diagrams.draw(diagram, drawing.draw(diagram.scene()), areas).png()


def result_picture(outcome: ResultScene) -> bytes:
    """Draw the end of a game or of a two-game match, as a PNG."""
    return result.draw(outcome, _signs(outcome.game, marks=outcome.marks)).png()


def leaderboard_picture(board: Leaderboard) -> bytes:
    """Draw one page of a leaderboard, at least one row, as a PNG."""
    return leaderboard.draw(board).png()


def tournament_picture(table: TournamentTable) -> bytes:
    """Draw the standings of a tournament as a PNG."""
    return tournaments.draw(table).png()


def rating_picture(plot: RatingPlot) -> bytes:
    """Draw somebody's ratings over time, in one game at least, as a PNG."""
    return rating_plot.draw(plot, rating_plot.SIGNS if plot.marks else "").png()


def review_picture(review: Review) -> bytes:
    """Draw how the chances went in a game, as a PNG."""
    return reviews.draw(review, _signs(review.game, marks=review.marks)).png()
