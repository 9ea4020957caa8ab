"""The cards of a tournament's pairings: what they say. They ping nobody, for the first board pings both.

A pairing is a challenge that nobody need accept; its game begins as soon as its card is posted, for the
dice depend on the card's message. What does not belong here: who meets whom (`bot.tournament`).
"""

from bot.text.voice import Mention, Name
from data.tournament_values import Format, Pairing
from data.tournaments import Tournament
from games.words import Text

Paired = tuple[Tournament, Pairing]
"""A tournament, and who meets in it."""


def title_of(paired: Paired) -> Text:
    """Say in which tournament, round and at which board two meet."""
    tournament, pairing = paired
    name = Name(tournament.terms.name)
    if tournament.terms.format is Format.LADDER:
        return Text("{tournament}, game {n}", tournament=name, n=pairing.round)
    return Text(
        "{tournament}, round {n}, board {board}",
        tournament=name,
        n=pairing.round,
        board=pairing.board,
    )


def meeting_of(paired: Paired) -> Text:
    """Say who meets whom."""
    tournament, pairing = paired
    first, second = Mention(pairing.first), Mention(pairing.second or 0)
    if tournament.terms.format is Format.LADDER:
        return Text("{second} challenges {first}", second=second, first=first)
    return Text("{first} vs {second}", first=first, second=second)
