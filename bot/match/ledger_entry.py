"""What a match of two adds to the ledger, by the settings of the match."""

from collections.abc import Mapping
from typing import Final

from bot.match.match_outcome import MatchOutcome
from data.ledger import Entry

SCORING: Final = "scoring"
STAKE: Final = "stake"
AMOUNT: Final = "amount"


def keeps_ledger(settings: Mapping[str, str]) -> bool:
    """Tell whether what a match brings goes on the ledger of its two people."""
    return settings.get(SCORING) == "ledger" or settings.get(STAKE, "none") != "none"


def entry_of(match_id: int, outcome: MatchOutcome, settings: Mapping[str, str]) -> Entry | None:
    """Return what a match of two brings its winner, or None if it is not for the ledger.

    Equal sums bring no points, also where a rule names a winner.
    """
    if not keeps_ledger(settings):
        return None
    counted, stake = settings.get(SCORING) == "ledger", settings.get(STAKE, "none")
    if len(outcome.winners) != 1:
        one, two = outcome.people
        return Entry(match_id, one, two, points=0, coins=0)
    (winner,) = outcome.winners
    (loser,) = (person for person in outcome.people if person != winner)
    scores = dict(zip(outcome.people, outcome.scores, strict=True))
    # Who resigned while ahead loses the match, but no points that were never made.
    difference = max(0, (scores[winner] or 0) - (scores[loser] or 0))
    coins = {"none": 0, "fixed": int(settings.get(AMOUNT, "1")), "difference": difference}[stake]
    return Entry(match_id, winner, loser, points=difference if counted else 0, coins=coins)
