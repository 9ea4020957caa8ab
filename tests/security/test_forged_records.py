"""Forged records, as kinds: each is refused, or what it can't prove is said to be open.

A record of the first version believes the numbers that it brings; of the second, nothing in it
can be changed without notice but what the players decided, which its fingerprint binds.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import UNFAIR, WRONG, main
from games.chance import FairSource
from games.chance import commitment as fingerprint
from games.game import CHANCE
from games.line import start
from games.lots import Lots, commitment
from games.record import Fair, Record, replay
from games.registry import GAMES
from tests.games.drawn import played, with_lots
from tests.tiers import sampled

DICE = GAMES["tablero"]
CARDS = GAMES["matrio"]
# Any: what JSON gives.
Fields = dict[str, Any]
SECRET = bytes(range(32))

Said = tuple[int, str, str]


@pytest.fixture
def verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[Record | str], Said]:
    """Return the exit code of `verify` on a record, and what it printed."""

    def run(record: Record | str) -> Said:
        file = tmp_path / "game.json"
        file.write_text(record if isinstance(record, str) else record.to_json(), encoding="utf-8")
        code = main(["verify", str(file)])
        return code, *capsys.readouterr()

    return run


Verified = Callable[[Record | str], Said]


def lots_of(record: Record) -> Lots:
    assert isinstance(record.fair, Lots)
    return record.fair


def finished(seed: int = 1, takebacks: float = 0.1) -> Record:
    record = played(DICE, seed, takebacks=takebacks)
    assert record.result is not None
    assert any(event.startswith("!back:") for event in record.moves) == bool(takebacks)
    return record


def changed(record: Record, **changes: object) -> str:
    """Return the text of a record with other fields; those of the fair part by `fair`."""
    fields: Fields = json.loads(record.to_json())
    fair = changes.pop("fair", {})
    assert isinstance(fair, dict)
    return json.dumps(fields | changes | {"fair": fields["fair"] | fair})


def refused(said: Said, part: str) -> None:
    """Check that one line says that a record is not fair."""
    code, out, err = said
    assert (code, err) == (UNFAIR, "")
    assert out.startswith("Ply ")
    assert out.count("\n") == 1
    assert part in out


def wrong(said: Said, part: str) -> None:
    """Check that one line says what is wrong with a record."""
    code, out, err = said
    assert (code, out) == (WRONG, "")
    assert err.startswith("Ply ")
    assert len(err.splitlines()) == 1
    assert part in err


def test_a_record_of_the_second_version_is_no_record_of_the_first(verified: Verified) -> None:
    """Who rewrites one to prove less has to say so in the first line that is printed."""
    fields: Fields = json.loads(finished(takebacks=0).to_json())
    wrong(verified(json.dumps(fields | {"format": "tavolo/2 "})), "the format is neither")
    refused(
        verified(json.dumps(fields | {"format": "tavolo/1"})), "whose fingerprint was published"
    )
    own = fields["fair"] | {"commitment": fingerprint(bytes.fromhex(fields["fair"]["secret"]))}
    refused(
        verified(json.dumps(fields | {"format": "tavolo/1", "fair": own})),
        "is not what the secret gives",
    )


def test_a_true_record_says_all_that_has_to_be_compared(verified: Verified) -> None:
    record = finished()
    code, out, err = verified(record)

    assert (code, err) == (0, "")
    assert lots_of(record).commitment in out
    assert lots_of(record).card in out
    for player in lots_of(record).players:
        assert player in out
    assert "Finished: played" in out


# Chosen rolls


def sixes() -> Record:
    """Play a whole game in which every roll is 6-6, by numbers that suit it: the first version."""
    line = start(DICE, 2, DICE.deal(FairSource(SECRET, "9", 0), 2, {}))
    moves, seqs, q = list[str](), list[int](), 0
    while line.to_move is not None:
        event = "!draw" if len(moves) > 100 else DICE.legal_notation(line.position)[:1]
        if line.to_move == CHANCE:
            q += 1
            while DICE.format(line.position.roll(FairSource(SECRET, "9", q))) != "@6-6":
                q += 1
            seqs.append(q)
            event = "@6-6"
        moves.append(event if isinstance(event, str) else event[0])
        q += not isinstance(line.to_move, str)
        line = line.apply(moves[-1])
    fair = Fair("9", fingerprint(SECRET), SECRET.hex(), tuple(seqs))
    return Record("tablero", 2, {}, {}, tuple(moves), line.result, fair)


def test_chosen_numbers_of_the_first_version_are_not_called_proved(verified: Verified) -> None:
    record = sixes()
    code, out, err = verified(record)

    rolls = [event for event in record.moves if event.startswith("@")]
    assert len(rolls) > 20
    assert set(rolls) == {"@6-6"}
    assert (code, out.count("\n")) == (0, 1)
    assert out.endswith(
        "does not prove that nobody chose the secret or the numbers of the rolls.\n"
    )
    assert "the numbers that the rolls leave out are only believed" in err


def test_the_second_version_has_no_numbers_to_choose(verified: Verified) -> None:
    record = finished()
    wrong(verified(changed(record, fair={"seqs": [1, 5, 9]})), "unknown key 'seqs'")
    first = record.moves.index(next(event for event in record.moves if event.startswith("@")))
    six = tuple("@6-6" if ply == first else event for ply, event in enumerate(record.moves))
    refused(
        verified(replace(record, moves=six[: first + 1], result=None)), "is not what the secret"
    )


def test_a_roll_that_is_left_out_moves_all_that_follow(verified: Verified) -> None:
    record = finished(takebacks=0)
    # The end of one turn and the roll of the next: without both the rules would notice at once.
    code, out, err = verified(replace(record, moves=record.moves[1:], result=None))
    assert (code, out) == (WRONG, "")
    assert "Chance comes first" in err
    later = ("!abort",)
    refused(
        verified(replace(record, moves=("@1-1", *later), result=None)), "is not what the secret"
    )


# The same secret for another game


@pytest.mark.parametrize(
    "changes",
    [
        {"fair": {"id": "77-1"}},
        {"fair": {"secret": "00" * 32}},
        {"fair": {"commitment": "00" * 32}},
    ],
    ids=["id", "secret", "commitment"],
)
def test_a_commitment_binds_one_game(changes: Fields, verified: Verified) -> None:
    refused(verified(changed(finished(), **changes)), "the commitment is not the one")


def test_a_commitment_binds_the_options(verified: Verified) -> None:
    record = played(CARDS, 3, events=5)
    refused(verified(changed(record, options={"lead": "2C"})), "the commitment is not the one")


def test_another_id_needs_another_commitment_which_is_not_the_one_on_the_card(
    verified: Verified,
) -> None:
    record, lots = finished(), lots_of(finished())
    assert lots.secret is not None
    again = commitment("tablero", 2, {}, "77-1", lots.secret)
    forged = with_lots(record, id="77-1", commitment=again)

    assert again != lots.commitment
    refused(verified(forged), "is not what the secret gives")


# What the host cannot choose


@pytest.mark.parametrize("game", [DICE, CARDS], ids=["dice", "cards"])
def test_another_card_people_seats_or_words_give_other_chance(
    game: Any, verified: Verified
) -> None:
    record = played(game, 5, events=9)
    lots = lots_of(record)
    swapped = (lots.players[1], lots.players[0], *lots.players[2:])
    for forged in (
        with_lots(record, card="123456789012345678"),
        with_lots(record, players=swapped),
        with_lots(record, first=1),
        with_lots(record, words=("my own word", *lots.words[1:])),
    ):
        refused(verified(forged), "is not what the secret gives")


def test_exchanged_hands_are_named_at_ply_0(verified: Verified) -> None:
    record = played(CARDS, 6, events=0)
    hands = record.setup["hands"]
    assert isinstance(hands, list)
    swapped = {"hands": [hands[1], hands[0], *hands[2:]]}
    moves = replay(replace(record, setup=swapped, moves=("!abort",), result=None))
    assert moves.result is not None
    refused(
        verified(replace(record, setup=swapped, moves=("!abort",), result=None)),
        "Ply 0: the set-up",
    )


# What was played


def test_a_record_that_is_cut_off_is_not_fair(verified: Verified) -> None:
    record = finished()
    for events in (0, 1, len(record.moves) // 2, len(record.moves) - 1):
        cut = replace(record, moves=record.moves[:events], result=None)
        refused(verified(cut), f"Ply {events}: the record ends but the game does not")


def test_a_result_that_was_not_played_is_refused(verified: Verified) -> None:
    record = finished()
    cut = replace(record, moves=record.moves[:-1])
    wrong(verified(cut), "the game is still running, but the record has a result")


def test_the_first_version_says_that_a_record_is_cut_off(verified: Verified) -> None:
    whole = sixes()
    code, out, err = verified(replace(whole, moves=whole.moves[:-1], result=None))
    assert code == 0
    assert out.endswith(" The record is cut off.\n")
    assert "the record ends before it" in err


def test_a_forged_resignation_changes_the_fingerprint_of_the_moves(verified: Verified) -> None:
    record = finished()
    cut = record.moves[: len(record.moves) // 2]
    forged = replace(record, moves=(*cut, "!resign:1"), result=None)
    true, lie = verified(record), verified(forged)

    # No secret proves what players decided: the message after the result does.
    assert lie[0] == 0
    assert "Finished: resigned, first place for seat 0" in lie[1]
    printed = [said[1].split("fingerprint ")[1].split()[0] for said in (true, lie)]
    assert printed[0] != printed[1]


def test_a_takeback_that_was_not_can_only_be_added_with_all_that_followed(
    verified: Verified,
) -> None:
    record = finished(takebacks=0)
    turn = next(ply for ply, event in enumerate(record.moves) if not event.startswith("@"))
    moves = (*record.moves[: turn + 1], f"!back:{turn}", *record.moves[turn:])

    refused(verified(replace(record, moves=moves)), "is not what the secret gives")


def test_takebacks_and_the_rolls_after_them_are_counted(verified: Verified) -> None:
    record = finished()
    rolls = sum(event.startswith("@") for event in record.moves)
    first = next(n for n, event in enumerate(record.moves) if event.startswith("!back"))
    later = sum(event.startswith("@") for event in record.moves[first:])
    backs = sum(event.startswith("!back") for event in record.moves)
    _, out, _ = verified(record)

    assert f"Rolls: {rolls}, of which {later} came after a takeback; {backs} takebacks undid" in out


@pytest.mark.parametrize(
    "back",
    ["!back:0", "!back:2", "!back:3", "!back:99", "!back:02", "!back:-1", "!back:１", "!back:"],
)
def test_a_takeback_leads_to_where_a_turn_began_and_nowhere_else(
    back: str, verified: Verified
) -> None:
    # Before the first roll chance is to act; after two events half of the first turn is played.
    record = finished(takebacks=0)
    assert replay(replace(record, moves=record.moves[:2], result=None)).position.mid_turn
    moves = (*record.moves[:3], back)
    wrong(verified(replace(record, moves=moves, result=None)), "Ply 3: ")


def test_nobody_takes_back_that_somebody_left_or_the_end(verified: Verified) -> None:
    record = played(CARDS, 8, events=6)
    left = (*record.moves[:2], "!resign:3", "!back:1", "!abort")
    wrong(verified(replace(record, moves=left, result=None)), "can't be taken back")
    ended = (*record.moves[:2], "!draw", "!back:1", "!abort")
    wrong(verified(replace(record, moves=ended, result=None)), "The game is over")


def test_what_was_taken_back_is_no_place_to_go_back_to(verified: Verified) -> None:
    record = played(CARDS, 8, events=6)
    moves = (*record.moves[:3], "!back:1", "!back:2")
    wrong(verified(replace(record, moves=moves, result=None)), "nothing to go back to")


# Anything at all


def forgeries(fields: Fields) -> Iterator[tuple[str, Fields]]:
    """Yield a record once with each of its parts changed a little, and once without each."""
    for path, value in parts(fields):
        forged: list[Any] = [f"{value}0", f"x{value}"] if isinstance(value, str) else []
        if isinstance(value, str) and value[-1:].isdigit():
            forged.append(f"{value[:-1]}{(int(value[-1]) + 1) % 10}")
        if isinstance(value, int):
            forged = [value + 1, value - 1, str(value), float(value), value > 0]
        if value is None:
            forged = ["word", 0, ""]
        for other in (*forged, None, [], {}):
            if other != value or type(other) is not type(value):
                yield f"{path} {other!r}", put(fields, path, other)
        yield f"{path} left out", put(fields, path)


def parts(
    value: Any, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield every part of a record, and where it is."""
    if path:
        yield path, value
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(part, (*path, key))


