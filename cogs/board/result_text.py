"""The words for a result: who won and how, who finished where, and what it changed.

On the message, in its picture and on the challenge's card. What does not belong here: the
messages themselves (`cogs.match.results`, `cogs.challenge.cards`), and who won
(`bot.match.match_outcome`).
"""

from collections.abc import Callable, Sequence
from typing import Final

from bot.match.match_outcome import PAIR, MatchOutcome, read_result
from bot.match.ratings import ladder_of
from bot.services.finished import Finished
from bot.text.voice import Mention, Name, listed
from cogs.board.score_text import score_text
from data.challenges import MatchKind
from data.computers import is_computer
from data.ratings import Ladder
from data.stored import StoredGame, Uncounted
from games.game import Reason
from games.registry import GAMES
from games.words import Plural, Text, joined, signed

HOUR: Final = 3600
DAY: Final = 24 * HOUR

Called = Callable[[int], Name | Mention]
"""How a person is called: by name, or so that they can be pinged."""


def headline(end: Finished) -> Text:
    """Say who won and how: "two wins by 7 points"."""
    outcome = end.outcome
    if _is_left_to_computers(outcome):
        return Text("The computers win: nobody else is left")
    if len(outcome.winners) != 1:
        return short_headline(end)
    winner = Name(end.names[outcome.winners[0]])
    match outcome.reason:
        case Reason.RESIGNED:
            return Text("{winner} wins by resignation", winner=winner)
        case Reason.TIMEOUT:
            return Text("{winner} wins on time", winner=winner)
        case Reason.PLAYED if margin := _margin(outcome):
            return Plural(
                "{winner} wins by {n} point", "{winner} wins by {n} points", margin, winner=winner
            )
        case _:
            return Text("{winner} wins", winner=winner)


def short_headline(end: Finished) -> Text:
    """Say who won, for a picture."""
    outcome = end.outcome
    winners = [Name(end.names[person]) for person in outcome.winners]
    if outcome.reason is Reason.ABORTED:
        return Text("Ended without a result")
    if not winners:
        return Text("Nobody wins")
    if _is_left_to_computers(outcome):
        return Text("The computers win")
    if len(winners) == 1:
        return Text("{winner} wins", winner=winners[0])
    if len(winners) == len(outcome.people):
        return Text("A draw")
    return Text("{players} share the win", players=listed(winners))


def detail(outcome: MatchOutcome) -> Text:
    """Say how it was won, for a picture: "by 7 points"."""
    if _is_left_to_computers(outcome):
        return Text("nobody else is left")
    match outcome.reason:
        case Reason.RESIGNED if outcome.winners:
            return Text("by resignation")
        case Reason.TIMEOUT if outcome.winners:
            return Text("on time")
        case Reason.AGREED:
            return Text("by agreement")
        case Reason.PLAYED if margin := _margin(outcome):
            return Plural("by {n} point", "by {n} points", margin)
        case _:
            return Text("")


def _is_left_to_computers(outcome: MatchOutcome) -> bool:
    """Tell whether several computers share a win because the last person has left."""
    shared = outcome.reason is Reason.AGREED and len(outcome.winners) > 1
    return shared and all(map(is_computer, outcome.winners))


def _margin(outcome: MatchOutcome) -> int | None:
    """Return by how many points the only winner is ahead; None where no points say so."""
    scores = sorted((score for score in outcome.scores if score is not None), reverse=True)
    if len(outcome.winners) != 1 or len(scores) < PAIR:
        return None
    return scores[0] - scores[1] or None


def places(end: Finished, called: Called | None = None) -> Text:
    """List everybody by place with their points: "1 two 285 · 2 one 59 · three withdrew"."""
    names, outcome = end.names, end.outcome
    called = called or (lambda person: Name(names[person]))
    order = sorted(range(len(outcome.people)), key=lambda i: (is_out(end, i), outcome.ranks[i], i))
    said = [_place(end, i, called(outcome.people[i])) for i in order]
    return joined(said, "{one} · {two}")


def _place(end: Finished, i: int, player: Name | Mention) -> Text:
    outcome = end.outcome
    place, score = outcome.ranks[i] + 1, outcome.scores[i]
    if outcome.reason is Reason.ABORTED:
        return Text("{player}", player=player)
    if is_out(end, i):
        return _gone(outcome, player)
    if score is None or outcome.cut_short:
        return Text("{place} {player}", place=place, player=player)
    return Text("{place} {player} {points}", place=place, player=player, points=score)


def _gone(outcome: MatchOutcome, player: Name | Mention) -> Text:
    if not outcome.cut_short:
        return Text("{player} withdrew", player=player)
    if outcome.reason is Reason.TIMEOUT:
        return Text("{player} ran out of time", player=player)
    return Text("{player} resigned", player=player)


def is_out(end: Finished, i: int) -> bool:
    """Tell whether somebody was not in the game any more when it ended."""
    if end.outcome.cut_short:
        return end.outcome.people[i] not in end.outcome.winners
    return end.outcome.people[i] in end.out


