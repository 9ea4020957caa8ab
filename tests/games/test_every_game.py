"""What must be true of any game, checked for each that there is, and for the toy."""

import json
import pickle
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.catalogues import read
from bot.text.voice import SOURCE_LANGUAGE, languages
from games.chance import FairSource, SeededSource, commitment
from games.errors import OptionError, UnfairRecord
from games.fairness import verify
from games.game import CHANCE, Step, spread
from games.line import AnyGame, Line, start
from games.record import Fair, Record, replay
from games.registry import GAMES
from games.words import Seat, Text, english, fill
from tests.games.answers import FOR_ME
from tests.games.lines import (
    EVERY,
    Options,
    anywhere,
    lines,
    tables,
    whole_games,
    with_a_seat_to_move,
)

every_game = pytest.mark.parametrize("game", EVERY.values(), ids=EVERY)
every_table = pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(game, *table, id=f"{key}-{table[0]}-{'-'.join(v for _, v in table[1])}")
        for key, game in EVERY.items()
        for table in tables(game)
    ],
)
SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
MOST_CHOICES, MOST_LABEL, MOST_NOTE, MOST_NAME, MOST_TEXT = 25, 80, 100, 60, 950
MOST_WAYS = 3000
"""More than this many turns are not walked one by one."""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow records of the toy to be read."""
    for key, game in EVERY.items():
        monkeypatch.setitem(GAMES, key, game)


def seen(line: Line) -> Any:  # Any: a position of any game
    """Return the position as the seat to move sees it."""
    assert isinstance(line.to_move, int)
    return line.position.seen_by(line.to_move)


def events(played: tuple[Line, ...]) -> list[str]:
    """Return a game's events in notation."""
    found = []
    for line in played[1:]:
        last = line.rolls[-1] if line.rolls else line.turn[-1]
        found.append(line.game.format(last.move))
    return found


def record_of(played: tuple[Line, ...], options: Options) -> Record:
    first, last = played[0], played[-1]
    setup = first.game.write_setup(first.position)
    moves = tuple(events(played))
    return Record(first.game.about.key, first.seats, dict(options), setup, moves, last.result)


# Dealing, records and fair chance


@every_table
def test_the_same_source_deals_the_same(game: AnyGame, seats: int, options: Options) -> None:
    one, same = (game.deal(SeededSource(3), seats, dict(options)) for _ in range(2))

    assert one == same
    assert one.result() is None
    assert start(game, seats, one).playing == frozenset(range(seats))


@every_game
def test_other_numbers_of_seats_and_options_are_refused(game: AnyGame) -> None:
    with pytest.raises(OptionError):
        game.check_seats(game.about.seats[-1] + 1)
    with pytest.raises(OptionError):
        game.options_of({"no such option": "1"})


@every_table
def test_a_set_up_is_read_as_it_was_written(game: AnyGame, seats: int, options: Options) -> None:
    dealt = game.deal(SeededSource(5), seats, dict(options))
    written = json.loads(json.dumps(game.write_setup(dealt)))

    assert game.read_setup(written, seats, dict(options)) == dealt


@every_table
def test_a_record_replays_to_the_position_that_was_played(
    game: AnyGame, seats: int, options: Options
) -> None:
    played = lines(game.about.key, seats, options, 1)
    record = Record.read(record_of(played, options).to_json())
    replayed = replay(record)

    assert replayed.position == played[-1].position
    assert replayed.result == played[-1].result
    assert json.dumps(game.write_position(replayed.position))


@every_game
def test_the_chance_of_a_game_is_checked_against_its_secret(game: AnyGame) -> None:
    seats, options = tables(game)[0]
    line = start(game, seats, game.deal(FairSource(SECRET, "FAIRS", 0), seats, dict(options)))
    source, played, rolls = SeededSource(1), [line], 0
    for _ in range(20):
        if line.to_move == CHANCE:
            move = line.position.roll(FairSource(SECRET, "FAIRS", line.ply + 1))
            rolls += 1
        elif line.to_move is None:
            break
        else:
            move = game.random_move(line.position, source)
        line = line.play(move)
        played.append(line)
    record = record_of(tuple(played), options)
    fair = Fair("FAIRS", commitment(SECRET), SECRET.hex())
    unfair = Fair("FAIRS", commitment(OTHER), OTHER.hex())

    assert verify(replace(record, fair=fair)).checked == rolls + 1
    with pytest.raises(UnfairRecord):
        verify(replace(record, fair=unfair))


