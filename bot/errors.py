"""What can be wrong with what a person asks of a match, as one tree.

    games.errors.GameError
    ├── (the rules' own: OptionError, NotationError, IllegalMove, GameOver, RecordError)
    └── MatchError            something about people, seats or clicks; carries a Text
        ├── Refused           a challenge that may not be made or answered like this
        ├── ChallengeClosed   an answer to a challenge that is no longer open
        ├── UnknownGame       a code, number or place without such a game
        ├── NotPlaying        somebody without a seat acts in a game
        ├── NotYourTurn       somebody acts while another seat is to move
        └── StaleTurn         somebody acts on a board that is no longer the latest

Each is raised before anything is stored. Only `cogs.answers` turns them into messages.
"""

from games.errors import GameError


class MatchError(GameError):
    """Something about people, seats or clicks that does not fit."""


class Refused(MatchError):
    """A challenge that may not be made or answered like this."""


class ChallengeClosed(MatchError):
    """An answer to a challenge that is no longer open."""


class UnknownGame(MatchError):
    """A code, a number or a place that has no such game."""


class NotPlaying(MatchError):
    """Somebody without a seat acts in a game."""


class NotYourTurn(MatchError):
    """Somebody acts while another seat is to move."""


class StaleTurn(MatchError):
    """Somebody acts on a board that is no longer the latest."""
