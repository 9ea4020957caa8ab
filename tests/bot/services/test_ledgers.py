"""What a match brings on the ledger, by its settings."""

import pytest

from bot.match.ledger_entry import entry_of
from bot.match.match_outcome import MatchOutcome
from games.game import Reason

WON = MatchOutcome((1, 2), (0, 1), (11, 7), Reason.PLAYED)
EVEN_SUMS = MatchOutcome((1, 2), (1, 0), (6, 6), Reason.PLAYED)
DRAWN = MatchOutcome((1, 2), (0, 0), (0, 0), Reason.PLAYED)
RESIGNED_AHEAD = MatchOutcome((1, 2), (1, 0), (9, 4), Reason.RESIGNED)


@pytest.mark.parametrize(
    ("outcome", "settings", "points", "coins"),
    [
        (WON, {"scoring": "ledger", "stake": "none"}, 4, 0),
        (WON, {"scoring": "single", "stake": "difference"}, 0, 4),
        (WON, {"scoring": "ledger", "stake": "fixed", "amount": "5"}, 4, 5),
        (EVEN_SUMS, {"scoring": "ledger", "stake": "none"}, 0, 0),
        (EVEN_SUMS, {"scoring": "ledger", "stake": "fixed", "amount": "5"}, 0, 5),
        (DRAWN, {"scoring": "ledger", "stake": "fixed", "amount": "5"}, 0, 0),
        (RESIGNED_AHEAD, {"scoring": "ledger", "stake": "difference"}, 0, 0),
        (RESIGNED_AHEAD, {"scoring": "ledger", "stake": "fixed", "amount": "3"}, 0, 3),
    ],
)
def test_a_match_brings_what_its_settings_say(
    outcome: MatchOutcome, settings: dict[str, str], points: int, coins: int
) -> None:
    entry = entry_of(7, outcome, settings)
    assert entry is not None
    assert (entry.points, entry.coins) == (points, coins)
    if len(outcome.winners) == 1:
        assert entry.winner_id == outcome.winners[0]


@pytest.mark.parametrize("settings", [{}, {"scoring": "single", "stake": "none"}])
def test_a_match_by_itself_brings_nothing(settings: dict[str, str]) -> None:
    assert entry_of(7, WON, settings) is None
