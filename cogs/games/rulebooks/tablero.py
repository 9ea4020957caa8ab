"""The rules of Tablero di Berona in our own words."""

from typing import Final

from cogs.ui.page import Figure, Page
from games.lessons.tablero import A_BUMP, A_STACK, DOUBLES, INTO_THE_CENTRE
from games.words import Text

PAGES: Final = (
    Page(
        Text(
            "### Tablero di Berona: what it is about\nThree rows of six spaces: a home row for "
            "each player, and the centre row between them. The columns are worth 1 to 6, the "
            "same for both; the dark corners are those of column 6. Everybody has twelve "
            "tokens. At the end, a centre space counts for the player whose token is on top; "
            "the higher sum wins.\n\n"
            "The board is empty at first and all tokens are in reserve. The winner of the last "
            "game between you starts the next one; after a draw, and in your first game, the "
            "bot picks at random."
        ),
        Figure(INTO_THE_CENTRE, Text("S and N are the home rows, C is the centre row")),
    ),
    Page(
        Text(
            "### Tablero di Berona: a turn\n"
            "The bot rolls two dice for you. Use **both**, in the order you like, each in one of "
            "two ways:\n"
            "- **Place** a token from your reserve on the space of your home row that the die "
            "shows, on top of whatever lies there.\n"
            "- **Move** the stack on that space, if your token is on top. Take up the whole "
            "stack and go step by step to spaces that touch (not diagonally); on each space that "
            "you enter the bottom token of the stack stays behind. No space twice, and never "
            "back to the start; the path must use up the stack. Paths may cross the centre and "
            "your opponent's row.\n\n"
            "Only stacks of your own home row move, and never one of eighteen or more, since no "
            "path is long enough.\n\n"
            "A die that can be used must be used. You may choose a first action that leaves the "
            "second die without any.\n\n"
            "**Example.** You have one token on 3, none on 4 and none in reserve, and roll 3 and "
            "4. There are five ways: move from 3 to 4, and from there back to 3, to 5 or up to "
            "the centre; or move from 3 to 2 or up to the centre, so that the 4 can't be used."
        ),
        Figure(
            A_STACK,
            Text("Stack 4 goes up and then right: one token stays on C4, the other covers C5"),
            marked=("m4", "u", "r"),
        ),
    ),
    Page(
        Text(
            "### Tablero di Berona: doubles\n"
            "**Taking back.** Instead of using the dice you may take back one of your tokens from "
            "the top of any stack on the board, in any row, into your reserve. Then you roll "
            "again.\n\n"
            "**No bump.** While a token of yours lies on top of any stack, you can't bump on "
            "doubles: you take one back, or your first action must leave something for the "
            "second die. Otherwise doubles are used like any other roll, one die after the other."
        ),
        Figure(
            DOUBLES,
            Text("Taking back from C4 costs nothing: below lies another token of the same player"),
            marked=("t", "c4"),
        ),
    ),
    Page(
        Text(
            "### Tablero di Berona: the end\n"
            "**Bump.** A die can't be used if your reserve is empty and its space is empty, has "
            "your opponent's token on top, or has no whole path. Such a die ends the game: you "
            "still use the other one if you can, then your opponent has exactly one more turn. "
            "Taking a token back on doubles still gives another roll in it; a second bump changes "
            "nothing.\n\n"
            "**The result.** Add up the centre spaces on which your token lies on top. With equal "
            "sums the owner of the highest centre space that anybody owns wins; if nobody owns "
            "any, it is a draw.\n\n"
            "**Ledger and stakes.** With scoring by ledger the winner's difference in points is "
            "noted between the two of you; equal sums note 0. A stake is what the loser owes: a "
            "fixed amount, or the difference. `/tablero ledger` shows what is open."
        ),
        Figure(
            A_BUMP,
            Text("With the last token on 2, the 5 can't be used any more: that is a bump"),
            marked=("p2",),
        ),
    ),
)
