"""What went wrong while a test ran, though no exception reached the test.

A bot swallows its failures politely: discord.py logs what a handler raised, a refused request
becomes an exception that somebody may catch, an unanswered click is just a red line for the
person. All of these are noted here, and at the end of the test they fail it, unless the test
said that it expects them.
"""

import contextlib
import logging
import traceback
from collections.abc import Callable, Iterator


class Complaints(logging.Handler):
    """Note what must not happen; as a handler of the root logger, every logged ERROR too."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._notes: list[str] = []
        self._sources: list[Callable[[], list[str]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note a record of level ERROR or above with its traceback."""
        text = f"{record.name} logged: {record.getMessage()}"
        if record.exc_info and record.exc_info[1] is not None:
            text += "\n" + "".join(traceback.format_exception(record.exc_info[1])).rstrip()
        self.note(text)

    def note(self, text: str) -> None:
        """Note one thing that must not happen."""
        self._notes.append(text)

    def listen(self, source: Callable[[], list[str]]) -> None:
        """Ask `source` for further notes, each given once, whenever the notes are read."""
        self._sources.append(source)

    def take(self) -> list[str]:
        """Return all notes and forget them."""
        for source in self._sources:
            self._notes.extend(source())
        notes, self._notes = self._notes, []
        return notes

    @contextlib.contextmanager
    def expected(self, *fragments: str) -> Iterator[None]:
        """Tolerate what is noted inside the block and contains one of `fragments`.

        Each fragment must be met at least once, so the expectation cannot outlive its reason.
        """
        before = self.take()
        yield
        notes = self.take()
        for fragment in fragments:
            if not any(fragment in note for note in notes):
                msg = f"nothing went wrong with {fragment!r} in it, only {notes}"
                raise AssertionError(msg)
        unexpected = [note for note in notes if not any(part in note for part in fragments)]
        self._notes = [*before, *unexpected]


@contextlib.contextmanager
def listening() -> Iterator[Complaints]:
    """Collect complaints from the root logger inside the block."""
    complaints = Complaints()
    logging.getLogger().addHandler(complaints)
    try:
        yield complaints
    finally:
        logging.getLogger().removeHandler(complaints)
