"""The picture of a review: how the chances went, the mistakes, and the luck."""

from dataclasses import replace
from math import exp
from random import Random

import pytest

from games.dicefest import DICEFEST
from games.matrio import MATRIO
from games.tablero import TABLERO
from games.words import Text, english, fill
from render import review_picture
from render.chart import Chart, _ticks
from render.review import chart_area
from render.scene import Mistake, Review, ThemeName
from render.theme import THEMES
from tests.render.scenes import differ, differ_outside, opened
from tests.tiers import sampled

MOST_BYTES = 60_000
NAMES = ("Mara", "\u05d3\u05e0\u05d4 \u05db\u05d4\u05df", "Ines 🎲", "Wilhelmina Ōtani 大谷")
CHART = chart_area(2)
LEFT, TOP, RIGHT, BOTTOM = CHART
PLAYERS = (44, 96, 1156, 152)
MARKED = (LEFT - 30, TOP - 30, RIGHT + 30, BOTTOM + 30)
LISTED = (44, 630, 1156, 1180)


def walk(turns: int, seats: int, seed: int = 1) -> tuple[tuple[float, ...], ...]:
    """Return chances that go up and down as in a game."""
    source, strengths, chances = Random(seed), [0.0] * seats, []
    for _ in range(turns + 1):
        powers = [exp(strength) for strength in strengths]
        chances.append(tuple(power / sum(powers) for power in powers))
        strengths = [strength + source.gauss(0, 0.35) for strength in strengths]
    return tuple(chances)


def mistake(turn: int, seat: int = 0, cost: float = 0.2) -> Mistake:
    return Mistake(turn, seat, cost)


def of_two(*chances: float, mistakes: tuple[Mistake, ...] = ()) -> Review:
    both = tuple((chance, 1 - chance) for chance in chances)
    return Review(TABLERO, NAMES[:2], both, mistakes, english)


def of_four(turns: int = 40) -> Review:
    return Review(MATRIO, NAMES, walk(turns, 4), (), english)


def full(seats: int) -> Review:
    """Return the review of a game as long as any, with all there can be in it."""
    review = Review(
        DICEFEST,
        NAMES[:seats],
        walk(400, seats),
        tuple(mistake(30 * number, number % seats, 0.3) for number in range(1, 3 * seats + 1)),
        english,
    )
    # More than two do not roll dice while they play.
    luck, choices = ((0.31, -0.31), (-0.4, 0.2)) if seats == 2 else (None, None)
    return replace(review, luck=luck, choices=choices)


@sampled("theme", THEMES)
@sampled("marks", [False, True])
def test_no_review_is_larger_than_60_kb(theme: ThemeName, *, marks: bool) -> None:
    for review in (full(2), full(3), full(4), of_four()):
        asked = replace(review, theme=theme, marks=marks)
        data = review_picture(asked)
        assert len(data) <= MOST_BYTES
        assert data == review_picture(asked)
        assert opened(data).width == 1200


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("chances", [(0.4, 0.3, 0.2, 0.1), (0.9, 0.1)])
def test_each_seat_has_a_line_at_its_own_chance(
    chances: tuple[float, ...], theme: ThemeName
) -> None:
    seats = len(chances)
    review = of_two(0.5) if seats == 2 else of_four()
    image = opened(review_picture(replace(review, chances=(chances,) * 9, theme=theme)))
    x = (LEFT + RIGHT) // 2 + 33
    _, top, _, bottom = chart_area(seats)

    for seat, chance in enumerate(chances):
        y = round(bottom - chance * (bottom - top))
        assert image.getpixel((x, y)) == THEMES[theme].players[seat].outline
        assert image.getpixel((x, y + 12)) == THEMES[theme].panel


