"""What there is to say at the end of a game: how it and its match ended, and what changed."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.errors import MatchError
from bot.outcomes import MatchOutcome, match_outcome
from bot.ratings import rated_as
from data import followers, matches, ratings
from data.engine import Database
from data.ratings import Change
from data.stored import Match, StoredGame
from games.words import Text


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game within its match.

    `games` are those of the match up to this one; `outcome` is what they come to, which is
    the match's own once `match_over`. `changes` are the ratings' by person, empty for an
    unrated match or while it goes on. `followers` are those to be told of the match's end.
    """

    game: StoredGame
    games: tuple[StoredGame, ...]
    outcome: MatchOutcome
    match_over: bool
    changes: Mapping[int, Change]
    followers: tuple[int, ...] = ()

    @property
    def match(self) -> Match:
        """Give the match."""
        return self.game.match

    @property
    def names(self) -> dict[int, str]:
        """Give the players' names by person."""
        return dict(zip(self.game.players, self.game.names, strict=True))

    @property
    def moves(self) -> int:
        """Count what the players did in all its games: turns."""
        return sum(game.turns for game in self.games)

    @property
    def seconds(self) -> int:
        """Give how long it took from the first game's start to this one's end."""
        return (self.game.ended_at or self.game.moved_at) - self.games[0].started_at


async def finished(database: Database, game_id: int) -> Finished:
    """Give a finished game; MatchError if it is unknown or still runs."""
    async with database.reading() as connection:
        game = await matches.get_game(connection, game_id)
        if game is None or game.running:
            raise MatchError(Text("This game is not over yet."))
        all_games = await matches.games_of_match(connection, game.match.id)
        games = tuple(other for other in all_games if other.number <= game.number)
        stored = await ratings.changes_of(connection, game.match.id)
        following = await followers.of_match(connection, game.match.id)
    outcome = match_outcome(games)
    if len(games) < len(all_games):
        return Finished(game, games, outcome, match_over=False, changes={})
    changes = {
        player: stored[rated_as(player)] for player in game.players if rated_as(player) in stored
    }
    return Finished(game, games, outcome, match_over=True, changes=changes, followers=following)
