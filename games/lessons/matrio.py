"""The first lesson of MatriO: one game from the opening on, and the last dots of another."""

from typing import Final

from games.lessons.lesson import Exercise, Lesson, onward
from games.matrio import MATRIO
from games.record import Record
from games.words import Seat, Text

_BEFORE_YOU: Final = Seat(2)


def _dealt(*hands: str) -> Record:
    setup = {"hands": [hand.split() for hand in hands]}
    return Record(MATRIO.about.key, len(hands), {}, setup, moves=())


OPENING: Final = _dealt(
    "10C 2C 3D 5H 6S 7D 9H AD KC KS QD QH X1",
    "3C 3H 4H 5D 7C 7S 8D 8H 9C 9D AC JC JD",
    "10H 10S 3S 4D 5C 7H 8S 9S AH JH JS KH X2",
    "2D 2H 2S 4S 5S 6C 6D 6H 8C AS KD QC QS",
)
A_DOT: Final = onward(
    OPENING, "6S>r3S 7C>c3C 10H>c3H 2S>c2S X1>r1D 7S>r2S KH>r1H 6C>r1C 2C>c1C 8D>c3D 5C>r2C 4S>c3S"
)
TWO_DOTS: Final = onward(A_DOT, "KS>r1S 9D>r2D JH>r2H KD>c2D QD>c1D JC>c2C 7H>c2H QS>c1S")
COVERING: Final = onward(TWO_DOTS, "QH>c1H JD>r3D 10S>c1H 5S>r2D")
AGAINST_THE_LEADER: Final = onward(
    COVERING,
    "7D>c1H 5D>c1S JS>c2S 6D>c2S AD>c1S 8H>r3H X2>r3C KC>r3D 4D>r3D 10C>c2H 9S>c2S 9H>c2S 8S>c2S",
)
LAST_DOTS: Final = onward(
    _dealt(
        "10H 2H 2S 3C 3H 5C 5S 9D AH JH JS KH X2",
        "10C 3D 5H 6C 6D 6H 8C 8H 9C 9S AC AS JC",
        "2C 4H 7H 7S 8D 8S 9H JD KC KS QC QS X1",
        "10S 2D 3S 4D 4S 5D 6S 7C 7D AD KD QD QH",
    ),
    "QC>c2C QH>c3H 3C>c1C 5H>c1H KS>r3S 4S>r2S 9D>r3D 6H>r1H 8D>r1D 2D>c2D 2H>r2H AC>c3C "
    "2C>r2C 3S>c1S 3H>r3H 9C>r1C 7S>c2S 5D>c3D KH>c2H 9S>r1S QS>c3S 7C>r3C 10H>c3S 6D>c1D "
    "9H>r1S 10S>c3S",
)

