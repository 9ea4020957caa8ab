"""The first lesson of Dice Matrix: one game from its first die to its last."""

from typing import Final

from games.dice_matrix import DICE_MATRIX
from games.game import Json
from games.lessons.lesson import Exercise, Lesson, onward
from games.record import Record
from games.words import Seat, Text

_OTHER: Final = Seat(1)
_ROWS: Final = (
    "P6 B3 Y3 P5 B3 K2 P1",
    "R4 K6 P6 P1 R5 Y3 P6",
    "P3 Y5 B3 Y1 K3 R6 K6",
    "K3 Y2 Y4 P1 Y4 K2 R3",
    "B6 R4 K1 R1 B1 K3 B3",
    "Y4 B3 B2 R5 K3 R5 B2",
    "Y6 R1 Y3 K5 B6 P1 P1",
)
"""The matrix as one sees it: row 7 first."""


def _matrix() -> dict[str, Json]:
    rows = dict(zip("7654321", _ROWS, strict=True))
    return {
        f"{column}{row}": die
        for row, dice in rows.items()
        for column, die in zip("abcdefg", dice.split(), strict=True)
    }


DEALT: Final = Record(DICE_MATRIX.about.key, 2, {}, {"matrix": _matrix(), "left": "R3"}, moves=())
FIRST_PAIR: Final = onward(DEALT, "=3 f1+g1")
ACROSS_A_GAP: Final = onward(FIRST_PAIR, "g3+g4 c6+d6")
SAME_COLOUR: Final = onward(ACROSS_A_GAP, "c5+c7 g6+g7 a4+a5 d3+d4 b2+c2 c3+e3 f3+f4 b1+b3")
ALONE: Final = onward(SAME_COLOUR, "a1+c1 b5+d5")
NEAR_THE_END: Final = onward(ALONE, "e7 d2+d7 b7 f2+f5 e5+g5 a7 e2 e6 f6 c4+e4 e1 a6 a3 a2 g2 d1")
LAST_DIE: Final = onward(NEAR_THE_END, "b6 b4")

LESSON: Final = Lesson(
    (
        Exercise(
            position=DEALT,
            task=Text(
                "Forty-nine dice lie in the matrix; a red one is left over, and you start. "
                "Turn it to any face you like: it goes into your area and scores 2. See which "
                "face is the most common in the matrix. It is the 3, fourteen times. Turn the "
                "die to **3**."
            ),
            right=frozenset({"=3"}),
            praise=Text(
                "Your area has a column for each colour and a row for each face. The red 3 is "
                "alone in its column and in its row: 1 and 1 make 2 points. From now on every "
                "further 3, and every further red die, will score more."
            ),
            why=Text(
                "Every face scores 2 now. But more dice of that face mean more points later, "
                "and none is as common there as the 3. Turn it to 3."
            ),
        ),
        Exercise(
            position=FIRST_PAIR,
            task=Text(
                "{other} took two pink 1s. You may take one die, or a pair: two dice in the same "
                "row or column, with no die between them, of the same colour or the same face. "
                "Take the pair of 3s in column g: **g3**, blue, and **g4**, red.",
                other=_OTHER,
            ),
            right=frozenset({"g3+g4", "g4+g3"}),
            praise=Text(
                "The blue 3: 1 die in its column, 2 in its row, 3 points. The red 3 goes on top "
                "of yours, and stacked dice count too: 2 in its column, 3 in its row, 5 points. "
                "Together 8; the order makes no difference."
            ),
            why=Text(
                "g3 and g4 bring 8, the most on the board, because both join the row in which "
                "your red 3 lies. Take g3 and g4."
            ),
            asides=(
                (
                    "g3",
                    Text("A single die may be taken, but its neighbour g4 fits: take both, for 8."),
                ),
                (
                    "g4",
                    Text("A single die may be taken, but its neighbour g3 fits: take both, for 8."),
                ),
            ),
        ),
        Exercise(
            position=ACROSS_A_GAP,
            task=Text(
                "{other} took c6 and d6. An empty cell is no obstacle: now nothing lies between "
                "the blue 3 on **c5** and the yellow 3 on **c7**. Take these two.",
                other=_OTHER,
            ),
            right=frozenset({"c5+c7", "c7+c5"}),
            praise=Text(
                "12 points for two dice, across the gap. Every die that is taken may open a "
                "new pair, for you or for your opponent."
            ),
            why=Text("Here, take the pair across the gap: c5 and c7, worth 12."),
            asides=(
                ("b7+c7", Text("12 as well, but these two touch. Try the pair across the gap.")),
                ("c7+b7", Text("12 as well, but these two touch. Try the pair across the gap.")),
            ),
        ),
        Exercise(
            position=SAME_COLOUR,
            task=Text(
                "Some turns later. So far your pairs had the same face; the same colour will do. "
                "{other} has just emptied b1. In row 1, take the two yellow dice: **a1** and "
                "**c1**.",
                other=_OTHER,
            ),
            right=frozenset({"a1+c1", "c1+a1"}),
            praise=Text(
                "16 points: your yellow column and your row of 3s are growing. A 6 and a 3 make "
                "a pair as good as any if the colour is the same."
            ),
            why=Text("The yellow 6 on a1 and the yellow 3 on c1 are a pair by colour, worth 16."),
            asides=(
                (
                    "c1+c4",
                    Text("Also a yellow pair, also 16. For the lesson take the one in row 1."),
                ),
                (
                    "c4+c1",
                    Text("Also a yellow pair, also 16. For the lesson take the one in row 1."),
                ),
            ),
        ),
        Exercise(
            position=ALONE,
            task=Text(
                "A pair is never compulsory. The best one left brings 13, but a single blue 3 "
                "brings 16: there is one on b7 and one on e7. Which of them opens nothing for "
                "{other}? Look along row 7, and take **that one alone**.",
                other=_OTHER,
            ),
            right=frozenset({"e7"}),
            praise=Text(
                "The 3 on b7 still keeps the pink 6 on a7 and the pink 5 on d7 apart. It would "
                "have been 16 points too, but then {other} could have taken those two for 22.",
                other=_OTHER,
            ),
            why=Text("A blue 3 alone brings 16, more than that. Take e7."),
            asides=(
                (
                    "b7",
                    Text(
                        "16 points, but now nothing lies between the pink 6 on a7 and the pink 5 "
                        "on d7: {other} takes them for 22. Take the other blue 3.",
                        other=_OTHER,
                    ),
                ),
            ),
        ),
        Exercise(
            position=NEAR_THE_END,
            task=Text(
                "Near the end: three dice, and no two of them are a pair. Each of you takes one "
                "at a time. The list shows what each scores. Take the one that scores **most**."
            ),
            right=frozenset({"b6"}),
            praise=Text(
                "12 points for a single die. At the end no pairs are left, and full rows and "
                "columns are what counts."
            ),
            why=Text("The black 6 on b6 scores 12, more than any other."),
        ),
        Exercise(
            position=LAST_DIE,
            task=Text("One die is left, and it is yours: the black 2 on **f7**. Take it."),
            right=frozenset({"f7"}),
            praise=Text(
                "The matrix is empty and the game over: 240 to 208, you win. With "
                "equal totals it would have been a draw."
            ),
            why=Text("The last die is on f7."),
        ),
    ),
    farewell=Text(
        "Remember: the same line, nothing in between, the same colour or face. Stack what you "
        "have most of, and watch what you open up for your opponent."
    ),
)
