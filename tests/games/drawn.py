"""Games whose chance comes from two parts, played at random, with takebacks: their records."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from games.chance import SeededSource
from games.game import CHANCE
from games.line import AnyGame, Line, start
from games.lots import Lots, commitment, event_source
from games.record import Record, Trail

WORDS: Final = ("pear", "Ärger", "七対子", "two words", None, None)


def lots_of(
    game: AnyGame, seats: int, options: Mapping[str, str], random: Random, first: int | None = None
) -> Lots:
    """Draw a secret, a card, people and their words for a game."""
    secret, game_id = random.randbytes(32).hex(), f"{random.randrange(1, 10**6)}-1"
    return Lots(
        game_id,
        str(random.randrange(10**17, 10**18)),
        tuple(str(random.randrange(10**17, 10**18)) for _ in range(seats)),
        tuple(random.choice(WORDS) for _ in range(seats)),
        first,
        commitment(game.about.key, seats, options, game_id, secret),
        secret,
    )


def played(
    game: AnyGame,
    seed: int,
    *,
    seats: int | None = None,
    events: int = 2_000,
    takebacks: float = 0.0,
    first: int | None = None,
) -> Record:
    """Play a game at random, and end it without a result after some events.

    `takebacks` is how often somebody goes back to where a turn of theirs began.
    """
    random = Random(seed)
    seats = seats or game.about.seats[0]
    options = game.options_of({})
    lots = lots_of(game, seats, options, random, first)
    source, key = SeededSource(seed), lots.key
    line = start(game, seats, game.deal(event_source(key, 0), seats, options))
    setup = game.write_setup(line.position)
    trail, moves, turns = Trail(line, takebacks=True), list[str](), list[int]()
    while line.to_move is not None:
        event = _event(line, len(moves), events, key, source)
        if line.to_move != CHANCE and turns and random.random() < takebacks:
            back = turns.pop()
            event = f"!back:{back}"
        elif isinstance(line.to_move, int) and not line.position.mid_turn:
            turns.append(len(moves))
        moves.append(event)
        line = trail.follow(event)
    return Record(game.about.key, seats, options, setup, tuple(moves), line.result, lots)


def _event(line: Line, ply: int, events: int, key: bytes, source: SeededSource) -> str:
    if line.to_move == CHANCE:
        return line.game.format(line.position.roll(event_source(key, ply + 1)))
    if ply >= events:
        return "!abort"
    return line.game.format(line.game.random_move(line.position, source))


def with_lots(record: Record, **changes: Any) -> Record:  # Any: of any field of `Lots`
    """Return a record with something else in its fair part."""
    assert isinstance(record.fair, Lots)
    return replace(record, fair=replace(record.fair, **changes))
