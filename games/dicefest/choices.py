"""Building a move of Dicefest in steps, for the turn panel.

First the die, then where it moves or how it turns, then the spaces to which a turn's counters
go, one after another or all at once by a sensible default; or all of that in one list, by
default. What does not belong here: moves
that are typed (`typing`), buttons and lists (`cogs`), pictures (`render`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.dicefest.board import (
    DIRECTIONS,
    FACES,
    SIZE,
    SPACES,
    mask_of,
    opposite,
    space_name,
    spaces_of,
    way_between,
)
from games.dicefest.moves import REACH, TURNED, Move, MoveDie, Pass, PickSide, Rotate
from games.dicefest.notation import PASSING
from games.dicefest.rules import Position
from games.dicefest.words import (
    describe_locks,
    label_move,
    label_rotation,
    name_counters,
    name_die,
    name_facing,
    name_move,
    name_spaces,
    name_turn,
    turned,
)
from games.errors import IllegalMove
from games.game import Choice, Shortcuts, Step, shortcut
from games.words import Plural, Text, joined, quoted, series

FOR_ME: Final = "me"
"""The token for having the counters that are left put on spaces by default."""
MOST_LISTED: Final = 25
"""As many as Discord shows in one list; more free spaces are chosen by their row first."""

_SIDES: Final = (Text("North"), Text("East"), Text("South"), Text("West"))
_WAY_TOKENS: Final = (*(f"r{letter.lower()}" for letter in DIRECTIONS), "sl", "sr")


@dataclass(frozen=True, slots=True)
class Draft:
    """A move as far as it has been chosen; pictures mark it from here.

    - `space`: where the acting die is, None before it has been chosen.
    - `way`: the quarter turn (an index in `WAYS`) that it makes, None before that is chosen,
      and where it moves.
    - `counters`: the spaces chosen so far for the counters that a turn costs, as a set.
    - `row`: the row (from 0) in which the next of them lies, where that has been chosen.
    - `move`: the move, once it is complete.
    """

    position: Position
    space: int | None = None
    way: int | None = None
    counters: int = 0
    row: int | None = None
    move: Move | None = None

    @property
    def cost(self) -> int:
        """Return how many counters the turn costs; 0 where no turn has been chosen."""
        if self.space is None or self.way is None:
            return 0
        return self.position.cost(self.space)

    @property
    def room(self) -> int:
        """Return the spaces to which the next counter may go, as a set."""
        return self.position.room & ~self.counters

    def choose(self, token: str) -> "Draft":
        """Return the draft after one more choice; IllegalMove if it leads nowhere."""
        for choice, following in self.options():
            if choice.token == token:
                return following
        raise IllegalMove(Text("{chosen} is not a choice here.", chosen=quoted(token)))

    def options(self) -> Iterator[tuple[Choice, "Draft"]]:
        """List what can be chosen next, each with the draft after it."""
        position = self.position
        if self.move is not None or position.to_move is None:
            return
        if not position.settled:
            yield from self._sides()
        elif self.space is None:
            yield from self._dice()
        elif self.way is None:
            yield from self._actions(self.space)
        else:
            yield from self._counters(self.space, self.way)

    def _sides(self) -> Iterator[tuple[Choice, "Draft"]]:
        for move in self.position.legal_moves():
            if isinstance(move, PickSide):
                token = DIRECTIONS[move.side].lower()
                yield Choice(token, _SIDES[move.side]), replace(self, move=move)

    def _dice(self) -> Iterator[tuple[Choice, "Draft"]]:
        able = set()
        for move in self.position.legal_moves():
            match move:
                case MoveDie(space, _) | Rotate(space, _, _):
                    able.add(space)
                case Pass():
                    yield Choice(PASSING, Text("Pass")), replace(self, move=move)
        # From left to right, as the board shows them, and from the top.
        for die in sorted(self.position.dice, key=lambda die: _reading_order(die.space)):
            if die.space in able:
                yield Choice(space_name(die.space), name_die(die)), replace(self, space=die.space)

    def _actions(self, space: int) -> Iterator[tuple[Choice, "Draft"]]:
        position = self.position
        for move in position.legal_moves():
            match move:
                case MoveDie(start, end) if start == space:
                    direction, _ = way_between(start, end)
                    choice = Choice(DIRECTIONS[direction].lower(), label_move(position, move))
                    yield choice, replace(self, move=move)
                case Rotate(turning, way, _) if turning == space:
                    note = Text("then {facing}", facing=name_facing(turned(position, move)))
                    choice = Choice(_WAY_TOKENS[way], label_rotation(position, move), note)
                    yield choice, self._placed(space, way, 0)
                case _:
                    pass

    def _counters(self, space: int, way: int) -> Iterator[tuple[Choice, "Draft"]]:
        room = self.room
        if self.row is None:
            rest = place_counters(self.position, Rotate(space, way, self.counters))
            label = (
                Text("Place the rest for me")
                if self.counters
                else Text("Place the counters for me")
            )
            note = Text("on {spaces}", spaces=name_spaces(rest & ~self.counters))
            yield Choice(FOR_ME, label, note), self._placed(space, way, rest)
            if room.bit_count() > MOST_LISTED:
                yield from self._rows(room)
                return
        for free in spaces_of(room):
            if self.row in {None, free % SIZE}:
                name = space_name(free)
                following = self._placed(space, way, self.counters | 1 << free)
                yield Choice(name, Text("{space}", space=name)), following

    def _rows(self, room: int) -> Iterator[tuple[Choice, "Draft"]]:
        for row in FACES:
            free = [space for space in spaces_of(room) if space % SIZE == row]
            if free:
                label = Text("Row {row}", row=row + 1)
                note = Text("one of {spaces}", spaces=name_spaces(mask_of(free)))
                yield Choice(str(row + 1), label, note), replace(self, row=row)

    def _placed(self, space: int, way: int, counters: int) -> "Draft":
        """Return the draft of a turn with its counters so far; complete once no choice is left."""
        placed = Draft(self.position, space, way, counters)
        missing = placed.cost - counters.bit_count()
        if missing and placed.room.bit_count() > missing:
            return placed
        counters |= placed.room if missing else 0
        return replace(placed, counters=counters, move=Rotate(space, way, counters))


def _reading_order(space: int) -> tuple[int, int]:
    column, row = divmod(space, SIZE)
    return column, -row


def place_counters(position: Position, rotation: Rotate) -> int:
    """Choose spaces for the counters of a rotation, those that it names already included.

    Opponents collect where they land: counters go first to spaces where one of them may land
    next and the player may not, then to spaces where nobody may, and where the player's own
    dice may land next last.
    """
    seat, room = position.seat, position.room & ~rotation.counters
    mine, theirs = 0, 0
    for owner, codes in enumerate(position.codes):
        for code in codes:
            if position.is_locked(owner, code) or owner in position.table.left:
                continue
            if owner != seat:
                theirs |= REACH[code]
            elif code % SPACES == rotation.space:
                mine |= REACH[TURNED[code][rotation.way]]
            else:
                mine |= REACH[code]
    groups = (room & theirs & ~mine, room & ~theirs & ~mine, room & theirs & mine)
    ordered = [space for group in groups for space in spaces_of(group)]
    ordered += spaces_of(room & ~mask_of(ordered))
    missing = position.cost(rotation.space) - rotation.counters.bit_count()
    return rotation.counters | mask_of(ordered[: max(missing, 0)])


def rank(position: Position, move: Move, after: Position) -> int:
    """Rank a legal move: winning first, then locking, moving on, turning, and losing last."""
    seat = position.seat
    if after.winners is not None:
        return 0 if seat in after.winners else 100
    if isinstance(move, PickSide) or after.locked(seat) > position.locked(seat):
        return 1
    if isinstance(move, MoveDie):
        direction, distance = way_between(move.start, move.end)
        ahead = opposite(position.table.sides[seat])
        return {ahead: 20 - distance, opposite(ahead): 20 + distance}.get(direction, 20)
    return 50


def label_in_full(position: Position, move: Move) -> Text:
    """Label a move in full, with the spaces to which counters go."""
    match move:
        case MoveDie(start, _):
            return Text(
                "{top} at {space}: {move}",
                top=position.cost(start),
                space=space_name(start),
                move=label_move(position, move),
            )
        case Rotate(space, _, counters):
            return Text(
                "{top} at {space}: {turn} on {counters}",
                top=position.cost(space),
                space=space_name(space),
                turn=label_rotation(position, move),
                counters=name_spaces(counters),
            )
        case _:
            return name_move(position, move)


def draft(position: Position, chosen: Sequence[str]) -> Draft:
    """Return the move as far as the tokens build it; IllegalMove if they lead nowhere."""
    built = Draft(position)
    for token in chosen:
        built = built.choose(token)
    return built


def steps(position: Position, chosen: Sequence[str]) -> Step[Move]:
    """Return the next choices after the tokens chosen so far, or the whole move.

    Raises IllegalMove if the tokens lead nowhere, or at the end of the game.
    """
    if position.to_move is None:
        raise IllegalMove(Text("The game is over."))
    built = draft(position, chosen)
    if built.move is not None:
        return Step(_complete_prompt(position, built.move), move=built.move)
    choices = tuple(choice for choice, _ in built.options())
    if built.space is None:
        first = position.settled and not isinstance(position.legal_moves()[0], Pass)
        return _first_step(built, choices) if first else Step(_prompt(built), choices, buttons=True)
    for_me = tuple(choice for choice in choices if choice.token == FOR_ME)
    if for_me:
        others = tuple(choice for choice in choices if choice.token != FOR_ME)
        return Step(
            _prompt(built),
            others,
            title=Text("Choose a space"),
            shortcuts=(Shortcuts(Text("Place them for me"), for_me),),
        )
    return Step(_prompt(built), choices, title=Text("Choose what it does"))


def _first_step(built: Draft, dice: tuple[Choice, ...]) -> Step[Move]:
    """Offer whole moves, the best first, and the dice for players who place counters themselves."""
    position, whole = built.position, list[tuple[int, Choice]]()
    for die in dice:
        chosen = built.choose(die.token)
        for action, following in chosen.options():
            tokens, move = [die.token, action.token], following.move
            if move is None:
                tokens, move = [*tokens, FOR_ME], following.choose(FOR_ME).move
            if move is not None:
                choice = Choice(shortcut(*tokens), label_in_full(position, move))
                whole.append((rank(position, move, position.play(move)), choice))
    whole.sort(key=lambda ranked: ranked[0])
    best = tuple(choice for _, choice in whole[:MOST_LISTED])
    title = Text("Die and move together, best first")
    return Step(_prompt(built), dice, buttons=True, shortcuts=(Shortcuts(title, best),))


def _prompt(built: Draft) -> Text:
    position, space = built.position, built.space
    if not position.settled:
        numbers = series(position.table.numbers[position.seat])
        return Text("Your dice show {numbers}. Which side do you start from?", numbers=numbers)
    held = name_counters(position.collections[position.seat])
    if space is None:
        if isinstance(position.legal_moves()[0], Pass):
            return Text("None of your dice can move or turn: you have to pass.")
        return Text("You hold {counters}. Which die?", counters=held)
    if built.way is None:
        die = next(die for die in position.dice if die.space == space)
        return Text(
            "You hold {counters}. What does the {die} do?", counters=held, die=name_die(die)
        )
    turning = name_turn(space, built.way)
    if not built.counters:
        return Plural(
            "Chosen: {turn}. Where does the counter go?",
            "Chosen: {turn}. Where do the {n} counters go?",
            built.cost,
            turn=turning,
        )
    return Text(
        "Chosen: {turn}. {placed} of {cost} counters go to {spaces}. Where does the next one go?",
        turn=turning,
        placed=built.counters.bit_count(),
        cost=built.cost,
        spaces=name_spaces(built.counters),
    )


def _complete_prompt(position: Position, move: Move) -> Text:
    """Say what the move does and means, for a last look before it is confirmed."""
    name = name_move(position, move)
    match move:
        case MoveDie() if position.counters >> move.end & 1:
            told = Text("Your move: {move}, takes a counter.", move=name)
        case Rotate():
            spaces = name_spaces(move.counters)
            told = Text("Your move: {move} to {spaces}.", move=name, spaces=spaces)
        case _:
            told = Text("Your move: {move}.", move=name)
    after = position.play(move)
    locks = describe_locks(position, move, after)
    if after.winners and position.seat not in after.winners:
        told = Text("{told} This loses the game.", told=told)
    return joined([told, *locks], "{one} {two}")
