"""What is said about a puzzle: before the answer nothing of its solution, after it why it is best.

All figures are those of the search that found the puzzle. What does not belong here: messages and
buttons (`cogs.learn.puzzles`).
"""

from bot.services.puzzles import Standing
from games.puzzles.puzzle import Judged, Puzzle, begun
from games.registry import GAMES
from games.words import Plural, Text, joined


def heading(standing: Standing) -> Text:
    """Say which puzzle it is."""
    return Text("{game}, puzzle of the day", game=GAMES[standing.key].about.name)


def line_of(standing: Standing) -> Text:
    """Say in one line how a person is doing in a game's puzzle."""
    game = GAMES[standing.key].about.name
    if not standing.streak:
        return Text("**{game}**: {state}", game=game, state=_state(standing))
    return Text(
        "**{game}**: {state} · {streak}",
        game=game,
        state=_state(standing),
        streak=_streak(standing),
    )


def mistake(puzzle: Puzzle, wrong: Judged) -> Text:
    """Say what a wrong answer is worth, without naming the best turn or what that is worth."""
    return Text(
        "**That is not the best turn.** {deed} {worth} One more try is allowed; only the first "
        "answer counts.",
        deed=wrong.deed,
        worth=_worth(puzzle, wrong),
    )


def explanation(standing: Standing, solved: Judged, judged: Judged | None) -> Text:
    """Say what the best turn does and how far it is ahead, and what the last answer loses."""
    puzzle = standing.puzzle
    said = [_verdict(standing)]
    said.append(Text("**The best turn:** {deed}", deed=solved.deed))
    said.append(
        Text(
            "By the computer's search it leads to first place in {best} of 100 games, and the next "
            "best turn ({other}) in {second}.",
            best=percent(puzzle.best.value),
            other=_second(puzzle),
            second=percent(puzzle.turns[1].value),
        )
    )
    if judged is not None and not judged.right:
        said.append(
            Text("Your answer: {deed} {worth}", deed=judged.deed, worth=_worth(puzzle, judged))
        )
    return joined(said, "{one}\n{two}")


def score(standing: Standing) -> Text:
    """Say how one is doing, and how many others have found it."""
    solvers = standing.solvers
    found = Plural(
        "{n} person has found it today, {at_once} on the first try.",
        "{n} people have found it today, {at_once} on the first try.",
        solvers.right,
        at_once=solvers.at_once,
    )
    if not standing.streak:
        return found
    return Text("{streak}. {found}", streak=_streak(standing), found=found)


def percent(value: float) -> int:
    """Return a share of the first place as people read it."""
    return round(100 * value)


def _verdict(standing: Standing) -> Text:
    answer = standing.answer
    if answer is not None and answer.counts:
        return Text("**Right!**")
    if answer is not None and answer.right:
        return Text("**Right, on the second try.** Only the first answer counts.")
    return Text("**Not found this time.**")


def _worth(puzzle: Puzzle, judged: Judged) -> Text:
    if judged.exact:
        return Text("It leads to first place in {value} of 100 games.", value=percent(judged.value))
    return Text(
        "It is not among the {n} turns that the search rates best; the last of those "
        "leads to first place in {value} of 100 games.",
        n=len(puzzle.turns),
        value=percent(judged.value),
    )


def _second(puzzle: Puzzle) -> Text:
    line = begun(puzzle)
    seat = line.to_move
    seen = line.position.seen_by(seat if isinstance(seat, int) else None)
    return line.game.name_turn(seen, [line.game.parse(move) for move in puzzle.turns[1].moves])


def _state(standing: Standing) -> Text:
    answer = standing.answer
    if answer is None:
        return Text("not answered yet")
    if answer.counts:
        return Text("right")
    if answer.right:
        return Text("found on the second try")
    return Text("not found") if standing.is_over else Text("one more try")


def _streak(standing: Standing) -> Text:
    return Plural("streak: {n} day", "streak: {n} days", standing.streak)
