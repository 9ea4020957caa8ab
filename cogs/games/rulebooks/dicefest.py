"""The rules of Dicefest in our own words."""

from typing import Final

from cogs.ui.page import Figure, Page
from games.lessons.dicefest import A_JUMP, A_LOCK, A_TURN, FIRST_MOVE
from games.lessons.lesson import onward
from games.words import Text

PAGES: Final = (
    Page(
        Text(
            "### Dicefest: what it is about\nTwo, three or four players, each with three dice "
            "on one side of a board of eight by eight without its corners. Bring all your dice "
            "to the opposite side, each to the space with the number that it shows on top, and "
            "have no counter left: then you win at once.\n\n"
            "**The board.** The inner six by six spaces hold a counter each at first, 36 in "
            "all; later they lie on the board or in somebody's collection, and none is ever "
            "lost. The spaces of every side are numbered 6 to 1 from left to right as its own "
            "player sees them.\n\n"
            "**The dice.** Each player gets three different numbers, which stand on top at the "
            "start, on the spaces of the same numbers, with the largest number that is neither "
            "on top nor at the bottom to the owner's left. Opposite faces add up to seven, and "
            "all dice are alike: around the corner where 1, 2 and 3 meet, these run "
            "counter-clockwise. The bot deals out the sides, opposite ones for two; as an "
            "option everybody picks one in turn. Turns go around clockwise."
        ),
        Figure(FIRST_MOVE, Text("Two players, north and south, before the first turn")),
    ),
    Page(
        Text(
            "### Dicefest: moving a die\nOn your turn you move one of your dice, or turn "
            "it.\n\n"
            "A die that **moves** goes straight, exactly as many spaces as the number on the "
            "face that looks that way. It may jump over any dice, and end on any free space, "
            "numbered ones of other sides too, but not in a corner and not off the board. It "
            "does not roll. A counter on the space where it lands goes into your collection, "
            "one that it passes does not.\n\n"
            "You pass only when you have no move at all. If everybody passes once around, the "
            "game is a draw."
        ),
        Figure(
            A_JUMP,
            Text("The 1 on g1 shows 5 to the west: it jumps over the die on c1, to b1"),
            marked=("g1", "w"),
            around=("b1", "h3"),
        ),
    ),
    Page(
        Text(
            "### Dicefest: turning a die\n"
            "A quarter turn in any of the six ways: **rolled** to the north, east, south or west, "
            "or **spun** left or right, which keeps the number on top.\n\n"
            "It costs as many counters from your collection as the die shows on top before it "
            "turns. You put them on inner spaces of your choice that have neither a die nor a "
            "counter; with too few counters, or too few such spaces, the die can't turn.\n\n"
            "**Example.** A die shows 6 on top, 2 to the west and 4 to the south. Rolled to the "
            "south, it shows 3 on top and 6 to the south. That costs 6 counters."
        ),
        Figure(
            A_TURN,
            Text("Spun left for 1 counter, the 1 on b4 shows its 2 to the north"),
            marked=("b4", "sl"),
            around=("b3", "d5"),
        ),
    ),
    Page(
        Text(
            "### Dicefest: locks and the end\nA die on the side opposite your own, on the "
            "space with the number on its top, **locks** at once, whether it came there by a "
            "move or by a turn. It never acts again, and others jump over it.\n\n"
            "**You win** at once with all three dice locked and no counter in your collection. "
            "With counters left you only pass from then on; and if a single player still has a "
            "free die, that player wins at once. So with two players, locking all three while "
            "holding counters loses.\n\n"
            "**Leaving.** The dice of a player who leaves a table of three or four stay where "
            "they are, as obstacles; the counters stay out of play, and the others go on."
        ),
        Figure(
            onward(A_LOCK, "f8-c8"),
            Text("The 2 has moved from f8 to c8, number 2 of the north side, and is locked"),
            around=("b8", "h6"),
        ),
    ),
)
