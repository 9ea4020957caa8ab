"""Mixes: a computer between two levels, which chooses some of its turns as the higher one.

This is how a computer fits a person: an easy that errs less often. Which level chooses a turn is
drawn from a seed, like everything that a computer decides by chance. What does not belong here:
whom a mix is meant for (`bot.match.like_me`), and how a level plays (`games.players.player`).
"""

from dataclasses import dataclass
from random import Random
from typing import Final

from games.players.player import LEVELS, Level, strength_of

EIGHTHS: Final = 8
"""How finely a mix is measured."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Play `eighths` of 8 turns as the level above `lower`, the others as `lower` itself.

    Raises ValueError where there is no level above.

    >>> str(Mix(Level.EASY, 3)), Mix(Level.EASY, 3).upper
    ('easy+3', <Level.MEDIUM: 'medium'>)
    """

    lower: Level
    eighths: int

    def __post_init__(self) -> None:
        """Check that there is such a mix."""
        if not 0 <= self.eighths < EIGHTHS or (self.eighths and self.lower is LEVELS[-1]):
            msg = f"no mix has {self.eighths} eighths above {self.lower}"
            raise ValueError(msg)

    def __str__(self) -> str:
        return f"{self.lower}+{self.eighths}"

    @property
    def upper(self) -> Level:
        """Return the level that chooses some turns; the lower one where that chooses all."""
        return LEVELS[LEVELS.index(self.lower) + 1] if self.eighths else self.lower

    def level_for(self, seed: str) -> Level:
        """Return the level that chooses a turn; `seed` is that turn's own.

        >>> {Mix(Level.EASY, 3).level_for(str(turn)).value for turn in range(9)} == {"easy", "medium"}
        True
        """
        return self.upper if Random(seed).randrange(EIGHTHS) < self.eighths else self.lower


Strength = Level | Mix
"""How strong a computer plays: as one level, or between two."""
MIXES: Final = tuple(
    Mix(level, eighths)
    for level in LEVELS
    for eighths in (range(EIGHTHS) if level is not LEVELS[-1] else range(1))
)
"""All mixes, the weakest first; the last one plays as the highest level."""
LIKE_ME: Final = Mix(Level.EASY, EIGHTHS // 2)
"""What people choose by "like me", until it is picked from their record: the one for no record."""


def strength_from(written: str) -> Strength:
    """Read a strength as `str` writes it; raises ValueError.

    >>> strength_from("hard"), strength_from("medium+7") == Mix(Level.MEDIUM, 7)
    (<Level.HARD: 'hard'>, True)
    """
    level, plus, eighths = written.partition("+")
    return Mix(Level(level), int(eighths)) if plus else Level(level)


def place_of(strength: Strength) -> int:
    """Return where a strength is on the way from the lowest level to the highest, in eighths.

    >>> place_of(Level.EASY), place_of(Mix(Level.EASY, 3)), place_of(Level.MEDIUM)
    (0, 3, 8)
    """
    if isinstance(strength, Mix):
        return EIGHTHS * LEVELS.index(strength.lower) + strength.eighths
    return EIGHTHS * LEVELS.index(strength)


def level_of(strength: Strength, seed: str) -> Level:
    """Return the level that chooses a turn of a computer; `seed` is that turn's own."""
    return strength.level_for(seed) if isinstance(strength, Mix) else strength


def rating_of(game: str, strength: Strength) -> int:
    """Return the fixed rating of a game's computer, on the scale that people see.

    That of a mix is interpolated between its levels by how many turns each of them chooses.
    """
    if not isinstance(strength, Mix):
        return strength_of(game, strength)
    lower, upper = strength_of(game, strength.lower), strength_of(game, strength.upper)
    return round(lower + (upper - lower) * strength.eighths / EIGHTHS)


def closest_mix(game: str, rating: float) -> Mix:
    """Return the mix of a game whose rating is closest to that of a person."""
    return min(MIXES, key=lambda mix: abs(rating_of(game, mix) - rating))