def put(fields: Fields, path: tuple[str | int, ...], *new: object) -> Fields:
    """Return a copy of a record with one part put in another's place, or left out."""
    copy: Fields = json.loads(json.dumps(fields))
    inner: Any = copy
    for key in path[:-1]:
        inner = inner[key]
    if new:
        inner[path[-1]] = new[0]
    else:
        del inner[path[-1]]
    return copy


@sampled("game", sorted(GAMES))
def test_no_part_of_a_record_is_changed_without_notice(game: str, verified: Verified) -> None:
    """A change is refused, or is among what is printed to be compared."""
    record = played(GAMES[game], 11, events=14, takebacks=0.2)
    true = verified(record)
    assert true[0] == 0
    tried = Counter[str]()
    for what, forged in forgeries(json.loads(record.to_json())):
        code, out, err = verified(json.dumps(forged))
        tried[("fair", "unfair", "wrong")[code]] += 1
        if code:
            assert len((out + err).splitlines()) == 1, what
        elif "result" not in forged:
            # What it was follows from the moves.
            assert out == true[1], what
        else:
            assert out != true[1], what
            assert "fingerprint" in out, what
    assert tried["unfair"] > 20
    assert tried["wrong"] > 100
    assert tried["fair"] < 20


# Texts that are no records


