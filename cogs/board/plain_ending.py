"""The words for how a game ended when nothing but its result is known: one from a file, or a try.

What does not belong here: results of stored games (`cogs.board.result_text`).
"""

from games.game import Reason, Result
from games.words import Seat, Text, listed


def plain_ending(result: Result, seats: int) -> Text:
    """Say who won a game and how, when nothing but its result is known."""
    winners = [Seat(seat) for seat in result.winners]
    if result.reason is Reason.ABORTED:
        return Text("Ended without a result")
    if not winners:
        return Text("Nobody wins")
    if len(winners) == seats:
        return Text("A draw")
    if len(winners) > 1:
        return Text(
            "{players} share the win",
            players=listed([Text("{player}", player=winner) for winner in winners]),
        )
    match result.reason:
        case Reason.RESIGNED:
            return Text("{winner} wins by resignation", winner=winners[0])
        case Reason.TIMEOUT:
            return Text("{winner} wins on time", winner=winners[0])
        case _:
            return Text("{winner} wins", winner=winners[0])
