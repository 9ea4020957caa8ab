"""The picture of a tournament's standings: ranks, names, figures, who has withdrawn."""

from dataclasses import replace

import pytest

from games.words import Text, english
from render import tournament_picture
from render.canvas import Area
from render.scene import PlayerRow, ThemeName, TournamentTable
from render.theme import THEMES as TABLE
from tests.render.scenes import THEMES, differ, differ_outside, opened

MARA = PlayerRow(1, "Mara", ("2½", "4", "3¼"))
HEADS = (Text("Points"), Text("Buchholz"), Text("S-B"))


def table(*rows: PlayerRow) -> TournamentTable:
    return TournamentTable(Text("Spring cup"), Text("round 2 of 4"), HEADS, rows, english)


def row_area(index: int) -> Area:
    top = 170 + 70 * index
    return 44, top, 1156, top + 64


@pytest.mark.parametrize("rows", [1, 9, 16])
def test_the_height_follows_the_number_of_rows(rows: int) -> None:
    for theme in THEMES:
        drawn = opened(tournament_picture(replace(table(*[MARA] * rows), theme=theme)))
        assert drawn.size == (1200, 210 + 70 * rows)


@pytest.mark.parametrize("theme", THEMES)
def test_sixteen_rows_are_at_most_80_kb(theme: ThemeName) -> None:
    names = ["Wilhelmina Ōtani 大谷", "Maximilian von Ahrenberg", "Ελένη Παπαδοπούλου", "Ada"] * 4
    rows = [PlayerRow(n + 1, names[n], ("12½", "108½", "96¾")) for n in range(16)]
    assert len(tournament_picture(replace(table(*rows), theme=theme))) <= 80_000


@pytest.mark.parametrize(
    "changed",
    [
        replace(MARA, rank=4),
        replace(MARA, name="Jonas"),
        replace(MARA, figures=("2", "4", "3¼")),
        replace(MARA, figures=("2½", "4½", "3¼")),
        replace(MARA, figures=("2½", "4", "3½")),
        replace(MARA, gone=True),
    ],
)
def test_each_row_shows_all_that_is_known_of_a_player(changed: PlayerRow) -> None:
    drawn, other = (opened(tournament_picture(table(MARA, row))) for row in (MARA, changed))
    assert differ(drawn, other, row_area(1))
    assert not differ_outside(drawn, other, [row_area(1)])


def test_equal_ranks_have_equal_medals_and_later_ranks_have_none() -> None:
    rows = [MARA, replace(MARA, name="Ines"), replace(MARA, rank=4, name="Teo")]
    drawn = opened(tournament_picture(table(*rows)))
    seen = [drawn.getpixel((94, 170 + 11 + 70 * index)) for index in range(3)]
    gold = TABLE["dark"].medals[0].fill
    assert seen == [gold, gold, TABLE["dark"].panel]


def test_a_name_of_which_nothing_can_be_drawn_is_a_player() -> None:
    cuneiform, nobody = (replace(MARA, name=name) for name in ("\U00012000", "Player"))
    assert tournament_picture(table(cuneiform)) == tournament_picture(table(nobody))


def test_a_knockout_has_a_single_column_at_the_right() -> None:
    one = replace(table(replace(MARA, figures=("2",))), heads=(Text("Wins"),))
    drawn = opened(tournament_picture(one))
    bare = opened(tournament_picture(replace(one, rows=(replace(MARA, figures=("3",)),))))
    assert not differ_outside(drawn, bare, [(1000, 170, 1140, 234)])
