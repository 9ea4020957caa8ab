"""What is said of an end: who won and how, on the message and in its picture.

What does not belong here: the message itself (`cogs.results`), and who won (`bot.outcomes`).
"""

from collections.abc import Sequence
from functools import reduce

from bot.languages import Name, listed
from bot.outcomes import MatchOutcome
from bot.results import Finished
from games.rules import Reason
from games.words import Plural, Text


def headline(end: Finished) -> Text:
    """Say how it ended: "two wins, 169 to 142"."""
    outcome = end.outcome
    winners = [Name(end.names[person]) for person in outcome.winners]
    if outcome.reason is Reason.ABORTED:
        return Text("Ended without a result")
    if not winners:
        return Text("Nobody wins")
    scores = _scores(outcome)
    if len(winners) > 1:
        return _shared(winners, scores, by_all=len(winners) == len(outcome.people))
    match outcome.reason:
        case Reason.RESIGNED:
            return Text("{winner} wins by resignation", winner=winners[0])
        case Reason.TIMEOUT:
            return Text("{winner} wins on time", winner=winners[0])
        case _ if scores is None:
            return Text("{winner} wins", winner=winners[0])
        case _:
            return Text("{winner} wins, {scores}", winner=winners[0], scores=scores)


def short_headline(end: Finished) -> Text:
    """Say who won, for a picture."""
    outcome = end.outcome
    winners = [Name(end.names[person]) for person in outcome.winners]
    if outcome.reason is Reason.ABORTED:
        return Text("No result")
    if not winners:
        return Text("Nobody wins")
    if len(winners) == 1:
        return Text("{winner} wins", winner=winners[0])
    if len(winners) == len(outcome.people):
        return Text("A draw")
    return Text("{players} share the win", players=listed(winners))


def detail(outcome: MatchOutcome) -> Text:
    """Say how it was won, for a picture: "by 7 points"."""
    if not outcome.winners and outcome.reason is not Reason.ABORTED:
        return Text("")
    match outcome.reason:
        case Reason.ABORTED:
            return Text("without a result")
        case Reason.RESIGNED:
            return Text("by resignation")
        case Reason.TIMEOUT:
            return Text("on time")
        case Reason.AGREED:
            return Text("by agreement")
        case Reason.PLAYED:
            scores = sorted((score for score in outcome.scores if score is not None), reverse=True)
            if len(outcome.winners) > 1 or len(scores) < 2:
                return Text("")
            return Plural("by {n} point", "by {n} points", scores[0] - scores[1])


def _shared(winners: Sequence[Name], scores: Text | None, *, by_all: bool) -> Text:
    """Say that several won: all of them drew, or some share what others lost."""
    players = listed(winners)
    if by_all and scores is not None:
        return Text("A draw, {scores}", scores=scores)
    if by_all:
        return Text("A draw between {players}", players=players)
    if scores is not None:
        return Text("{players} share the win, {scores}", players=players, scores=scores)
    return Text("{players} share the win", players=players)


def _scores(outcome: MatchOutcome) -> Text | None:
    """List the scores, the winner's first: "169 to 142"."""
    order = sorted(range(len(outcome.people)), key=lambda i: (outcome.ranks[i], i))
    scores = [Text("{n}", n=n) for i in order if (n := outcome.scores[i]) is not None]
    if not scores:
        return None
    return reduce(lambda one, two: Text("{one} to {two}", one=one, two=two), scores)
