"""With marks, somebody who sees no colours reads every board: each colour bears a letter too."""

import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from bot.text.voice import Voice, languages
from games.dice_matrix.rules import FACES
from games.dice_matrix.words import COLOUR_WORDS
from games.dicefest.dice import FACINGS
from games.registry import GAMES
from games.words import Text, english
from render import (
    dice_matrix,
    drawing_of,
    frame,
    hand_picture,
    picture,
    pieces,
    png,
    result_picture,
)
from render.canvas import Ink
from render.dice_matrix import pieces as dice_matrix_pieces
from render.dice_matrix.colours import COLOURS, Colours
from render.dicefest import pieces as dicefest_pieces
from render.matrio import pieces as matrio_pieces
from render.png import Palette
from render.scene import PlayerResult, ResultScene, Scene, ThemeName
from render.tablero import pieces as tablero_pieces
from render.theme import THEMES, Theme
from tests.render.dicefest import scenes as dicefest_scenes
from tests.render.matrio import scenes as matrio_scenes
from tests.render.scenes import after, differ, opened, opening, played, shown
from tests.render.tablero import scenes as tablero_scenes
from tests.tiers import sampled

MOST_BYTES = 60_000
GROUND = THEMES["dark"].panel
Drawing = Callable[[Palette, int], Image.Image]


