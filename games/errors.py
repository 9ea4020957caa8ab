"""What can be wrong with a move or a record, as one tree.

    GameError               every error that a person may read; carries a Text
    ├── OptionError         a game, option or number of seats that there is not
    ├── NotationError       a text that is no move of this game at all
    ├── IllegalMove         a move of this game that is not allowed now
    ├── GameOver            an event after the end
    └── RecordError         a record that does not hold; carries the ply
        └── UnfairRecord    chance in it that is not what its secret gives

`bot.errors` goes on where people and their clicks come in. Nothing here knows Discord.
"""

from games.words import Text


class GameError(Exception):
    """Say in a player's words what is wrong; `text` is translated where it is shown.

    `names` are those of the seats in `text`, filled in where they are known.
    """

    names: tuple[str, ...] = ()

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return str(self.text)


class OptionError(GameError):
    """A game that there is not; an option, value or number of seats that it does not have."""


class NotationError(GameError):
    """A text that is no move of this game at all."""


class IllegalMove(GameError):
    """A move of this game that the position does not allow."""


class GameOver(GameError):
    """An event that comes after the end of the game."""


class RecordError(GameError):
    """A record that does not hold, at `ply` (0 for what comes before the first event)."""

    def __init__(self, ply: int, text: Text) -> None:
        super().__init__(Text("Ply {ply}: {problem}", ply=ply, problem=text))
        self.ply = ply
        self.problem = text


class UnfairRecord(RecordError):
    """A set-up or chance event that is not what the secret gives, or not the published secret."""