LESSON: Final = Lesson(
    (
        Exercise(
            position=OPENING,
            task=Text(
                "Rows r1 to r3 at the lower left and columns c1 to c3 at the upper right have a "
                "tray for each suit. You hold the 2 of clubs, so you open, with any card. While "
                "trays of its suit are empty, a card goes to one of them. Play the **6 of "
                "spades** to the spades tray of **r3**."
            ),
            right=frozenset({"6S>r3S"}),
            praise=Text(
                "One tray of r3 is filled, three are empty. The player who fills the last "
                "empty tray of a row and of a column gets a dot on the cell where they cross."
            ),
            why=Text(
                "The rules allow it. The lesson goes on with the 6 of spades in row 3, so choose "
                "6♠, and then r3 ♠."
            ),
        ),
        Exercise(
            position=A_DOT,
            task=Text(
                "Column c3 is full, and in row r1 only the spades tray is empty. Filling it "
                "completes both, and wins the cell r1c3. Play the **king of spades** to **r1** "
                "spades."
            ),
            right=frozenset({"KS>r1S"}),
            praise=Text(
                "Your first dot. Suit by suit, the row's card times the column's: spades 10 times 4 "
                "is 40; diamonds 0 times −8, for a joker is 0; clubs 6 times 7 is 42; hearts −10 times −10 "
                "is 100. Together 182."
            ),
            why=Text(
                "The king of spades on r1 completes a row and a column at once: a dot for you "
                "that is worth 182."
            ),
        ),
        Exercise(
            position=TWO_DOTS,
            task=Text(
                "In c1 only the hearts tray is empty; r1 and r2 are full. One card makes **two "
                "dots**. Red cards are negative, but minus times minus is plus, and the hearts "
                "of r1 and r2 are a king and a jack. So play your most negative heart to **c1**."
            ),
            right=frozenset({"QH>c1H"}),
            praise=Text(
                "Queen, king and jack count 10, in red −10: each of the two cells gets 100 from "
                "hearts alone. 533 points for one card."
            ),
            why=Text("The queen of hearts to c1 brings the most: two dots, worth 533."),
            asides=(
                ("9H>c1H", Text("Two dots too, worth 513. The queen, −10, brings even more.")),
                ("5H>c1H", Text("Two dots too, worth 433. The queen, −10, brings even more.")),
            ),
        ),
        Exercise(
            position=COVERING,
            task=Text(
                "{other} has covered your queen with the 10 of spades, and both products are "
                "negative now. A dot stays yours, but its value changes with the cards on top. "
                "All trays for diamonds are filled, so a diamond may **cover any card**. Cover "
                "the tray of hearts in **c1** with your most negative one that may.",
                other=_BEFORE_YOU,
            ),
            right=frozenset({"7D>c1H"}),
            praise=Text(
                "A card keeps its own sign on any tray: −7 times −10 is 70, where it was −100 "
                "before, in two cells. That is 340 points more. Your hearts could not have "
                "gone there: r3 hearts is empty, and they have to fill it first."
            ),
            why=Text("The 7 of diamonds on c1 hearts brings you 340: look at what c1 gives."),
            asides=(
                ("3D>c1H", Text("260 more for you. The 7 of diamonds makes it 340.")),
                ("AD>c1H", Text("220 more for you. The 7 of diamonds makes it 340.")),
            ),
        ),
        Exercise(
            position=AGAINST_THE_LEADER,
            task=Text(
                "All nine dots are placed. Two players had none and are out. {other} leads "
                "with 353, you have 277 and two cards. What you can't gain, the leader can "
                "lose: all cells of **c2** are theirs, and the spades there are multiplied by "
                "black ones. Put a **red card** on the **spades of c2**, the one that hurts "
                "most.",
                other=_BEFORE_YOU,
            ),
            right=frozenset({"5H>c2S"}),
            praise=Text(
                "−5 where 8 was, times 10, 7 and 6: {other} loses 299 and you lead. There are "
                "cards to come, so keep your strongest answer for the end.",
                other=_BEFORE_YOU,
            ),
            why=Text(
                "The 5 of hearts on c2 spades costs {other} 299, more than anything else.",
                other=_BEFORE_YOU,
            ),
            asides=(("3D>c2S", Text("That costs them 253. The 5 of hearts costs 299.")),),
        ),
        Exercise(
            position=LAST_DOTS,
            task=Text(
                "Another game, and a danger: six dots are placed, none of them yours. Once all "
                "nine are, a player without one is out. The last empty tray is **r2 "
                "diamonds**, and you hold no diamond that could fill it; but a **joker** may "
                "go anywhere at any time."
            ),
            right=frozenset({"X2>r2D"}),
            praise=Text(
                "Row r2 and all three columns are full: three dots at once, worth 158. The "
                "joker counts 0, but all nine dots are placed now, and without it you would "
                "have been out."
            ),
            why=Text(
                "Then somebody else fills r2 diamonds, all nine dots are placed, and you are "
                "out. Play a joker there."
            ),
        ),
    ),
    farewell=Text(
        "Remember: an empty tray of the suit comes first, the last card of a row and a column "
        "makes the dot, and two red cards multiply to a plus."
    ),
)
