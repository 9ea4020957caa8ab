"""The first lesson of Dicefest: one game for two, from the first move to the last lock."""

from typing import Final

from games.dicefest import DICEFEST
from games.lessons.lesson import Exercise, Lesson, onward
from games.record import Record
from games.words import Seat, Text

_OTHER: Final = Seat(1)
FIRST_MOVE: Final = Record(
    DICEFEST.about.key, 2, {}, {"dice": [[1, 2, 5], [1, 2, 5]]}, ("side:S", "side:N")
)
A_JUMP: Final = onward(FIRST_MOVE, "f1-f5 c8-c4")
A_TURN: Final = onward(A_JUMP, "g1-b1 b8-b5 b1-b4 b5-g5")
ACROSS: Final = onward(
    A_TURN, "b4/L@b5 c4-c7 c1-c4 g5-g2 f5-f2 c7/R@f5,g5 b4-b6 c7-f7 f2/R@b4,c7 f8-f5"
)
A_LOCK: Final = onward(ACROSS, "f2-f8 g2/S@f2")
AN_EMPTY_HAND: Final = onward(
    A_LOCK, "f8-c8 f7-f1 b6-b8 g2-g1 c4-d4 g1/N@b6,c4,f7,g2 d4-d7 f5-e5 d7-e7 e5-e2 e7-f7 e2-d2"
)
LAST_LOCK: Final = onward(AN_EMPTY_HAND, "f7/L@d4,d7,e2,e5,e7 d2-d6")

LESSON: Final = Lesson(
    (
        Exercise(
            position=FIRST_MOVE,
            task=Text(
                "You sit in the south and want your dice in the north, each on the space with "
                "the number on its top. A die goes straight, exactly as many spaces as the "
                "face on that side shows, and does not roll. Your **2 on f1** shows 4 to the "
                "north. Move it **north**."
            ),
            right=frozenset({"f1-f5"}),
            praise=Text(
                "Four spaces, and the counter on f5 is yours. A die takes a counter only where "
                "it lands, not on the way. With counters you pay for turning dice."
            ),
            why=Text("Here the 2 on f1 should go north: four spaces, to f5, for a counter."),
        ),
        Exercise(
            position=A_JUMP,
            task=Text(
                "Your 1 has to reach b8, the space with the number 1 in the north. On **g1** it "
                "shows 5 to the west; the 5 on c1 is in the way, but a die may **jump** over any "
                "dice. Move it **west**."
            ),
            right=frozenset({"g1-b1"}),
            praise=Text(
                "Over the 5 on c1, to b1. There was no counter to take, since counters lie on "
                "the inner spaces only; but the 1 now stands in the column of b8."
            ),
            why=Text("The 1 on g1 should jump west, five spaces, to b1: below b8."),
        ),
        Exercise(
            position=A_TURN,
            task=Text(
                "From **b4** the 1 needs four spaces to b8, but to the north it shows 3. **Turn** "
                "it: a quarter turn costs as many counters as the top shows, here only 1. "
                "**Spin** it **left**, so that the 2 in the east comes to look north, and put "
                "the counter where you like."
            ),
            right=frozenset({"b4/L"}),
            praise=Text(
                "A spin keeps the number on top. Two moves of 2 will bring it to b8. Low numbers "
                "turn cheaply; high ones get rid of many counters at once, which you will need."
            ),
            why=Text("Choose the 1 on b4 and spin it left, for 1 counter: then it shows 2 north."),
        ),
        Exercise(
            position=ACROSS,
            task=Text(
                "Your 2 on **f2** now shows 6 to the north. Two dice of {other} are in the "
                "way, and that does not matter. Take it to the **far side** in one move.",
                other=_OTHER,
            ),
            right=frozenset({"f2-f8"}),
            praise=Text(
                "Six spaces, over f5 and f7. f8 bears the number 5, though, and your die shows 2 "
                "on top, so it is not locked yet."
            ),
            why=Text("The 2 on f2 can go north all the way to f8, over two dice."),
        ),
        Exercise(
            position=A_LOCK,
            task=Text(
                "The sides are numbered 6 to 1 from the left of their players, so in the north "
                "b8 is 1, **c8 is 2** and f8 is 5. Your 2 on f8 shows 3 to the west. Move it "
                "to its number."
            ),
            right=frozenset({"f8-c8"}),
            praise=Text(
                "Locked. On the far side, on the space with the number on its top, a die locks at "
                "once and never acts again; others may still jump over it. A turn that brings the "
                "right number to the top locks it just as well."
            ),
            why=Text("Move the 2 from f8 three spaces west, to c8: there it locks."),
        ),
        Exercise(
            position=AN_EMPTY_HAND,
            task=Text(
                "Two dice are locked; the 5 on **f7** is one space from f8, its number. But "
                "you hold 5 counters, and locking all three with counters in hand does not "
                "win: with two players, it loses. **Spin the 5 left**: it costs exactly 5, and "
                "then 1 looks north."
            ),
            right=frozenset({"f7/L"}),
            praise=Text(
                "Your collection is empty, and the die still shows 5 on top. You chose where the "
                "counters went: best where {other} has to take them.",
                other=_OTHER,
            ),
            why=Text(
                "You have to get rid of all 5 counters and keep the 5 on top. Spin the 5 on f7 "
                "left: then 1 looks north."
            ),
        ),
        Exercise(
            position=LAST_LOCK,
            task=Text("No counters, and 1 looks north. Move the 5 from **f7** to **f8**."),
            right=frozenset({"f7-f8"}),
            praise=Text("All three dice are locked and you hold no counter: you win at once."),
            why=Text("One space north, to f8, and you win."),
        ),
    ),
    farewell=Text(
        "Remember: dice go as far as the side says, turning costs what the top says, and the last "
        "die locks with an empty hand."
    ),
)
