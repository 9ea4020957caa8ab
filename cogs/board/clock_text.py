"""Clock and absences on a board: until when a move is due, and who is away.

What does not belong here: the rest of a board (`cogs.board.board_message`), and what happens when
a clock has run out (`cogs.match.clocks`).
"""

from bot.match.turn_clock import Halt
from bot.services.audience import Attendance
from cogs.board.result_text import duration
from data.stored import StoredGame
from games.words import Seat, Text, joined


def clock_text(game: StoredGame) -> Text | None:
    """Say when the time of the player to move ends, or that the clock is paused; else None."""
    timing = game.timing
    if timing.deadline_at is not None:
        return Text(
            "until {time} ({when})",
            time=f"<t:{timing.deadline_at}:f>",
            when=f"<t:{timing.deadline_at}:R>",
        )
    match timing.halted:
        case Halt.AWAY:
            return Text("clock paused while they are away")
        case None:
            return None
        case _:
            return Text("clock paused")


def given_back_text(game: StoredGame) -> Text | None:
    """Say that a clock got back the time in which nobody could reach the bot; None if it did not."""
    seconds = game.timing.given_back
    if not seconds:
        return None
    return Text(
        "Nobody could reach me for {duration}. The clock has this time back.",
        duration=duration(seconds),
    )


def attendance_text(attendance: Attendance) -> Text | None:
    """Say who of a table is away or has left the server; None where nobody is or has."""
    said = [
        Text("{player} is away until {when}.", player=Seat(seat), when=f"<t:{until}:f>")
        for seat, until in sorted(attendance.away.items())
        if seat not in attendance.gone
    ]
    said += [
        Text("{player} is not in this server any more.", player=Seat(seat))
        for seat in sorted(attendance.gone)
    ]
    return joined(said, "{one} {two}") if said else None
