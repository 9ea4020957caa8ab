"""The words for how two people stand against each other, on cards, boards and results."""

from bot.text.voice import Name
from data.outcomes import Tally
from games.words import Seat, Text

Called = Name | Seat | Text


def score_text(score: Tally, one: Called, other: Called) -> Text:
    """Say how two people stand this month, who is ahead first: "Mara 3, Jonas 2 this month"."""
    sides = [(score.won[0], one), (score.won[1], other)]
    (most, first), (fewest, second) = sorted(sides, key=lambda side: -side[0])
    if not score.drawn:
        return Text(
            "{one} {won}, {two} {lost} this month", one=first, won=most, two=second, lost=fewest
        )
    return Text(
        "{one} {won}, {two} {lost}, {n} drawn this month",
        one=first,
        won=most,
        two=second,
        lost=fewest,
        n=score.drawn,
    )
