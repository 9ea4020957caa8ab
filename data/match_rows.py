"""From rows of the tables to matches and games. Most statements are in `data.matches`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from sqlalchemy import Select, and_, case, select
from sqlalchemy.engine import RowMapping

from data import servers
from data.challenges import Clock, ClockEnd, MatchKind
from data.computers import Computer
from data.engine import Connection
from data.former import FORMER_NAME, is_former
from data.servers import Server
from data.stored import Match, PlaceNote, StoredGame, Timing, Uncounted
from data.tables import GAMES, MATCHES, PEOPLE, PLAYERS, SERVERS
from games.handicap import tidy
from games.lots import Lots
from games.players import Level


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at a seat, whether it is a running game of theirs, and which computer plays for them."""

    user_id: int
    running: bool
    stand_in: str | None
    handicap: int
    name: str | None
    seen_at: int | None

    @classmethod
    def of(cls, row: RowMapping) -> Self:
        """Return a player from a row of `PLAYER`."""
        return cls(*(row[column] for column in PLAYER))


SEEN_AT: Final = case((PEOPLE.c.member, PEOPLE.c.checked_at)).label("seen_at")
"""When a person was last known to be in the server; NULL where they are not."""
PLAYER: Final = (
    PLAYERS.c.user_id,
    PLAYERS.c.running,
    PLAYERS.c.stand_in,
    PLAYERS.c.handicap,
    PEOPLE.c.name,
    SEEN_AT,
)
"""What is read of a player, joined with what is known of the person in the server."""


def stored_game(row: RowMapping, players: list[Player]) -> StoredGame:
    """Return a game from its row, joined with its match and server, and its players by seat."""
    return StoredGame(
        id=row[GAMES.c.id],
        match=match_of(row),
        number=row[GAMES.c.number],
        code=row[GAMES.c.code],
        rules_version=row[GAMES.c.rules_version],
        secret=row[GAMES.c.secret],
        commitment=row[GAMES.c.commitment],
        lots=read_lots(row[GAMES.c.lots], row[GAMES.c.commitment], row[GAMES.c.secret]),
        seq=row[GAMES.c.seq],
        turns=row[GAMES.c.turns],
        to_move=row[GAMES.c.to_move],
        result=row[GAMES.c.result],
        started_at=row[GAMES.c.started_at],
        moved_at=row[GAMES.c.moved_at],
        ended_at=row[GAMES.c.ended_at],
        players=tuple(player.user_id for player in players),
        names=tuple(_name(player) for player in players),
        seen={player.user_id: player.seen_at for player in players if player.seen_at is not None},
        left=frozenset(
            seat
            for seat, player in enumerate(players)
            if row[GAMES.c.ended_at] is None and not player.running
        ),
        stand_ins={
            seat: Level(player.stand_in) for seat, player in enumerate(players) if player.stand_in
        },
        handicap=tidy([player.handicap for player in players]),
        server=(
            Server(row[GAMES.c.guild_id]) if row[SERVERS.c.guild_id] is None else servers.read(row)
        ),
        timing=Timing(
            row[GAMES.c.deadline_at],
            row[GAMES.c.clock_left],
            row[GAMES.c.halted],
            row[GAMES.c.turn_seq],
            row[GAMES.c.reminded],
            row[GAMES.c.given_back],
        ),
    )


def write_lots(lots: Lots) -> dict[str, Any]:  # Any: JSON
    """Return what is stored of a game's lots apart from its secret and commitment."""
    return {
        "id": lots.id,
        "card": lots.card,
        "first": lots.first,
        "players": list(lots.players),
        "words": list(lots.words),
    }


def read_lots(
    stored: Mapping[str, Any] | None,  # Any: JSON
    commitment: str,
    secret: str,
) -> Lots | None:
    """Return from what a game's chance follows, as `write_lots` stores it; None for an old game."""
    if stored is None:
        return None
    return Lots(
        id=stored["id"],
        card=stored["card"],
        players=tuple(stored["players"]),
        words=tuple(stored["words"]),
        first=stored["first"],
        commitment=commitment,
        secret=secret,
    )


def _name(player: Player) -> str:
    if is_former(player.user_id):
        return FORMER_NAME
    computer = Computer.of(player.user_id)
    return player.name or str(player.user_id) if computer is None else computer.name


def match_of(row: RowMapping) -> Match:
    """Return a match from its row."""
    return Match(
        id=row[MATCHES.c.id],
        challenge_id=row[MATCHES.c.challenge_id],
        interaction_id=row[MATCHES.c.interaction_id],
        guild_id=row[MATCHES.c.guild_id],
        channel_id=row[MATCHES.c.channel_id],
        thread=row[MATCHES.c.thread],
        place_id=row[MATCHES.c.place_id],
        own_thread=row[MATCHES.c.own_thread],
        place_note=PlaceNote(note) if (note := row[MATCHES.c.place_note]) else None,
        game=row[MATCHES.c.game],
        kind=MatchKind(row[MATCHES.c.kind]),
        rated=row[MATCHES.c.rated],
        language=row[MATCHES.c.language],
        options=row[MATCHES.c.options],
        settings=row[MATCHES.c.settings],
        seats=row[MATCHES.c.seats],
        ended_at=row[MATCHES.c.ended_at],
        clock=Clock(row[MATCHES.c.clock_days], ClockEnd(row[MATCHES.c.clock_end])),
        takebacks=row[MATCHES.c.takebacks],
        uncounted=Uncounted(why) if (why := row[MATCHES.c.uncounted]) else None,
    )


NAMED = and_(PEOPLE.c.guild_id == PLAYERS.c.guild_id, PEOPLE.c.user_id == PLAYERS.c.user_id)
GAME_ROWS = (
    select(GAMES, MATCHES, SERVERS)
    .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
    .outerjoin(SERVERS, SERVERS.c.guild_id == GAMES.c.guild_id)
)
"""Games with their match and the settings of their server, a row each."""


async def read_games(
    connection: Connection,
    statement: Select[Any],  # Any: columns of several types
) -> list[StoredGame]:
    """Return the games that a selection of `GAME_ROWS` finds, with their players."""
    rows = (await connection.execute(statement)).mappings().all()
    seated = await connection.execute(
        select(PLAYERS.c.game_id, *PLAYER)
        .outerjoin(PEOPLE, NAMED)
        .where(PLAYERS.c.game_id.in_([row[GAMES.c.id] for row in rows]))
        .order_by(PLAYERS.c.game_id, PLAYERS.c.seat)
    )
    players: dict[int, list[Player]] = {}
    for player in seated.mappings():
        players.setdefault(player[PLAYERS.c.game_id], []).append(Player.of(player))
    return [stored_game(row, players[row[GAMES.c.id]]) for row in rows]
