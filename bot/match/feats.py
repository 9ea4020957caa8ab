"""Who has done which feats in a game that is over, from its events. Pure, but slow in long games."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.match.positions import apply_event
from data.events import Event
from games.feats import Deed
from games.line import Line


def feats_in(start: Line, counted: Iterable[Event], players: Sequence[int]) -> set[tuple[int, str]]:
    """Return who has done what (the keys of feats) by moves of their own, after a game's set-up.

    `counted` are the events that count. What a computer played for somebody is nobody's feat.
    """
    done: set[tuple[int, str]] = set()
    turns: Counter[int] = Counter()
    line = start
    for event in counted:
        before, seat = line.position, line.to_move
        line = apply_event(line, event)
        if not isinstance(seat, int) or not event.is_move or event.user_id is None:
            continue
        turn = turns[seat] + 1
        if before.settled and not line.position.mid_turn:
            turns[seat] += 1
        if event.user_id != players[seat]:
            continue
        deed = Deed(seat, turn, before, line.position)
        for feat in line.game.feats:
            mark = (event.user_id, feat.key)
            if before.settled and mark not in done and feat.is_done_by(deed):
                done.add(mark)
    return done
