"""What there is to say at the end of a game: how it and its match ended, and what changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.errors import MatchError
from bot.match.match_outcome import MatchOutcome, match_outcome
from bot.match.positions import counting
from bot.match.ratings import is_provisional, ladder_of, rated_as
from bot.services.ledgers import Account, account_after
from bot.services.outcomes import score_at
from data import events, followers, matches, preferences, ratings
from data.computers import is_computer
from data.engine import Connection, Database
from data.former import is_account
from data.outcomes import Tally
from data.ratings import Change
from data.stored import Match, StoredGame
from games.line import leaving_seat
from games.words import Text


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game within its match.

    `games` are those of the match up to this one; `outcome` is what they come to, which is
    the match's own once `match_over`. `changes` are the ratings' by person, empty for an
    unrated match or while it goes on. `out` are the people who were not in the game any more when
    it ended. `pinged` are the players who want to be told of the end,
    `followers` those to be told of the match's. `account` is what it left on the ledger of two,
    as the first of them counts it.
    """

    game: StoredGame
    games: tuple[StoredGame, ...]
    outcome: MatchOutcome
    match_over: bool
    changes: Mapping[int, Change]
    out: frozenset[int] = frozenset()
    pinged: tuple[int, ...] = ()
    followers: tuple[int, ...] = ()
    account: Account | None = None
    ended_by: int | None = None
    """The moderator who ended it: no player, whose name is not stored."""
    score: Tally | None = None
    """How its two people stand in the month of its end, with this match; None of others."""
    provisional: frozenset[int] = frozenset()
    """The people with a new rating that comes from a few games only."""

    @property
    def match(self) -> Match:
        """Return the match."""
        return self.game.match

    @property
    def names(self) -> dict[int, str]:
        """Return the players' names by person."""
        return dict(zip(self.game.players, self.game.names, strict=True))

    @property
    def moves(self) -> int:
        """Count what the players did in all its games: turns."""
        return sum(game.turns for game in self.games)

    @property
    def seconds(self) -> int:
        """Return how long it took from the first game's start to this one's end."""
        return (self.game.ended_at or self.game.moved_at) - self.games[0].started_at


async def finished(database: Database, game_id: int) -> Finished:
    """Return a finished game; MatchError if it is unknown or still runs."""
    async with database.reading() as connection:
        game = await matches.get_game(connection, game_id)
        if game is None or game.running:
            raise MatchError(Text("This game is not over yet."))
        all_games = await matches.games_of_match(connection, game.match.id)
        games = tuple(other for other in all_games if other.number <= game.number)
        outcome = match_outcome(games)
        end = Finished(
            game,
            games,
            outcome,
            match_over=len(games) == len(all_games),
            changes={},
            out=await _out(connection, game, outcome),
            pinged=await _pinged(connection, game),
            ended_by=await _ended_by(connection, game),
        )
        if not end.match_over:
            return end
        changes = await ratings.changes_of(connection, game.match.id)
        ladder = ladder_of(outcome.people, handicap=bool(game.handicap))
        played = await ratings.played(
            connection, game.match.guild_id, game.match.game, changes, ladder
        )
        return replace(
            end,
            changes={
                player: changes[rated_as(player)]
                for player in game.players
                if rated_as(player) in changes
            },
            provisional=frozenset(
                person for person, games in played.items() if is_provisional(person, games)
            ),
            followers=await followers.of_match(connection, game.match.id),
            account=await account_after(connection, game.match, outcome.people),
            score=None if game.handicap else await _score(connection, game.match, outcome.people),
        )


async def ended(database: Database, match_id: int) -> Finished:
    """Return how a match ended."""
    async with database.reading() as connection:
        *_, last = await matches.games_of_match(connection, match_id)
    return await finished(database, last.id)


async def _out(connection: Connection, game: StoredGame, outcome: MatchOutcome) -> frozenset[int]:
    """Return the people whom the rules had put out, or who had left the others."""
    played = counting(await events.after(connection, game.id, 0))
    left = {
        game.players[seat] for event in played if (seat := leaving_seat(event.notation)) is not None
    }
    if any(score is not None for score in outcome.scores):
        scores = zip(outcome.people, outcome.scores, strict=True)
        left |= {person for person, score in scores if score is None}
    return frozenset(left)


async def _score(connection: Connection, match: Match, people: Sequence[int]) -> Tally | None:
    if match.ended_at is None:
        return None
    return await score_at(connection, match.guild_id, match.game, people, match.ended_at)


async def _ended_by(connection: Connection, game: StoredGame) -> int | None:
    """Return the moderator who ended a game; None if nobody outside of it did."""
    (last,) = await events.latest(connection, game.id, up_to=game.seq, most=1)
    if last.user_id is None or last.user_id in game.players or is_computer(last.user_id):
        return None
    return last.user_id


async def _pinged(connection: Connection, game: StoredGame) -> tuple[int, ...]:
    """List the people who played and want to be pinged when it is over."""
    played = [player for player in game.players if is_account(player)]
    chosen = await preferences.of_all(connection, played)
    return tuple(player for player in played if chosen[player].results)
