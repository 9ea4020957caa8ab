"""What must be true of the pictures of any game, checked for each that there is, and for the toy.

How long a picture takes is measured by `tests.benchmarks`, for no test looks at the clock.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module

import pytest
from PIL import Image

from games.chance import SeededSource
from games.game import spread
from games.line import AnyGame, Line
from games.registry import GAMES
from games.words import Text, english
from render import hand_picture, picture, result_picture, review_picture
from render.scene import Hand, Mistake, PlayerResult, ResultScene, Review, Scene, ThemeName
from render.theme import THEMES, colours_in
from tests.games.lines import EVERY, lines, tables
from tests.games.toy import TOY, Position
from tests.render.scenes import differ, opened
from tests.tiers import sampled
from tests.toy import install

MOST_BYTES = 60_000
LONGEST = "Wilhelmina Ōtani 大谷"

every_game = pytest.mark.parametrize("game", EVERY.values(), ids=EVERY)
every_theme = sampled("theme", THEMES)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)


def boards(game: AnyGame, every: int, *, fullest: bool = True) -> Iterator[Line]:
    """Yield some moments of a random game at its largest table, the last one too."""
    seats, options = tables(game)[-1 if fullest else 0]
    played = lines(game.about.key, seats, options, 6)
    yield from (*played[1::every], played[-1])


def scene_of(line: Line, theme: ThemeName = "dark", *, marks: bool = False) -> Scene:
    """Return a board as everybody may see it."""
    seats, last = range(line.seats), line.turn
    public = tuple(
        replace(one, before=one.before.seen_by(None), after=one.after.seen_by(None)) for one in last
    )
    return Scene(
        line.game,
        line.position.seen_by(None),
        tuple(f"{LONGEST} {seat}" for seat in seats),
        line.turns + 1,
        english,
        last=public[-1] if public else None,
        actions=public,
        result=line.result,
        theme=theme,
        marks=marks,
    )


@sampled("game", EVERY.values(), ids=EVERY)
@every_theme
def test_no_board_of_a_whole_game_is_larger_than_60_kb(game: AnyGame, theme: ThemeName) -> None:
    sizes = [
        len(picture(scene_of(line, theme, marks=number % 2 == 0)))
        for number, line in enumerate(boards(game, 7))
    ]
    assert max(sizes) <= MOST_BYTES


@every_game
def test_boards_of_all_tables_are_as_wide_as_a_page(game: AnyGame) -> None:
    for seats, options in tables(game):
        line = lines(game.about.key, seats, options, 6)[-1]
        assert opened(picture(scene_of(line))).width == 1200


@pytest.mark.slow
@every_game
def test_pictures_drawn_in_many_threads_are_the_ones_drawn_in_one(game: AnyGame) -> None:
    scenes = [scene_of(line, theme) for line in [*boards(game, 40)][:3] for theme in THEMES]
    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(picture, scenes))

    assert at_once == [picture(scene) for scene in scenes]
    assert len(set(at_once)) == len(scenes)


@every_game
def test_whatever_the_turn_panel_offers_can_be_drawn(game: AnyGame) -> None:
    source = SeededSource(3)
    for line in boards(game, 25, fullest=False):
        if not isinstance(line.to_move, int):
            continue
        view, chosen = line.position.seen_by(line.to_move), list[str]()
        while not (step := game.steps(view, chosen)).turn:
            chosen.append(step.choices[source.below(len(step.choices))].token)
            scene = replace(scene_of(line), position=view, marked=spread(chosen))
            assert len(picture(scene)) <= MOST_BYTES


@pytest.mark.parametrize("key", GAMES)
def test_what_was_played_last_shows(key: str) -> None:
    line = next(line for line in boards(GAMES[key], 10) if line.turn)
    scene = scene_of(line)

    assert differ(opened(picture(scene)), opened(picture(replace(scene, last=None, actions=()))))


def hues_in(image: Image.Image, players: int) -> set[int]:
    """Return whose things a picture shows, by their colours; smoothed edges may hit some as well."""
    shades = {shade: count for count, shade in image.getcolors(1 << 24) or []}
    return {
        hue
        for hue, colours in enumerate(THEMES["dark"].players[:players])
        if shades.get(colours.fill, 0) > 50 or shades.get(colours.tint, 0) > 1000
    }


@sampled("key", GAMES)
def test_whatever_is_a_players_is_drawn_in_their_own_colours(key: str) -> None:
    game = GAMES[key]
    for line in boards(game, 25):
        scene = scene_of(line)
        seats = range(line.seats if game.about.hidden and line.result is None else 0)
        hands = [Hand(game, line.position.seen_by(seat), seat, english) for seat in seats]
        for hue in range(line.seats):
            # If all had the same colours, nothing would be in those of another.
            same = (hue,) * line.seats
            pngs = [picture(replace(scene, hues=same))]
            pngs += [hand_picture(replace(hand, hues=same)) for hand in hands]
            assert [hues_in(opened(png), line.seats) for png in pngs] == [{hue}] * len(pngs)


@sampled("hue", range(4))
def test_results_and_reviews_are_drawn_in_the_players_own_colours(hue: int) -> None:
    same, text = (hue,) * 4, Text("result")
    for winners in ((), (0,), (1, 2)):
        players = tuple(PlayerResult(LONGEST, 9, won=seat in winners) for seat in range(4))
        end = ResultScene(GAMES["matrio"], players, text, text, text, english, hues=same)
        assert hues_in(opened(result_picture(end)), 4) == {hue}
    chances = ((0.4, 0.3, 0.2, 0.1), (0.1, 0.2, 0.3, 0.4))
    review = Review(
        GAMES["dicefest"],
        (LONGEST,) * 4,
        chances,
        tuple(Mistake(1, seat, 0.1) for seat in range(4)),
        english,
        luck=chances[0],
        choices=chances[1],
        hues=same,
    )
    assert hues_in(opened(review_picture(review)), 4) == {hue}


@pytest.mark.parametrize("key", GAMES)
def test_a_position_of_another_game_is_refused(key: str) -> None:
    seats = GAMES[key].about.seats[0]
    foreign = Scene(GAMES[key], Position(1, (0,) * seats), ("",) * seats, 1, english)

    with pytest.raises(TypeError):
        picture(foreign)


@pytest.mark.slow
@every_theme
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.about.hidden])
def test_no_hand_of_a_whole_game_is_larger_than_60_kb(key: str, theme: ThemeName) -> None:
    for line in boards(GAMES[key], 5):
        for seat in range(line.seats):
            hand = Hand(GAMES[key], line.position.seen_by(seat), seat, english, (), theme)
            assert len(hand_picture(hand)) <= MOST_BYTES


@every_theme
@pytest.mark.parametrize("key", GAMES)
def test_every_colour_of_a_game_keeps_its_value_in_its_palette(key: str, theme: ThemeName) -> None:
    colours = import_module(f"render.{key}.colours").COLOURS[theme]
    palette = import_module(f"render.{key}")._palette(theme)
    own = list(colours_in(colours))

    assert [palette.colours[palette.index(colour)] for colour in own] == own


def test_the_toy_is_drawn_as_any_game_is() -> None:
    assert TOY.about.key in GAMES
    assert picture(scene_of(next(boards(TOY, 5)))).startswith(b"\x89PNG")