def test_who_lost_ends_at_the_foot_of_the_chart_with_token_and_mistakes() -> None:
    lost = of_two(0.5, 0.7, 1.0, mistakes=(mistake(2, seat=1),))
    image = opened(review_picture(lost))
    fills = [seat.fill for seat in THEMES["dark"].players]
    tokens = [
        [
            y
            for y in range(TOP - 24, BOTTOM + 24)
            for x in range(RIGHT + 10, RIGHT + 62)
            if image.getpixel((x, y)) == fill
        ]
        for fill in fills[:2]
    ]

    assert max(tokens[0]) < TOP + 30
    assert min(tokens[1]) > BOTTOM - 60
    assert image.getpixel((RIGHT - 15, BOTTOM)) == THEMES["dark"].highlight


def test_many_mistakes_stay_off_the_frame() -> None:
    many = replace(of_four(), mistakes=tuple(mistake(n, n % 4) for n in range(1, 13)))
    image = opened(review_picture(many))
    margin = image.crop((30, image.height - 40, 1170, image.height - 22))

    assert margin.getcolors() == [(1140 * 18, THEMES["dark"].page)]


def test_a_game_without_turns_has_a_level_line() -> None:
    assert differ(opened(review_picture(of_two(0.5))), opened(review_picture(of_two(0.8))), CHART)


@pytest.mark.parametrize("end", [-0.2, 0.0, 1.0, 1.3])
def test_chances_out_of_bounds_stay_in_the_chart(end: float) -> None:
    chart = Chart(CHART, ((0.5,), (end,)))

    assert 0 <= chart.curve(0)[-1][1] <= BOTTOM - TOP


def test_of_a_long_game_the_last_turn_and_the_mistakes_are_on_the_line() -> None:
    chances = walk(997, 2)
    curve = Chart(CHART, chances, frozenset({501})).curve(0)
    chart = Chart(CHART, chances)

    assert len(curve) < 110
    assert chart.spot(501, chances[501][0]) in curve
    assert chart.spot(997, chances[997][0]) == curve[-1]


@pytest.mark.parametrize(
    ("turns", "numbers"),
    [(1, [0, 1]), (7, [*range(8)]), (41, [0, 10, 20, 30, 40]), (180, [*range(0, 181, 25)])],
)
def test_round_turns_are_numbered(turns: int, numbers: list[int]) -> None:
    assert _ticks(turns) == numbers


def test_a_mistake_is_marked_on_the_line_and_listed() -> None:
    chances = (0.5, 0.6, 0.3, 0.4, 0.4, 0.5)
    plain = opened(review_picture(of_two(*chances)))
    marked = opened(review_picture(of_two(*chances, mistakes=(mistake(2),))))
    left, top, _, _ = CHART
    x, y = Chart(CHART, tuple((chance,) for chance in chances)).spot(2, 0.3)
    badge = (
        round(left + x) - 24,
        round(top + y) - 24,
        round(left + x) + 24,
        round(top + y) + 24,
    )

    assert differ(plain, marked, badge)
    assert differ(plain, marked, LISTED)
    assert not differ_outside(plain, marked, [badge, LISTED])


