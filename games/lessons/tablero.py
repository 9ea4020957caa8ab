"""The first lesson of Tablero di Berona: one game up to its end, and the end of another."""

from typing import Final

from games.lessons.lesson import Exercise, Lesson, onward
from games.record import Record
from games.tablero import TABLERO
from games.words import Seat, Text

_OTHER: Final = Seat(1)
FIRST_ROLL: Final = Record(TABLERO.about.key, 2, {}, {}, ("@3-4",))
INTO_THE_CENTRE: Final = onward(FIRST_ROLL, "P3 P4 @1-5 P1 P5 @3-6")
A_STACK: Final = onward(INTO_THE_CENTRE, "M3:C3 P6 @2-5 P2 M5:C5 @4-6 P4 P6 @5-6 P5 P6 @4-5")
_AFTER_THE_STACK: Final = onward(A_STACK, "M4:C4,C5 P5")
DOUBLES: Final = onward(
    _AFTER_THE_STACK,
    "@1-5 P1 M5:C5 @2-6 M6:C6,C5 P2 @1-3 M1:N2,N3 M3:C3 @3-6 P3 P6 @2-3 M2:C2,C1 P3 @4-6 P6 "
    "P4 @1-6 P1 M6:C6 @2-6 M6:C6,N6 M2:C2 @2-6 P6 P2 @3-4 M4:C4 M3:C3 @2-3 M2:N3 M3:C3,C2 "
    "@2-5 M5:S4 P2 @3-5 P5 P3 @2-2",
)
ORDER_OF_DICE: Final = onward(DOUBLES, "R:C4 @3-4")
A_BUMP: Final = onward(ORDER_OF_DICE, "M4:S3 M3:C3 @1-3 M1:C1 M3:C3 @2-5")
LAST_TURN: Final = onward(
    _AFTER_THE_STACK,
    "@1-6 M1:N2 M6:C6 @4-5 M5:S4 M4:S3 @2-3 P3 M2:N3,C3 @2-2 P2 M2:S3 @3-3 P3 M3:C3,C4,C5 "
    "@1-6 M6:C6,C5 P1 @3-4 P4 P3 @5-5 R:S3 @3-5 M3:C3 P5 @4-6 P6 M4:N3 @6-6 P6 P6 @3-6 "
    "M6:C6 M3:C3,C2 @2-5 M5:S4 P2 @2-5 P2 M5:C5 @2-3 M2:S3 M3:C3 @3-5 P3 bump @5-6",
)

