"""Computer players: what a seat may see in, a move out.

One folder per game, named after its key, which defines `PLAYERS` (one `Player` per level), their
`RATINGS`, and what a review needs. The interface is in `games.players.player`, matches between players in
`games.players.duel`. What does not belong here: processes, queues and clocks (`bot.workers.pool`).
"""

from games.players.player import (
    LEVELS,
    Budget,
    Level,
    Player,
    Weighed,
    chances_of,
    player_of,
    strength_of,
)

__all__ = [
    "LEVELS",
    "Budget",
    "Level",
    "Player",
    "Weighed",
    "chances_of",
    "player_of",
    "strength_of",
]