def test_mistakes_are_marked_on_the_line_of_who_made_them() -> None:
    review = replace(of_four(), chances=((0.4, 0.3, 0.2, 0.1),) * 9)
    pictures = [
        opened(review_picture(replace(review, mistakes=(mistake(4, seat),)))) for seat in (1, 3)
    ]

    _, top, _, bottom = chart_area(4)
    for seat, image in zip((1, 3), pictures, strict=True):
        y = round(bottom - review.chances[0][seat] * (bottom - top))
        assert image.getpixel(((LEFT + RIGHT) // 2 - 15, y)) == THEMES["dark"].highlight


def test_a_mistake_after_the_chances_that_are_known_is_only_listed() -> None:
    late = opened(review_picture(of_two(0.5, 0.6, mistakes=(mistake(9),))))

    assert not differ(late, opened(review_picture(of_two(0.5, 0.6))), MARKED)


def test_the_height_follows_mistakes_and_players() -> None:
    def height(review: Review) -> int:
        return opened(review_picture(review)).height

    none, one, three = (
        of_two(0.5, 0.6, mistakes=tuple(mistake(1) for _ in range(count))) for count in (0, 1, 3)
    )
    assert height(none) == height(one) == height(three) - 58
    with_luck = replace(one, luck=(0.1, -0.1))
    assert height(with_luck) == height(replace(with_luck, choices=(0.1, 0.0))) > height(one)


def test_luck_and_choices_are_bars_to_the_side_of_their_sign() -> None:
    review = replace(of_two(0.5, 0.6), luck=(0.2, -0.1))
    image = opened(review_picture(review))
    fills = [THEMES["dark"].players[seat].fill for seat in range(2)]
    columns = [
        [
            x
            for x in range(380, 1030)
            for y in range(700, image.height)
            if image.getpixel((x, y)) == fill
        ]
        for fill in fills
    ]

    middle = (388 + 1032) // 2
    assert min(columns[0]) >= middle - 1
    assert max(columns[1]) <= middle + 1
    longest = [max(column) - min(column) for column in columns]
    assert longest[0] == pytest.approx(2 * longest[1], abs=8)


def test_bars_of_any_size_are_drawn() -> None:
    even = of_two(0.5, 0.6)
    none = review_picture(replace(even, luck=(0.0, 0.0)))
    # The largest bar is as long as there is room for; of the others some are a few pixels long.
    pictures = {
        review_picture(replace(even, luck=(0.3, -share / 1000))) for share in range(0, 40, 2)
    }

    assert len(pictures) > 10
    assert none not in pictures


def test_small_luck_has_small_bars() -> None:
    long = of_two(*[0.5] * 9)
    small, large = (replace(long, luck=(luck, -luck)) for luck in (0.01, 0.1))

    assert differ(
        opened(review_picture(small)), opened(review_picture(large)), (388, 700, 1020, 900)
    )


def test_names_stay_in_their_line() -> None:
    review = of_two(0.5, 0.6)
    long = replace(review, names=("Maximiliana " * 5, "大谷翔平はるか" * 5))
    short, cut = opened(review_picture(review)), opened(review_picture(long))

    assert differ(short, cut, PLAYERS)
    assert not differ_outside(short, cut, [PLAYERS])


def test_names_of_four_have_room_beside_one_another() -> None:
    names = [f"Computer {number} (medium)" for number in (1, 2, 3)]
    first, second = (
        opened(review_picture(replace(of_four(), names=("Mara", *names[:2], last))))
        for last in (names[2], "Computer 3 (median)")
    )

    assert differ(first, second, (PLAYERS[2] - 556, PLAYERS[1] + 58, PLAYERS[2], PLAYERS[3] + 58))


def test_the_largest_mistake_lies_on_top_of_those_beside_it() -> None:
    chances = (0.5,) * 60
    alone = opened(review_picture(of_two(*chances, mistakes=(mistake(30),))))
    both = opened(review_picture(of_two(*chances, mistakes=(mistake(30), mistake(31)))))
    left, top, _, _ = CHART
    x, y = Chart(CHART, tuple((chance,) for chance in chances)).spot(30, 0.5)
    middle = (round(left + x) - 12, round(top + y) - 12, round(left + x) + 12, round(top + y) + 12)

    assert not differ(alone, both, middle)
    assert differ(alone, both, MARKED)


def test_every_word_can_be_translated() -> None:
    asked = set[str]()

    def translate(text: Text) -> str:
        asked.add(text.source)
        return fill(text, translate, text.source)

    nobody = ("\U00012000", "b", "c", "d")
    for review in (replace(full(2), names=nobody[:2]), of_four()):
        review_picture(replace(review, translate=translate))

    assert asked >= {
        "Review · {turns}",
        "{n} turn",
        "{number} %",
        "turn {turn}",
        "no big mistakes",
        "dice, average per turn",
        "moves, average per turn",
        "Player {number}",
    }