LESSON: Final = Lesson(
    (
        Exercise(
            position=FIRST_ROLL,
            task=Text(
                "Your home row is at the bottom (S), your opponent's at the top (N), and the "
                "centre row (C) between them. The columns are worth 1 to 6. You have rolled 3 "
                "and 4, and use both dice. **Place** a token on 3 and one on 4."
            ),
            right=frozenset({"P3 P4", "P4 P3"}),
            praise=Text(
                "Two of your twelve tokens are on the board. Only the centre row scores at the "
                "end: a home row is where tokens get ready."
            ),
            why=Text("Place one token with each die: on 3 and on 4."),
        ),
        Exercise(
            position=INTO_THE_CENTRE,
            task=Text(
                "You have rolled 3 and 6. A die may also **move** the stack on its space, if your "
                "token is on top. **Move stack 3 up** to C3 in the centre, and **place** a token "
                "on 6, in the order you like."
            ),
            right=frozenset({"M3:C3 P6", "P6 M3:C3"}),
            praise=Text(
                "Your token lies on top of C3, so the space is yours for now: 3 points. And on "
                "6 another one is getting ready."
            ),
            why=Text("Here, move stack 3 up to C3 with the 3, and place on 6 with the 6."),
        ),
        Exercise(
            position=A_STACK,
            task=Text(
                "{other} owns C5 and leads 5 to 3. Your stack on 4 has two tokens. A stack moves "
                "as a whole and leaves its bottom token on every space that it enters. **Move "
                "stack 4 up to C4, then right to C5**: one token stays on C4, the other covers C5. "
                "The 5 **places** a token.",
                other=_OTHER,
            ),
            right=frozenset({"M4:C4,C5 P5", "P5 M4:C4,C5"}),
            praise=Text(
                "The token on top owns the space: C3, C4 and C5 are yours, and the score is 12 "
                "to 0. The token below is not lost to {other}, only covered.",
                other=_OTHER,
            ),
            why=Text(
                "With stack 4 going up and then right you own C4 and take C5: 12 to 0. And with "
                "the 5 place a token."
            ),
        ),
        Exercise(
            position=DOUBLES,
            task=Text(
                "Much later you lead 15 to 6, but your reserve is empty. You have rolled "
                "**doubles**: instead of using the dice you may **take back** a token of yours "
                "from the top of any stack, and roll again. Find the one that costs nothing: "
                "below the token on **C4** lies another of yours."
            ),
            right=frozenset({"R:C4"}),
            praise=Text(
                "C4 is still yours, there is a token in your reserve again, and you roll once "
                "more. On doubles you can't bump while you have a token to take back."
            ),
            why=Text("From C4 it costs nothing, because another token of yours lies below."),
            asides=(
                ("R:C5", Text("That gives C5 back to {other}: 10 to 11. Take C4.", other=_OTHER)),
                ("R:C6", Text("That gives C6 back to {other}: 9 to 12. Take C4.", other=_OTHER)),
                (
                    "R:S2",
                    Text("That token is ready to move into the centre: keep it, and take C4."),
                ),
                (
                    "R:S4",
                    Text("That token is ready to move into the centre: keep it, and take C4."),
                ),
            ),
        ),
        Exercise(
            position=ORDER_OF_DICE,
            task=Text(
                "3 and 4. The order is yours, and the first action may serve the second. There "
                "is nothing of yours on 3. **Move stack 4 left** to S3 with the 4, and then **move "
                "stack 3 up** to C3 with the 3: the same token goes twice, and takes C3."
            ),
            right=frozenset({"M4:S3 M3:C3"}),
            praise=Text(
                "18 to 3, with one token, and your reserve is untouched. It pays to look at both "
                "orders before you choose."
            ),
            why=Text("Use the 4 first: stack 4 goes left to S3, then the 3 takes it up to C3."),
        ),
        Exercise(
            position=A_BUMP,
            task=Text(
                "15 to 6, and {other} has hardly anything left to move: a good moment to end "
                "it. A die that can't be used is a **bump**: this is then your last turn, and "
                "your opponent has exactly one more. **Place** your last token on 2; then "
                "nothing can be done with the 5. Now make a bump.",
                other=_OTHER,
            ),
            right=frozenset({"P2 bump"}),
            praise=Text(
                "Your reserve is empty and there is nothing on 5. {other} has one more turn; a "
                "roll of 1 and 3, say, can't be used at all, and you win 15 to 6.",
                other=_OTHER,
            ),
            why=Text(
                "That uses both dice, and the game goes on. Place with the 2: then the 5 has no "
                "action, since your reserve is empty and S5 too."
            ),
        ),
        Exercise(
            position=LAST_TURN,
            task=Text(
                "Another game, and now {other} has bumped: this is the **last turn**, and you are "
                "behind 3 to 17. You have rolled 5 and 6, and there are two tokens on 6. Find the "
                "path that takes **C6 and C5**, and use the 5 as well.",
                other=_OTHER,
            ),
            right=frozenset({"P5 M6:C6,C5", "M6:C6,C5 P5"}),
            praise=Text(
                "14 to 6: you win. Two spaces changed hands at once. With equal "
                "sums, the owner of the highest space would have won."
            ),
            why=Text(
                "That is not enough. Move stack 6 up and then left, so that one token takes C6 "
                "and the other C5, and place with the 5."
            ),
        ),
    ),
    farewell=Text(
        "Remember: both dice in any order, the bottom token stays behind first, and the token "
        "on top owns the space. Bump when you lead."
    ),
)
