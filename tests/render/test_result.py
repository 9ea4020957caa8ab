"""The picture of an end: who won, who has how much, and what is left out."""

from dataclasses import replace

import pytest

from games.dice_matrix import DICE_MATRIX
from games.words import Text, english
from render import result_picture
from render.canvas import Area
from render.result import _fit_headline
from render.scene import PlayerResult, ResultScene
from render.theme import THEMES as TABLE
from tests.render.scenes import THEMES, differ, differ_outside, opened
from tests.tiers import sampled

BAND: Area = (44, 104, 1156, 284)
ON_BAND = (230, 265)
"""A point of the band without writing."""
RATINGS: Area = (940, 300, 1156, 440)
FIRST_LINE: Area = (44, 306, 1156, 372)
BAR_Y = 339

MARA = PlayerResult("Mara", 193, won=True, rating=1874, change=14)
JONAS = PlayerResult("Jonas", 186, won=False, rating=1803, change=-12)


def outcome(*players: PlayerResult, headline: str = "Mara wins", detail: str = "") -> ResultScene:
    return ResultScene(
        DICE_MATRIX, players, Text(headline), Text(detail), Text("final result"), english
    )


def bar_length(picture: ResultScene, seat: int) -> int:
    """Count the pixels of a seat's bar along its middle, over its colour."""
    image = opened(result_picture(picture))
    fill = TABLE[picture.theme].players[seat].fill
    y = BAR_Y + 66 * seat
    return sum(image.getpixel((x, y)) == fill for x in range(150, 1100))


@sampled(("players", "height"), [(2, 470), (3, 536), (4, 602)])
def test_the_height_follows_the_number_of_players(players: int, height: int) -> None:
    for theme in THEMES:
        end = replace(outcome(MARA, *[JONAS] * (players - 1)), theme=theme)
        assert opened(result_picture(end)).size == (1200, height)


@pytest.mark.parametrize("seat", range(4))
def test_the_band_has_the_colour_of_the_one_who_won(seat: int) -> None:
    players = [replace(JONAS, won=index == seat) for index in range(4)]

    for theme in THEMES:
        image = opened(result_picture(replace(outcome(*players), theme=theme)))
        assert image.getpixel(ON_BAND) == TABLE[theme].players[seat].fill


@pytest.mark.parametrize("won", [True, False])
def test_the_band_has_nobody_s_colour_if_nobody_won_alone(*, won: bool) -> None:
    players = [replace(MARA, won=won), replace(JONAS, won=won)]

    for theme in THEMES:
        image = opened(result_picture(replace(outcome(*players), theme=theme)))
        assert image.getpixel(ON_BAND) == TABLE[theme].panel


def test_the_band_says_headline_and_detail() -> None:
    image = opened(result_picture(outcome(MARA, JONAS, detail="by 7 points")))
    other = opened(result_picture(outcome(MARA, JONAS, detail="by resignation")))

    assert differ(image, other, BAND)
    assert not differ_outside(image, other, [BAND])


def test_bars_are_as_long_as_the_points_allow() -> None:
    end = outcome(replace(MARA, score=200), replace(JONAS, score=50))
    long, short = bar_length(end, 0), bar_length(end, 1)

    assert long == pytest.approx(4 * short, rel=0.05)


@pytest.mark.parametrize("score", [0, -20, None])
def test_without_points_there_is_no_bar(score: int | None) -> None:
    assert bar_length(outcome(MARA, replace(JONAS, score=score)), 1) < 5


def test_a_game_without_rating_has_no_columns_for_it() -> None:
    mara, jonas = (replace(player, rating=None, change=None) for player in (MARA, JONAS))
    image = opened(result_picture(outcome(mara, jonas)))
    theme = TABLE["dark"]
    colours = image.crop(RATINGS).getcolors(1 << 20)
    assert colours is not None

    assert not {theme.gain, theme.loss} & {colour for _, colour in colours}
    assert bar_length(outcome(mara, jonas), 0) > bar_length(outcome(MARA, JONAS), 0)


@pytest.mark.parametrize(
    ("change", "colour"),
    [(14, TABLE["dark"].gain), (-12, TABLE["dark"].loss), (0, TABLE["dark"].muted)],
)
def test_a_change_of_rating_has_its_colour(change: int, colour: tuple[int, int, int]) -> None:
    image = opened(result_picture(outcome(replace(MARA, change=change), JONAS)))
    colours = image.crop((1080, *FIRST_LINE[1:])).getcolors(1 << 20)
    assert colours is not None

    assert colour in {shade for _, shade in colours}


def test_a_long_name_is_cut_and_the_verb_stays() -> None:
    name = "Maximilian von und zu Ahrenberg der Dritte"
    end = outcome(replace(MARA, name=name), JONAS, headline=f"{name} wins")
    line, _ = _fit_headline(f"{name} wins", end, 600)

    assert line.startswith("Maxi")
    assert line.endswith("… wins")


def test_a_headline_that_is_long_without_names_is_cut() -> None:
    line, _ = _fit_headline("This game was ended " * 5, outcome(MARA, JONAS), 600)

    assert line.endswith("…")


def test_a_name_of_which_nothing_can_be_drawn_becomes_the_seat_in_the_headline_too() -> None:
    cuneiform = "\U00012000\U00012001"
    end = outcome(replace(MARA, name=cuneiform), JONAS, headline=f"{cuneiform} wins")
    plain = outcome(replace(MARA, name="Player 1"), JONAS, headline="Player 1 wins")

    assert result_picture(end) == result_picture(plain)


def placed(*places: int | None) -> ResultScene:
    """Return an end with people at places; those without one have resigned."""
    out = Text("resigned")
    return outcome(
        *(
            replace(JONAS, place=place, out=None if place else out, won=place == 1)
            for place in places
        )
    )


def tokens_from_above(picture: ResultScene) -> list[int]:
    """Return the seats in the order of their lines."""
    image = opened(result_picture(picture))
    fills = [seat.fill for seat in TABLE["dark"].players]
    lines = [image.crop((44, y - 33, 170, y + 33)) for y in (BAR_Y + 66 * n for n in range(4))]
    found = []
    for line in lines:
        colours = line.getcolors(1 << 20)
        assert colours is not None
        (seat,) = (fills.index(colour) for n, colour in colours if n > 500 and colour in fills)
        found.append(seat)
    return found


@pytest.mark.parametrize(
    ("places", "order"),
    [
        ((3, 1, None, 2), [1, 3, 0, 2]),
        ((1, 2, 3, 4), [0, 1, 2, 3]),
        ((2, 2, 1, 4), [2, 0, 1, 3]),
        ((None, None, None, 1), [3, 0, 1, 2]),
    ],
)
def test_people_stand_in_the_order_of_their_places(
    places: tuple[int | None, ...], order: list[int]
) -> None:
    assert tokens_from_above(placed(*places)) == order


def test_who_is_out_has_a_word_instead_of_points_and_a_bar() -> None:
    end, named = placed(1, None), replace(placed(1, None), translate=lambda _: "out of time")

    assert bar_length(end, 1) < 5
    assert differ(opened(result_picture(end)), opened(result_picture(named)), (600, 372, 920, 438))
