"""How strong a computer is that plays like a person: the mix of levels that fits their record.

The record is how their latest matches of a game in a server ended in which they sat alone among
computers, rated or not. It is read like a rating (`bot.match.ratings`), against the fixed ones of the
computers and from a start of its own: the person's own rating would stay where it began, as most
games with computers are unrated. What does not belong here: how a mix plays (`games.players.mix`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.match.ratings import computer_rating, mu_of, newcomer, rate, shown_rating
from data.computers import Computer
from data.engine import Connection
from data.outcomes import Alone, Ending, alone_with_computers
from games.players.mix import LIKE_ME, MIXES, Mix, closest_mix, rating_of

LATEST: Final = 20
"""How many matches count: whoever gets better soon meets somebody stronger."""
_PERSON: Final = 0


async def picked(
    connection: Connection, guild_id: int, game: str, user_id: int, guests: Sequence[Computer]
) -> tuple[Computer, ...]:
    """Return computers for a table, of which those between two levels play like a person.

    They are as strong as that person is in the game in the server now.
    """
    if not any(isinstance(guest.strength, Mix) for guest in guests):
        return tuple(guests)
    mix = await mix_of(connection, guild_id, game, user_id)
    return tuple(
        replace(guest, strength=mix) if isinstance(guest.strength, Mix) else guest
        for guest in guests
    )


async def mix_of(connection: Connection, guild_id: int, game: str, user_id: int) -> Mix:
    """Return the mix that is as strong as a person is in a game in a server now."""
    found = await alone_with_computers(connection, guild_id, user_id, game, most=LATEST)
    return mix_for(game, found)


def mix_for(game: str, record: Sequence[Alone]) -> Mix:
    """Return the mix that is as strong as a person with this record, the latest match first.

    Where nothing has ended yet this is `LIKE_ME`, halfway between two levels; they may well be as
    strong as either of these.
    """
    if not record:
        return LIKE_ME
    start = rating_of(game, LIKE_ME)
    unsure = mu_of(start) - mu_of(rating_of(game, LIKE_ME.lower))
    weakest, strongest = (mu_of(rating_of(game, mix)) for mix in (MIXES[0], MIXES[-1]))
    person = replace(newcomer(_PERSON), mu=mu_of(start), sigma=unsure)
    for match in reversed(record):
        computers = [computer_rating(game, Computer(strength)) for strength in match.strengths]
        rated, *_ = rate([person, *computers], _ranks(match))
        # Nobody has to win their way back from far below the weakest computer.
        person = replace(rated, mu=min(max(rated.mu, weakest), strongest))
    return closest_mix(game, shown_rating(person.mu))


def _ranks(ended: Alone) -> list[int]:
    """Return how the person and the computers came in: only who was first counts.

    So at a table of four, a computer is like a person who wins one game in four.
    """
    others = len(ended.strengths)
    match ended.ending:
        case Ending.WON:
            return [0, *[1] * others]
        case Ending.DRAWN:
            return [0] * (others + 1)
        case Ending.LOST:
            return [1, 0, *[1] * (others - 1)]