@pytest.mark.parametrize(
    "bomb",
    [
        '{"format": ' + "[" * 100_000,
        "[" * 900 + "]" * 900,
        "9" * 5_000,
        "1e999",
        '{"a": ' * 5_000 + "1" + "}" * 5_000,
    ],
    ids=["unclosed", "nested", "long number", "infinite", "nested objects"],
)
def test_texts_that_should_break_a_reader_are_refused_on_one_line(
    bomb: str, verified: Verified
) -> None:
    wrong(verified(bomb), "Ply 0: ")


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 10**4_000},
        {"seats": 2.0},
        {"seats": True},
        {"fair": {"first": 10**4_000}},
        {"fair": {"first": True}},
        {"fair": {"card": "9" * 5_000}},
        {"fair": {"card": 123456789012345678}},
        {"moves": ["!back:" + "9" * 5_000]},
        {"fair": {"words": ["x" * 100_000, None]}},
        {"fair": {"words": ["\ud800", None]}},
        {"fair": {"words": ["a\nb", None]}},
        {"fair": {"words": ["", None]}},
        {"fair": {"players": ["1"]}},
        {"fair": {"players": ["1", "2 3"]}},
        {"fair": {"players": [1, 2]}},
        {"result": {"scores": [10**4_000, 0], "winners": [0], "reason": "played"}},
    ],
    ids=str,
)
def test_numbers_and_texts_out_of_all_bounds_are_refused_on_one_line(
    changes: Fields, verified: Verified
) -> None:
    code, out, err = verified(changed(finished(), **changes))
    assert code in {WRONG, UNFAIR}
    assert len((out + err).splitlines()) == 1


@pytest.mark.parametrize("part", ["secret", "commitment"])
def test_there_is_one_way_to_write_a_secret(part: str, verified: Verified) -> None:
    record = finished()
    value = getattr(lots_of(record), part)
    assert value != value.upper()
    wrong(verified(changed(record, fair={part: value.upper()})), "is malformed")


@pytest.mark.parametrize("event", ["!RESIGN:1", "!Abort", "!BACK:1", "p1"])
def test_events_in_capitals_or_without_are_other_texts(event: str, verified: Verified) -> None:
    record = finished(takebacks=0)
    wrong(verified(replace(record, moves=(record.moves[0], event), result=None)), "Ply 1: ")


def test_options_are_all_named(verified: Verified) -> None:
    record = played(CARDS, 3, events=2)
    wrong(verified(changed(record, options={})), "all options must be named")
