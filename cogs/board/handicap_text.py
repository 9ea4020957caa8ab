"""The words for who has a handicap in a game, on its boards and in its result.

What does not belong here: what a card says before anybody sits (`cogs.challenge.handicaps`), and what
each handicap is called (`games.handicap`).
"""

from data.stored import StoredGame
from games.handicap import told
from games.registry import GAMES
from games.words import Text


def handicaps_text(game: StoredGame) -> Text | None:
    """Say who has which handicap, which the points count; None where nobody has one."""
    given = told(GAMES[game.match.game].about.handicap, game.handicap)
    return None if given is None else titled(given)


def titled(handicaps: Text) -> Text:
    """Say what handicaps there are."""
    return Text("Handicap: {handicaps}", handicaps=handicaps)
