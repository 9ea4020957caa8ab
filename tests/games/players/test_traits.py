"""What is said of moves is true by the rules, of any move in any position of a game."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.chance import SeededSource
from games.dice_matrix import rules as dice_matrix
from games.dicefest import rules as dicefest
from games.dicefest.moves import MoveDie
from games.game import CHANCE
from games.line import AnyPosition
from games.matrio import rules as matrio
from games.matrio.board import CARD_INDEX, CELLS, SEATS, TRAYS, cell_name
from games.players.dicefest.race import Race, completed
from games.players.dicefest.turns import Turns
from games.players.traits import Trait, reasons, set_apart, traits_of
from games.registry import GAMES
from games.tablero import rules as tablero
from games.tablero.board import CENTRE, COLUMNS, home_space, space_name
from games.words import Text, listed

Made = tuple[Any, Any, Any]  # Any: the positions and the move of whichever game
SEEDS = range(3)
LOOKED_AT = 15
"""How many moves of a game are looked at where each takes a while."""


def moves(key: str, seed: int, options: dict[str, str] | None = None) -> Iterator[Made]:
    """Yield the moves of a game that is played at random, each with where it was made and led to."""
    game, source = GAMES[key], SeededSource(seed)
    seats = game.about.seats[seed % len(game.about.seats)]
    position: AnyPosition = game.deal(source, seats, game.options_of(options or {}))
    while position.to_move is not None:
        chance = position.to_move == CHANCE
        move = position.roll(source) if chance else game.random_move(position, source)
        before, position = position, position.play(move)
        if not chance:
            yield before, move, position


def sampled(made: Iterator[Made], number: int) -> list[Made]:
    """Return about a number of moves, from all of a game, the last one included."""
    every = list(made)[::-1]
    return every[:: -(-len(every) // number)]


def traits(key: str, made: Made) -> dict[str, Trait]:
    found = traits_of(key, *made)
    assert len({trait.kind for trait in found}) == len(found)
    return {trait.kind: trait for trait in found}


def said(found: dict[str, Trait], kind: str) -> str | None:
    return str(found[kind].said) if kind in found else None


def counted(number: int, one: str, more: str) -> str:
    return (one if number == 1 else more).format(n=number)


@pytest.mark.parametrize("seed", SEEDS)
def test_in_dice_matrix_what_dice_are_worth_is_what_they_bring_in_the_end(seed: int) -> None:
    ahead, points = 0, (0, 0)
    for before, move, after in moves("dice_matrix", seed):
        found = traits("dice_matrix", (before, move, after))
        points = after.points
        if isinstance(move, dice_matrix.Turn):
            dice = [die for die in before.matrix if die.face == move.face]
            assert found["face"].said.values["n"] == len(dice)
            lines = [die for die in before.matrix if die.colour == before.setup.left.colour]
            ahead += len(dice) + len(lines) + 4
            continue
        ahead += (1 - 2 * before.seat) * halves(found["taken"])
        if after.to_move is None:
            assert set(found) == {"taken", "last"}
        elif after.dice_left % 6 == 0:
            check_what_is_left(found, after)
    # A lead is in half points, since every die counts for two lines.
    assert ahead == 2 * (points[0] - points[1])


def check_what_is_left(found: dict[str, Trait], after: dice_matrix.Position) -> None:
    """No reply takes dice that are worth more than those that are said to be left."""
    replies = [move for move in after.legal_moves() if isinstance(move, dice_matrix.Take)]
    worth = {
        reply: halves(traits("dice_matrix", (after, reply, after.play(reply)))["taken"])
        for reply in replies
    }
    assert halves(found["left"]) == max(worth.values())
    cells = str(found["left"].said.values["cells"]).split(" and ")
    named = dice_matrix.Take(*map(dice_matrix.cell_index, cells))
    assert worth[named] == max(worth.values())
    assert ("no pair" in found) is all(reply.second is None for reply in replies)


def halves(trait: Trait) -> int:
    """Return the number of half points that a trait names."""
    written = str(trait.said.values["points"])
    return 2 * int(written.rstrip("½")) + written.endswith("½")


def test_in_dice_matrix_no_points_are_told_before_they_are_counted() -> None:
    for made in moves("dice_matrix", 1, {"scoring": "recount"}):
        assert not any("point" in str(trait.said) for trait in traits("dice_matrix", made).values())


@pytest.mark.parametrize("seed", SEEDS)
def test_in_tablero_centre_stacks_and_reserve_are_as_the_rules_have_them(seed: int) -> None:
    for before, move, after in moves("tablero", seed):
        found, seat = traits("tablero", (before, move, after)), before.seat
        mine, theirs = after.scores()[seat], after.scores()[1 - seat]
        if after.result():
            assert said(found, "end") == f"ends the game {mine} to {theirs}"
            continue
        gain = mine - theirs - before.scores()[seat] + before.scores()[1 - seat]
        rival = f"player {2 - seat}"
        assert said(found, "centre") == told_of_centre(gain, rival)
        was, now = movable(before, 1 - seat), movable(after, 1 - seat)
        for kind, spaces, verb in (("stops", was - now, "stops"), ("frees", now - was, "frees")):
            names = [Text(space_name(space)) for space in sorted(spaces)]
            told = f"{verb} {rival}'s stack on {listed(names)}" if names else None
            assert said(found, kind) == told
        if not before.last:
            assert found["ready"].said.values["n"] == len(movable(after, seat))
        change = after.reserve[seat] - before.reserve[seat]
        assert ("reserve" in found) is bool(change)
        if change < 0:
            assert found["reserve"].said.values["n"] == after.reserve[seat]
        lost = coverable(after, seat)
        names = [Text(space_name(space)) for space in sorted(lost)]
        assert said(found, "open") == (f"leaves {listed(names)} open to {rival}" if names else None)


def told_of_centre(gain: int, rival: str) -> str | None:
    points = counted(abs(gain), "{n} point", "{n} points")
    if gain > 0:
        return f"gains {points} on {rival} in the centre"
    return f"loses {points} to {rival} in the centre" if gain else None


def coverable(after: tablero.Position, seat: int) -> set[int]:
    """Return a seat's spaces of the centre that the other can take by one die."""
    lost = set[int]()
    for die in COLUMNS:
        reply = after.turned_to(1 - seat).play(tablero.Roll(*sorted((die, die % 6 + 1))))
        for answer in reply.legal_moves():
            if isinstance(answer, tablero.MoveStack) and answer.die == die:
                then = reply.play(answer)
                lost |= {s for s in CENTRE if after.owner(s) == seat and then.owner(s) == 1 - seat}
    return lost