def rating_changes(end: Finished) -> Text | None:
    """List the new ratings under the name of their list; None where nothing is rated (yet)."""
    if not end.changes:
        return None
    people = [person for person in end.outcome.people if not is_computer(person)]
    said = [_rating_change(end, person) for person in people]
    return Text(
        "Rating in {list}: {changes}",
        list=list_name(
            end.match.game, ladder_of(end.outcome.people, handicap=bool(end.game.handicap))
        ),
        changes=joined(said, "{one} · {two}"),
    )


def _rating_change(end: Finished, person: int) -> Text:
    name, change = Name(end.names[person]), end.changes.get(person)
    if change is None:
        # They left immediately, or a computer moved for them.
        return Text("{player} unrated", player=name)
    return Text(
        "{player} {rating} ({change})",
        player=name,
        rating=rating_text(change.after, provisional=person in end.provisional),
        change=signed(change.after - change.before, plus=True),
    )


def rating_text(rating: int, *, provisional: bool) -> str:
    """Write a rating; one from a few games only has a question mark, as on chess sites.

    >>> rating_text(1263, provisional=True)
    '1263?'
    """
    return f"{rating}?" if provisional else f"{rating}"


def why_unrated(end: Finished) -> Text | None:
    """Say why a match that should have been rated is not; None where that needs no word."""
    match end.match.uncounted:
        case Uncounted.SHORT:
            return Text("unrated: not everybody completed two turns")
        case Uncounted.EARLY_DRAW:
            turns = GAMES[end.match.game].about.rated_draw_turns
            return Text("unrated: a draw agreed before turn {n} does not count", n=turns)
        case Uncounted.TAKEBACK:
            return Text("unrated, because a turn was taken back")
        case _:
            return None


def owed(end: Finished) -> Text | None:
    """Say what the two owe each other by now: "two owes one 5 coins"; None if nothing."""
    account = end.account
    if account is None or account.is_even:
        return None
    one, two = (Name(end.names[person]) for person in end.outcome.people)
    return Text(
        "{balance}: `/{command} ledger` settles it.",
        balance=balance(account.points, account.coins, one, two),
        command=GAMES[end.match.game].about.command,
    )


def match_score(end: Finished) -> Text | None:
    """Say the score of a two-game match, or how both games ended; None for a single game."""
    if end.match.kind is not MatchKind.TWO_GAME or (end.match_over and len(end.games) == 1):
        return None
    if not end.match_over:
        return Text(
            "Game 1 of 2: {lead}. The return game follows, with the seats swapped.",
            lead=_lead(end),
        )
    scores = [
        Text("{one} to {two}", one=scores[0], two=scores[1])
        for game in end.games
        if (scores := _scores_of(game, end.outcome.people)) is not None
    ]
    return Text("Game 2 of 2: the games ended {scores}.", scores=joined(scores))


def _lead(end: Finished) -> Text:
    margin = _margin(end.outcome)
    if margin is None:
        return Text("both have the same points")
    leader = Name(end.names[end.outcome.winners[0]])
    return Plural(
        "{leader} leads by {n} point", "{leader} leads by {n} points", margin, leader=leader
    )


def _scores_of(game: StoredGame, people: Sequence[int]) -> list[int | None] | None:
    """Return a game's scores in the order of people, not of its seats."""
    result = read_result(game.result)
    if result is None or result.scores is None:
        return None
    return [result.scores[game.players.index(person)] for person in people]


def running_score(end: Finished) -> Text | None:
    """Say how the two of a match stand in the month of its end: "two 3, one 2 this month"."""
    if end.score is None:
        return None
    one, other = (Name(end.names[person]) for person in end.outcome.people)
    return score_text(end.score, one, other)


def moves(end: Finished) -> Text:
    """Count the moves of a match."""
    return Plural("{n} move", "{n} moves", end.moves)


def duration(seconds: int) -> Text:
    """Say how long something took."""
    if seconds < HOUR:
        return Plural("{n} minute", "{n} minutes", max(1, round(seconds / 60)))
    if seconds < 2 * DAY:
        return Plural("{n} hour", "{n} hours", round(seconds / HOUR))
    return Plural("{n} day", "{n} days", round(seconds / DAY))


def balance(points: int, coins: int, one: Name, two: Name) -> Text:
    """Say what is open between two, counted as the first's: "two owes one 5 coins"."""
    said: list[Text] = []
    if coins:
        debtor, creditor = (two, one) if coins > 0 else (one, two)
        said.append(
            Plural(
                "{debtor} owes {creditor} {n} coin",
                "{debtor} owes {creditor} {n} coins",
                abs(coins),
                debtor=debtor,
                creditor=creditor,
            )
        )
    if points:
        said.append(
            Plural(
                "{who} is ahead by {n} point",
                "{who} is ahead by {n} points",
                abs(points),
                who=one if points > 0 else two,
            )
        )
    return joined(said, "{one}, and {two}") if said else Text("nothing is owed")


def list_name(game: str | None, ladder: Ladder) -> Text:
    """Name a list: of a game or of all of them, among people, with computers or with a handicap."""
    name = Text("all games") if game is None else Text("{game}", game=GAMES[game].about.name)
    match ladder:
        case Ladder.PEOPLE:
            return name
        case Ladder.COMPUTERS:
            return Text("{list}, with computers", list=name)
        case Ladder.HANDICAP:
            return Text("{list}, with a handicap", list=name)
