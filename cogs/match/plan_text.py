"""The words for plans: what is planned for, and how it is answered.

What does not belong here: the controls with which plans are made (`cogs.match.plans`).
"""

from bot.match.plans import WHATEVER, events_of, foresee
from bot.services.plan_editor import Planned
from cogs.ui.move_panel import Panel
from data.plans import PlanState
from games.errors import GameError
from games.line import Line
from games.words import Seat, Text, joined


def plan_text(planned: Planned) -> Text:
    """Say all steps of a plan in order."""
    said = []
    for count, step in enumerate(planned.plan.steps):
        try:
            ahead = foresee(planned.start, planned.seat, planned.plan.steps[:count])
            said.append(_step(ahead, planned.seat, step))
        except GameError:  # what came meanwhile may have made it impossible
            said.append(Text("{notation}", notation=step))
    return joined(said, "{one} → {two}")


def lost_text(planned: Planned) -> Text:
    """Say which plan was lost, and why: it could not be played, or what it followed is gone."""
    game, plan = planned.start.game.about.name, plan_text(planned)
    if planned.plan.state is PlanState.TAKEN_BACK:
        return Text(
            "A turn was taken back, so your plan in {game} no longer applies: {plan}",
            game=game,
            plan=plan,
        )
    problem = _problem(planned)
    if problem is None:
        return Text("Your plan in {game} could not be played: {plan}", game=game, plan=plan)
    return Text(
        "Your plan in {game} could not be played: {plan}\n{problem}",
        game=game,
        plan=plan,
        problem=problem,
    )


def _problem(planned: Planned) -> Text | None:
    """Say what stood against the answer of a plan, in the words of the rules."""
    failure, line = planned.plan.failure, planned.failed
    if failure is None or line is None:
        return None
    try:
        foresee(line, planned.seat, [planned.plan.steps[failure.step]])
    except GameError as error:
        return error.text
    return None


def question(planned: Planned, panel: Panel | None) -> Text:
    """Ask for the next step of a plan, after the steps so far."""
    seat, mover = planned.seat, planned.next_to_move
    if panel is None and planned.first_moves:
        asked = Text("You answer with one move, and play the rest of the turn yourself.")
    elif panel is None:
        asked = Text("What do you roll?")
        if mover != seat:
            asked = Text("What does {player} roll?", player=Seat(mover or 0))
    else:
        asked = Text("You answer. {prompt}", prompt=panel.step.prompt)
        if mover != seat:
            asked = Text(
                "What does {player} play? {prompt}",
                player=Seat(mover or 0),
                prompt=panel.step.prompt,
            )
    if not planned.plan.steps:
        return asked
    return Text("{plan} → …\n{question}", plan=plan_text(planned), question=asked)


def _step(ahead: Line, seat: int, step: str) -> Text:
    if step == WHATEVER:
        return Text("whatever the others do")
    if step.startswith("@"):
        return _roll(ahead, seat, step)
    position, game = ahead.position, ahead.game
    turn, after = [], ahead
    for notation in step.split(" "):
        after = after.apply(notation)
        turn.append(after.turn[-1].move)
    move = game.name_turn(position.seen_by(seat), turn)
    mover = ahead.to_move
    if mover == seat:
        if after.to_move == seat and after.position.mid_turn:
            return Text("you play {move}, then the rest yourself", move=move)
        return Text("you play {move}", move=move)
    return Text(
        "{player} plays {move}", player=Seat(mover if isinstance(mover, int) else 0), move=move
    )


def _roll(ahead: Line, seat: int, step: str) -> Text:
    labels = {
        f"@{foreseen.token}": foreseen.label for foreseen in ahead.game.foreseen(ahead.position)
    }
    mover = ahead.apply(events_of(ahead, step)[0]).to_move
    if mover == seat:
        return Text("you roll {dice}", dice=labels[step])
    return Text(
        "{player} rolls {dice}",
        player=Seat(mover if isinstance(mover, int) else 0),
        dice=labels[step],
    )