def movable(position: tablero.Position, seat: int) -> set[int]:
    """Return the home spaces of a seat from which one die can move a stack."""
    found = set[int]()
    for die in COLUMNS:
        rolled = position.turned_to(seat).play(tablero.Roll(*sorted((die, die % 6 + 1))))
        if any(
            isinstance(move, tablero.MoveStack) and move.die == die for move in rolled.legal_moves()
        ):
            found.add(home_space(seat, die))
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_in_matrio_points_and_dots_are_as_the_rules_count_them(seed: int) -> None:
    joker = CARD_INDEX["X1"]
    for before, move, after in moves("matrio", seed):
        found = traits("matrio", (before, move, after))
        for seat in range(SEATS):
            gain = scored(after, seat) - scored(before, seat)
            points = counted(abs(gain), "{n} point", "{n} points")
            kind, verb = f"rival {seat}", f"{'costs' if gain < 0 else 'brings'} player {seat + 1}"
            if seat == before.seat:
                kind, verb = "own", "loses" if gain < 0 else "wins"
            assert said(found, kind) == (f"{verb} {points}" if gain else None)
        dots = [cell for cell in range(CELLS) if before.dots[cell] != after.dots[cell]]
        names = [Text(cell_name(cell)) for cell in dots]
        assert said(found, "dots") == (f"puts a dot on {listed(names)}" if names else None)
        out = [Text(f"player {seat + 1}") for seat in sorted(after.withdrawn - before.withdrawn)]
        assert said(found, "out") == (f"puts {listed(out)} out of the game" if out else None)
        # A joker may go to any tray, so it places every dot that one card can place.
        held = replace(after, hands=((joker,),) * SEATS)
        placed = [held.play(matrio.Play(joker, tray)).dots for tray in range(TRAYS)]
        names = [
            Text(cell_name(cell))
            for cell in range(CELLS)
            if after.dots[cell] is None and any(dots[cell] is not None for dots in placed)
        ]
        told = f"leaves one card to go for a dot on {listed(names)}" if names else None
        assert said(found, "ready") == told