# Notation


@every_game
@given(st.data())
def test_moves_are_read_as_they_were_written_and_legal_ones_are_listed(
    game: AnyGame, data: st.DataObject
) -> None:
    line = data.draw(with_a_seat_to_move(game))
    listed = game.legal_notation(line.position)
    move = game.random_move(line.position, SeededSource(data.draw(st.integers(0, 99))))
    written = game.format(move)

    assert listed == sorted(set(listed))
    assert game.parse(written) == move
    # A list of legal moves leaves open what is behind the sign.
    assert written.partition("@")[0] in listed
    assert line.apply(written).position == line.play(move).position


# What a seat may see


@every_game
@given(st.data())
def test_what_a_seat_sees_is_all_it_needs_and_stays_as_it_is(
    game: AnyGame, data: st.DataObject
) -> None:
    line = data.draw(anywhere(game))
    position = line.position
    for seat in (None, *range(line.seats)):
        view = position.seen_by(seat)
        assert view.seen_by(seat) == view
        assert view.seen_by(None) == position.seen_by(None)
        assert (view.to_move, view.scores(), view.result()) == (
            position.to_move,
            position.scores(),
            position.result(),
        )
        assert pickle.loads(pickle.dumps(view)) == view  # noqa: S301 -- our own bytes
    if isinstance(line.to_move, int):
        assert game.legal_notation(seen(line)) == game.legal_notation(position)


@every_table
def test_just_a_game_with_hidden_parts_hides_something(
    game: AnyGame, seats: int, options: Options
) -> None:
    played = lines(game.about.key, seats, options, 2)
    for line in played[:10]:
        views = [line.position.seen_by(seat) for seat in (None, *range(seats))]
        if game.about.hidden:
            assert all(one != other for i, one in enumerate(views) for other in views[:i])
            setups = [json.dumps(game.write_setup(view)) for view in views]
            assert all("null" in setup for setup in setups)
        else:
            assert all(view == line.position for view in views)


# The panel and what is suggested


def check_step(step: Step[Any]) -> None:
    assert step.turn or 1 <= len(step.choices) <= MOST_CHOICES
    assert all(1 <= len(group.choices) <= MOST_CHOICES for group in step.shortcuts)
    for choices in (step.choices, *(group.choices for group in step.shortcuts)):
        assert len({choice.token for choice in choices}) == len(choices)
    for choice in step.offered:
        assert len(str(choice.label)) <= MOST_LABEL
        assert choice.note is None or len(str(choice.note)) <= MOST_NOTE
        assert all(token.isalnum() for token in spread([choice.token]))


def turns_in_panel(game: AnyGame, view: Any, chosen: tuple[str, ...] = ()) -> Iterator[Any]:
    """Yield the turns to which a panel leads; where the bot may choose, that stands for all."""
    step = game.steps(view, chosen)
    check_step(step)
    if step.turn:
        yield step.turn
        return
    tokens = [choice.token for choice in step.choices]
    quick = {choice.token for group in step.shortcuts for choice in group.choices}
    for token in [FOR_ME] if FOR_ME in quick else tokens:
        yield from turns_in_panel(game, view, (*chosen, token))


@every_game
@settings(max_examples=25)
@given(st.data())
def test_the_panel_leads_to_every_legal_move_and_to_no_other(
    game: AnyGame, data: st.DataObject
) -> None:
    line = data.draw(with_a_seat_to_move(game))
    offered = dict[str, Any]()
    for count, turn in enumerate(turns_in_panel(game, seen(line))):
        if count > MOST_WAYS:
            return
        offered[game.format(turn[0]).partition("@")[0]] = turn[0]
        after = line
        for move in turn:
            after = after.play(move)
        assert not after.position.mid_turn
    legal = set(game.legal_notation(line.position))
    reached = {repr(line.play(move).position) for move in offered.values()}

    assert offered.keys() <= legal
    # Of moves that come to the same, such as a pair in both orders, one is enough.
    for notation in legal - offered.keys():
        assert repr(line.apply(notation).position) in reached


