"""A small game with all that Dice Matrix has not: chance, several seats, leaving, withdrawing.

It shows that lines, records and the checking of chance hold for such games too. Seats pick
up a number (`pick:1` to `pick:3`), then in turn roll a die and keep it or drop out of the
game; six points win.
"""

# ruff: noqa: ARG002 -- games are given more than this small one needs

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games import chance, game
from games.errors import IllegalMove, NotationError, RecordError
from games.game import CHANCE, About, Choice, Game, Json, Reason, Result, Step, ToMove
from games.words import Seat, Text, Translate, english

Move = str


@dataclass(frozen=True, slots=True)
class Position(game.Position[Move]):
    stake: int
    totals: tuple[int, ...]
    seat: int = 0
    rolled: int | None = None
    picked: int = 0
    dropped: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()

    @property
    def settled(self) -> bool:
        return self.picked == len(self.totals)

    @property
    def withdrawn(self) -> frozenset[int]:
        return self.dropped

    @property
    def to_move(self) -> ToMove:
        if self.result():
            return None
        return CHANCE if self.settled and self.rolled is None else self.seat

    def legal_moves(self) -> list[Move]:
        if not isinstance(self.to_move, int):
            return []
        if not self.settled:
            return ["pick:1", "pick:2", "pick:3"]
        alone = len(self.dropped | self.gone) == len(self.totals) - 1
        return ["keep"] if alone else ["keep", "drop"]

    def play(self, move: Move) -> "Position":
        if move.startswith("@"):
            return replace(self, rolled=int(move[1:]))
        if move not in self.legal_moves():
            raise IllegalMove(Text("Not now."))
        if not self.settled:
            return replace(self._next(), picked=self.picked + 1)
        if move == "drop":
            return replace(self, dropped=self.dropped | {self.seat})._next()
        totals = list(self.totals)
        totals[self.seat] += self.rolled or 0
        return replace(self, totals=tuple(totals))._next()

    def result(self) -> Result | None:
        best = max(self.totals)
        if best < 6:
            return None
        winners = tuple(seat for seat, total in enumerate(self.totals) if total == best)
        return Result(self.scores(), winners, Reason.PLAYED)

    def scores(self) -> tuple[int | None, ...]:
        out = self.dropped | self.gone
        return tuple(None if seat in out else total for seat, total in enumerate(self.totals))

    def seen_by(self, seat: int | None) -> "Position":
        return self

    def roll(self, source: chance.Source) -> Move:
        return f"@{chance.die(source)}"

    def leave(self, seat: int) -> "Position":
        left = replace(self, gone=self.gone | {seat})
        return left._next() if seat == self.seat else left

    def _next(self) -> "Position":
        seats = len(self.totals)
        out = self.dropped | self.gone
        following = [(self.seat + n) % seats for n in range(1, seats + 1)]
        seat = next((seat for seat in following if seat not in out), self.seat)
        return replace(self, seat=seat, rolled=None)


class Toy(Game[Position, Move]):
    about = About(
        key="toy",
        command="toy",
        name="Toy",
        seats=(2, 3, 4),
        options=(),
        chance=True,
        hidden=False,
        designers=("Nobody",),
        link="https://example.com",
        rules_version=1,
    )

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:
        return Position(source.below(1000), (0,) * seats)

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:
        if not isinstance(setup, Mapping) or not isinstance(stake := setup.get("stake"), int):
            raise RecordError(0, Text("no stake"))
        return Position(stake, (0,) * seats)

    def write_setup(self, position: Position) -> Mapping[str, Json]:
        return {"stake": position.stake}

    def write_position(self, position: Position) -> Mapping[str, Json]:
        return {"totals": list(position.totals)}

    def parse(self, text: str) -> Move:
        if text in {"keep", "drop", "pick:1", "pick:2", "pick:3", *(f"@{n}" for n in range(1, 7))}:
            return text
        raise NotationError(Text("No move."))

    def format(self, move: Move) -> str:
        return move

    def describe_move(self, before: Position, move: Move, after: Position) -> Text:
        return Text("{player}: {move}", player=Seat(before.seat), move=move)

    def name_move(self, position: Position, move: Move) -> Text:
        return Text("{move}", move=move)

    def describe_position(self, position: Position) -> Text:
        return Text("{totals}", totals=position.totals)

    def steps(self, position: Position, chosen: Sequence[str]) -> Step[Move]:
        moves = position.legal_moves()
        if chosen:
            return Step(Text("What now?"), move=moves[int(chosen[0])])
        choices = (Choice(str(i), self.name_move(position, move)) for i, move in enumerate(moves))
        return Step(Text("What now?"), tuple(choices), buttons=True)

    def suggest(
        self, position: Position, typed: str, translate: Translate = english
    ) -> list[tuple[str, Text]]:
        return [(move, Text("{move}", move=move)) for move in position.legal_moves()]


TOY = Toy()