@pytest.fixture
def _like_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all dice of Dice Matrix look alike."""
    for name, colours in COLOURS.items():
        monkeypatch.setitem(COLOURS, name, Colours(colours.dice[:1] * 5))


def colourless(theme: Theme) -> Theme:
    """Return a theme in which all players look alike."""
    return replace(theme, players=theme.players[:1] * 4)


def chip(state: frame.ChipState) -> Drawing:
    return lambda palette, hue: frame._chip_plate(palette, hue, state, 269)


def dot(*, gone: bool) -> Drawing:
    return lambda palette, hue: matrio_pieces.dot(palette, hue, "120", gone=gone)


def corner(*, gone: bool) -> Drawing:
    return lambda palette, hue: dicefest_pieces.corner(palette, hue, 0, gone=gone)


def die(*, locked: bool, gone: bool) -> Drawing:
    return lambda palette, hue: dicefest_pieces.die(
        palette, dicefest_pieces.Piece(hue, FACINGS[0], locked, gone), GROUND
    )


FRAME = Ink(THEMES["dark"].highlight, GROUND)

PIECES: dict[str, tuple[Drawing, int]] = {
    "token": (lambda palette, hue: pieces.token(palette, hue, 30, GROUND), 4),
    "small token": (lambda palette, hue: pieces.token(palette, hue, 20, GROUND), 4),
    "chip": (chip("idle"), 4),
    "chip to move": (chip("to_move"), 4),
    "chip of a winner": (chip("winner"), 4),
    "chip of one who left": (chip("gone"), 4),
    "die": (lambda palette, colour: dice_matrix_pieces.die(palette, colour, 5), 5),
    "taken die": (lambda palette, colour: dice_matrix_pieces.ghost(palette, colour, 5), 5),
    "left-over die": (lambda palette, colour: dice_matrix_pieces.loose_die(palette, colour, 1), 5),
    "head": (dice_matrix_pieces.colour_head, 5),
    "marked": (lambda palette, hue: tablero_pieces.marked_token(palette, hue, GROUND).tile, 2),
    "taken back": (lambda palette, hue: tablero_pieces.ghost(palette, hue, GROUND).tile, 2),
    "stack": (lambda palette, hue: tablero_pieces.ladder(palette, (hue,), GROUND), 2),
    "in hand": (tablero_pieces.hand_bar, 2),
    "dot": (dot(gone=False), 4),
    "dot of one who left": (dot(gone=True), 4),
    "sign": (lambda palette, hue: pieces.sign(palette, hue, 22), 4),
    "corner": (corner(gone=False), 4),
    "corner of one who left": (corner(gone=True), 4),
    "die of Dicefest": (die(locked=False, gone=False), 4),
    "locked die": (die(locked=True, gone=False), 4),
    "die of one who left": (die(locked=False, gone=True), 4),
    "space left": (lambda palette, hue: dicefest_pieces.marker(palette, hue, None, FRAME), 4),
}
"""Pieces, and of how many hues or colours each of them can be."""


@pytest.mark.usefixtures("_like_dice")
@pytest.mark.parametrize("piece", PIECES)
def test_pieces_of_all_owners_differ_where_no_colour_does(piece: str) -> None:
    drawn_with = Palette(colourless(THEMES["dark"]), (), "ABCD", tuple("VWXYZ"))
    draw, kinds = PIECES[piece]

    assert len({draw(drawn_with, kind).tobytes() for kind in range(kinds)}) == kinds


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_sign_for_each_seat(key: str) -> None:
    signs = drawing_of(GAMES[key]).SIGNS

    assert len(set(signs)) == len(signs) >= GAMES[key].about.seats[-1]


@pytest.mark.parametrize("language", languages())
def test_letters_of_dice_differ_from_each_other_and_from_the_signs_of_players(
    language: str,
) -> None:
    voice = Voice(language)
    letters = dice_matrix._letters(replace(after(1), marks=True, translate=voice))

    assert letters == tuple(voice(dice_matrix._LETTERS).split())
    assert len({letter.casefold() for letter in letters}) == len(COLOUR_WORDS)
    assert set(drawing_of(GAMES["dice_matrix"]).SIGNS).isdisjoint(letters)


@pytest.mark.parametrize("words", ["", "B R P Y B", "Black Red Pink Yellow Blue"])
def test_letters_that_cannot_be_used_are_the_english_ones(words: str) -> None:
    scene = replace(after(1), marks=True, translate=lambda _: words)

    assert dice_matrix._letters(scene) == ("Bk", "R", "P", "Y", "Bu")


@pytest.mark.usefixtures("_like_dice")
@pytest.mark.parametrize("theme", THEMES)
def test_dice_keep_shapes_and_pips_beside_their_letters(theme: ThemeName) -> None:
    same = Palette(colourless(THEMES[theme]), (), "12", ("A",) * 5)
    dice = [dice_matrix_pieces.die(same, colour, face) for colour in range(5) for face in FACES]

    assert len({die.tobytes() for die in dice}) == len(dice)


def test_a_legend_says_which_colour_each_letter_stands_for() -> None:
    asked = set[str]()

    def translate(text: Text) -> str:
        asked.add(text.source)
        return english(text)

    picture(replace(after(14), translate=translate))
    assert asked.isdisjoint(word.source for word in COLOUR_WORDS)
    picture(replace(after(14), translate=translate, marks=True))
    assert asked.issuperset(word.source for word in COLOUR_WORDS)


def test_a_legend_is_silent_where_the_letter_is_the_whole_word() -> None:
    words = dict(zip(COLOUR_WORDS, "黒赤桃黄青", strict=True))
    marked = replace(after(14), marks=True)
    legend = (44, 940, 1156, 985)

    def kanji(text: Text) -> str:
        return "黒 赤 桃 黄 青" if text == dice_matrix._LETTERS else words.get(text, english(text))

    silent = shown(replace(marked, translate=kanji)).crop(legend)
    colours = silent.getcolors()
    assert colours is not None
    assert len(colours) == 1
    assert shown(marked).crop(legend).getcolors(1 << 24) != colours


def test_signs_of_players_are_no_letters_of_rows_or_columns() -> None:
    assert set(drawing_of(GAMES["tablero"]).SIGNS).isdisjoint("NCS123456")


def boards() -> dict[str, Scene]:
    return {
        "dice_matrix": after(14),
        "tablero": tablero_scenes.scene(tablero_scenes.middle_game()),
        "matrio": matrio_scenes.played(matrio_scenes.middle_game(), "2D>c2D"),
        "dicefest": dicefest_scenes.scene(dicefest_scenes.middle_game()),
    }


@pytest.mark.parametrize("game", GAMES)
def test_marks_show_on_every_board(game: str) -> None:
    board = boards()[game]

    assert differ(opened(picture(board)), opened(picture(replace(board, marks=True))))


def test_marks_show_on_a_hand_and_a_result() -> None:
    hand = matrio_scenes.hand(matrio_scenes.middle_game(), 0)
    players = (PlayerResult("Mara", 5, won=True), PlayerResult("Jonas", 4, won=False))
    text = Text("result")
    end = ResultScene(GAMES["tablero"], players, text, text, text, english)

    assert hand_picture(hand) != hand_picture(replace(hand, marks=True))
    assert result_picture(end) != result_picture(replace(end, marks=True))


@sampled("theme", THEMES)
def test_no_board_with_marks_is_larger_than_60_kb(theme: ThemeName) -> None:
    games = [
        played(opening(), greedy=True),
        tablero_scenes.whole_game(1),
        matrio_scenes.whole_game(1),
        dicefest_scenes.whole_game(1, plies=60),
    ]
    sizes = [
        len(picture(replace(board, theme=theme, marks=True)))
        for game in games
        for board in list(game)[::7]
    ]

    assert len(sizes) > 20
    assert max(sizes) <= MOST_BYTES


@pytest.mark.parametrize("theme", THEMES)
def test_no_board_of_dice_matrix_with_letters_is_packed_twice(
    theme: ThemeName, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Packing harder takes longer than all else together.
    monkeypatch.setattr(png, "LARGE", sys.maxsize)
    sizes = [
        len(picture(replace(board, theme=theme, marks=True)))
        for board in list(played(opening(), greedy=True))[:12:2]
    ]

    assert max(sizes) <= MOST_BYTES