@pytest.mark.slow
@every_game
@given(st.data())
def test_suggestions_are_legal_few_and_short(game: AnyGame, data: st.DataObject) -> None:
    line = data.draw(with_a_seat_to_move(game))
    view = seen(line)
    written = data.draw(st.sampled_from(game.legal_notation(line.position)))
    for typed in ("", written, written[: data.draw(st.integers(1, len(written)))]):
        suggested = game.suggest(view, typed)
        notations = [notation for notation, _ in suggested]
        assert len(set(notations)) == len(notations) <= MOST_CHOICES
        assert typed or notations
        for notation, label in suggested:
            assert len(notation) <= MOST_NOTE
            assert 1 <= len(str(label)) <= MOST_NOTE
            after = line
            for move in game.read_turn(view, notation):
                after = after.play(move)
            assert after.ply > line.ply


# Words


@every_game
@given(st.data())
def test_words_about_moves_and_positions_are_short_enough(
    game: AnyGame, data: st.DataObject
) -> None:
    line = data.draw(anywhere(game))
    for seat in (None, *range(line.seats)):
        assert 1 <= len(str(game.describe_position(line.position.seen_by(seat)))) <= MOST_TEXT
    if isinstance(line.to_move, int):
        move = game.random_move(line.position, SeededSource(1))
        assert 1 <= len(str(game.name_move(seen(line), move))) <= MOST_NAME


@every_game
@given(st.data())
def test_what_was_played_is_told_with_who_played_it(game: AnyGame, data: st.DataObject) -> None:
    line = data.draw(anywhere(game))
    turn = [(one.before, one.move, one.after) for one in line.turn]
    if turn and line.last is not None and line.last.seat is not None:
        who = f"player {line.last.seat + 1}"
        assert who in str(game.describe_move(*turn[-1]))
        assert who in str(game.tell_turn(turn, Seat(line.last.seat)))


def sources_of(text: Text, found: set[str]) -> None:
    """Collect the sources of a text and of those within it."""

    def translate(each: Text) -> str:
        found.add(each.source)
        return fill(each, translate, each.source)

    translate(text)


@pytest.mark.parametrize("language", [each for each in languages() if each != SOURCE_LANGUAGE])
@pytest.mark.parametrize("key", GAMES)
def test_every_text_of_a_game_is_in_the_catalogues(key: str, language: str) -> None:
    game, catalogue, found = GAMES[key], read(language), set[str]()
    for seats, options in tables(game):
        for line in lines(key, seats, options, 4)[::3]:
            texts = [game.describe_position(line.position.seen_by(0)), game.tell_start(Seat(0))]
            texts += [game.describe_move(one.before, one.move, one.after) for one in line.turn]
            if isinstance(line.to_move, int):
                step = game.steps(seen(line), ())
                texts += [step.prompt, step.title, *(choice.label for choice in step.offered)]
                texts += [label for _, label in game.suggest(seen(line), "", english)]
            for text in texts:
                sources_of(text, found)

    assert len(found) > 5
    assert {source for source in found if source and catalogue.get(source) is None} == set()


# The end


@every_game
@given(st.data())
def test_a_result_names_seats_and_ranks_all_of_them(game: AnyGame, data: st.DataObject) -> None:
    last = data.draw(whole_games(game))[-1]
    if last.result is None:
        return
    ranks = game.ranking(last.result, last.seats)

    assert set(last.result.winners) <= set(range(last.seats))
    assert [seat for seat, rank in enumerate(ranks) if rank == 0] == list(last.result.winners)
    assert len(ranks) == last.seats
    assert last.result.scores is None or len(last.result.scores) == last.seats
    assert last.to_move is None
    assert last.position.legal_moves() in ([], ())


@every_game
@settings(max_examples=30)
@given(st.data())
def test_no_game_hangs_whoever_leaves(game: AnyGame, data: st.DataObject) -> None:
    line, source = data.draw(anywhere(game)), SeededSource(1)
    for _ in range(60):
        if line.result is not None:
            assert line.to_move is None
            assert set(line.result.winners) <= set(range(line.seats))
            return
        leaves = line.position.settled and data.draw(st.integers(0, 9)) == 0
        if leaves:
            line = line.apply(f"!resign:{data.draw(st.sampled_from(sorted(line.playing)))}")
        elif line.to_move == CHANCE:
            line = line.play(line.position.roll(source))
        else:
            assert line.to_move in line.playing
            line = line.play(game.random_move(line.position, source))
