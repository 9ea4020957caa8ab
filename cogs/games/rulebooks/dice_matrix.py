"""The rules of Dice Matrix in our own words."""

from typing import Final

from cogs.ui.page import Figure, Page
from games.lessons.dice_matrix import ACROSS_A_GAP, DEALT, FIRST_PAIR
from games.words import Text

PAGES: Final = (
    Page(
        Text(
            "### Dice Matrix: what it is about\nForty-nine dice in five colours lie in a "
            "square of seven by seven, the matrix. On your turn you take one or two of them "
            "into your own area, a table with a column for each colour and a row for each "
            "face. Every die scores the moment it arrives, and it scores more the fuller its "
            "column and its row already are. When the matrix is empty, the higher total wins; "
            "equal totals are a draw.\n\n"
            "**The beginning.** There are fifty dice, ten of each colour. The bot rolls them "
            "all; one is left over. The first player turns that die to any face, puts it into "
            "their area and scores 2. That is the whole first turn. From then on no die "
            "changes its face."
        ),
        Figure(DEALT, Text("A matrix before the first turn"), around=("matrix",)),
    ),
    Page(
        Text(
            "### Dice Matrix: a turn\n"
            "Take **one die**, any one; or take **a pair** if\n"
            "- both lie in the same row or the same column,\n"
            "- no die lies between them (cells that are empty already may),\n"
            "- and they have the same colour, the same face, or both.\n\n"
            "You never have to take a pair. The two dice of a pair are scored one after the "
            "other; the order makes no difference to the points.\n\n"
            "**Stacks.** A die whose place in your area is taken goes on top of what is there; "
            "every die of the stack counts."
        ),
        Figure(
            ACROSS_A_GAP,
            Text("c5 and c7 are a pair: both show 3, and c6 between them is empty"),
            marked=("5", "c5", "c7"),
            around=("a4", "e7"),
        ),
    ),
    Page(
        Text(
            "### Dice Matrix: scoring\nA die that you place scores the number of dice in its "
            "column, plus the number of dice in its row, stacks counted in full and the die "
            "itself counted both times. So a die that is alone scores 2, like the one left "
            "over.\n\n"
            "**Example.** Your area holds a red 3. You take the blue 3 and the red 3. The blue "
            "one: 1 in its column, 2 in its row, 3 points. The red one goes on top of yours: 2 "
            "in its column, 3 in its row, 5 points. Together 8.\n\n"
            "**To check a total:** a row or column with n dice is worth 1 + 2 + … + n. All of "
            "them together always give the running total, however long a line is: seventeen "
            "dice in one line make 153.\n\n"
            "**Scoring: recount.** With this option nobody sees points while the game runs; "
            "they are counted at the end.\n\n"
            "**Two games.** In a two-game match each player starts once, and the points of "
            "both games are added. Resigning either game loses the match."
        ),
        Figure(
            FIRST_PAIR,
            Text("Holding a red 3, taking g3 and g4 scores 8"),
            marked=("3", "g3", "g4"),
        ),
    ),
)
