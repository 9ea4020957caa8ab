"""Draw pictures in threads, off the event loop."""

import asyncio
import logging
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import render
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

log = logging.getLogger(__name__)

Subject = Scene | Hand | ResultScene | Leaderboard | Diagram | Review | RatingPlot | TournamentTable
"""What can be drawn."""
THREADS: Final = 2


class Studio:
    """Draw what it is given. A picture that can't be drawn is logged and comes out as None."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="studio")

    def draw(self, subject: Subject) -> Awaitable[bytes | None]:
        """Begin to draw a board, a hand, a result, a leaderboard, standings, a diagram or a review."""
        return asyncio.get_running_loop().run_in_executor(self._threads, _draw_or_log, subject)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _draw_or_log(subject: Subject) -> bytes | None:
    try:
        return _picture_of(subject)
    except Exception:
        # A fault in drawing must not stop a game: the words go out without the picture.
        log.exception("a %s could not be drawn", type(subject).__name__)
        return None


def _picture_of(subject: Subject) -> bytes:
    match subject:
        case Scene():
            return render.picture(subject)
        case Hand():
            return render.hand_picture(subject)
        case ResultScene():
            return render.result_picture(subject)
        case Leaderboard():
            return render.leaderboard_picture(subject)
        case TournamentTable():
            return render.tournament_picture(subject)
        case Diagram():
            return render.diagram_picture(subject)
        case RatingPlot():
            return render.rating_picture(subject)
        case Review():
            return render.review_picture(subject)