def scored(position: matrio.Position, seat: int) -> int:
    """Count a seat's points, though it may be out of the game."""
    return sum(
        score or 0
        for owner, score in zip(position.dots, position.cells, strict=True)
        if owner == seat
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_in_dicefest_locks_counters_and_turns_are_as_the_rules_have_them(seed: int) -> None:
    for before, move, after in sampled(moves("dicefest", seed), LOOKED_AT):
        found, seat = traits("dicefest", (before, move, after)), before.seat
        if not before.settled:
            assert not found
            continue
        if after.winners is not None:
            told = "wins the game" if after.winners == (seat,) else "ends the game"
            assert found == {} or said(found, "end") == told
            continue
        assert ("lock" in found) is (after.locked(seat) > before.locked(seat))
        assert ("counter" in found) is (
            isinstance(move, MoveDie) and after.collections[seat] > before.collections[seat]
        )
        if not found:
            continue
        needed = [Race(position, Turns).needed(position) for position in (before, after)]
        assert found["turns"].said.values.get("n", 40) == needed[1][seat]
        rivals = [rival for rival in after.table.playing if rival != seat]
        for rival in rivals:
            delay = needed[1][rival] - needed[0][rival]
            told = counted(abs(delay), "{n} turn", "{n} turns")
            verb = "costs" if delay > 0 else "saves"
            if max(needed[0][rival], needed[1][rival]) == 40 or not delay:
                assert f"rival {rival}" not in found
            else:
                assert said(found, f"rival {rival}") == f"{verb} player {rival + 1} {told}"
        was, now = ({rival for rival in rivals if locks(at, rival)} for at in (before, after))
        stopped, let = (listed_players(who) for who in (was - now, now))
        kept = f"keeps {stopped} from locking a die next" if stopped else None
        assert said(found, "stops") == kept
        assert said(found, "lets") == (f"lets {let} lock a die next" if let else None)


def locks(position: dicefest.Position, seat: int) -> bool:
    """Tell whether a seat that were to move could lock a die."""
    theirs = position.turned_to(seat)
    assert theirs is not None
    ends = (theirs.play(completed(theirs, move)) for move in theirs.legal_moves())
    return any(end.locked(seat) > position.locked(seat) for end in ends)


def listed_players(seats: set[int]) -> Text | None:
    return listed([Text(f"player {seat + 1}") for seat in sorted(seats)]) if seats else None


@pytest.mark.parametrize("key", GAMES)
def test_what_sets_two_moves_apart_speaks_for_the_better_one(key: str) -> None:
    random = Random(1)
    compared = 0
    for before, move, after in sampled(moves(key, 1), LOOKED_AT):
        other = GAMES[key].random_move(before, SeededSource(random.getrandbits(32)))
        one, two = (
            traits_of(key, before, move, after),
            traits_of(key, before, other, before.play(other)),
        )
        text, back = set_apart(one, two), set_apart(two, one)
        assert set_apart(one, one) is None
        if text is None:
            continue
        compared += 1
        assert str(text).endswith(".")
        assert text != back
        phrases = {str(trait.said) for trait in (*one, *two)}
        assert any(phrase in str(text) for phrase in phrases)
        assert len(str(text)) < 400
    assert compared


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_said_that_only_some_can_see(seed: int) -> None:
    for before, move, after in moves("matrio", seed):
        public = (before.seen_by(None), move, after.seen_by(None))
        assert traits_of("matrio", *public) == traits_of("matrio", before, move, after)


def trait(kind: str, amount: float) -> Trait:
    return Trait(kind, amount, Text("does {kind} {amount}", kind=kind, amount=f"{amount}"))


def test_both_moves_are_told_where_both_have_something_and_the_most_important_comes_first() -> None:
    played, better = [trait("a", 1.0), trait("b", 5.0), trait("c", -9.0)], [trait("a", 2.0)]
    assert str(set_apart(played, better)) == (
        "The move that was played does c -9.0 and also does a 1.0. The better move does a 2.0."
    )
    assert str(set_apart([], better)) == "The better move does a 2.0."
    assert str(set_apart([trait("c", -1.0)], [])) == "The move that was played does c -1.0."
    assert set_apart([trait("b", 1.0)], []) is None


def test_reasons_are_what_speaks_for_a_move() -> None:
    assert str(reasons([trait("a", 1.0), trait("c", -9.0), trait("b", 5.0)])) == (
        "does b 5.0 and also does a 1.0"
    )
    assert reasons([trait("c", -9.0)]) is None
