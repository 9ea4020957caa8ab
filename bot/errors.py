"""The errors of what a person asks for, as one tree.

    games.errors.GameError
    ├── (the rules' own: OptionError, NotationError, IllegalMove, GameOver, RecordError)
    └── MatchError            something about people, seats or clicks; carries a Text
        ├── ForgedControl     a button or list that the bot can't have made, or no longer makes
        ├── Refused           something that is not allowed now, or not to this person
        ├── ChallengeClosed   an answer to a challenge that is no longer open
        ├── OfferClosed       an answer to an offer that is closed
        ├── UnknownChallenge  a number without such a challenge
        ├── UnknownTournament a number without such a tournament
        ├── UnknownPlan       a plan that is not there (any more), or somebody else's
        ├── UnknownGame       a code, number or place without such a game
        ├── NotPlaying        somebody without a seat acts in a game
        ├── NotYourTurn       somebody acts while another seat is to move
        ├── StaleTurn         somebody acts on a board that is no longer the latest
        ├── NotHere           a command where there are the commands without the bot
        ├── Restarting        something that comes while the bot is being stopped
        └── Busy              too many jobs for the computers

Each is raised before anything is stored. Only `cogs.ui.responses` turns them into messages.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.errors import GameError
from games.words import Text


@dataclass(frozen=True, slots=True)
class WayOut:
    """A button that an error comes with: what it says, and the action that it carries out."""

    label: Text
    action: str
    parts: tuple[int | str, ...]


class MatchError(GameError):
    """Something about people, seats or clicks that does not fit."""


class ForgedControl(MatchError):
    """A button or list that the bot cannot have made, or makes no longer."""

    def __init__(self) -> None:
        super().__init__(
            Text("This button is from an older version of me, or broken. /games lists your games.")
        )


class Refused(MatchError):
    """Something that is not allowed now, or not to this person; the text says why."""


class ChallengeClosed(MatchError):
    """An answer to a challenge that is no longer open."""


class OfferClosed(MatchError):
    """An answer to an offer that is closed."""

    def __init__(self) -> None:
        super().__init__(Text("Too late: this was already answered, or the game has moved on."))


class UnknownChallenge(MatchError):
    """A number that has no such challenge."""

    def __init__(self) -> None:
        super().__init__(Text("I don't know this challenge. /games lists yours."))


class UnknownTournament(MatchError):
    """A number that has no such tournament here."""

    def __init__(self) -> None:
        super().__init__(Text("I don't know this tournament. /tournament list shows all of them."))


class UnknownPlan(MatchError):
    """A plan that is not there (any more), or somebody else's."""

    def __init__(self) -> None:
        super().__init__(Text("This plan is gone: it was played, dropped or withdrawn."))


class UnknownGame(MatchError):
    """A code, a number or a place that has no such game."""

    def __init__(self, text: Text | None = None, ways: Sequence[WayOut] = ()) -> None:
        super().__init__(text or Text("I don't know this game. /games lists yours."))
        self.ways = tuple(ways)
        """The games that may be meant."""


class NotPlaying(MatchError):
    """Somebody without a seat acts in a game."""


class NotYourTurn(MatchError):
    """Somebody acts while another seat is to move."""


class StaleTurn(MatchError):
    """Somebody acts on a board that is no longer the latest."""


class NotHere(MatchError):
    """A command in a server that has the commands, but not the bot."""

    def __init__(self, invitation: str) -> None:
        super().__init__(
            Text(
                "My commands are here, but I am not a member of this server, so nobody can "
                "play. Somebody with Manage Server can add me."
            )
        )
        self.invitation = invitation


class Restarting(MatchError):
    """Something that comes while the bot is being stopped: the next run takes it."""

    def __init__(self) -> None:
        super().__init__(Text("I am being restarted. Please try again in a minute."))


class Busy(MatchError):
    """More is asked of the computers than they can think about."""

    def __init__(self) -> None:
        super().__init__(Text("The computer is too busy right now. Please try again in a minute."))
