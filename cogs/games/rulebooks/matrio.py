"""The rules of MatriO in our own words."""

from typing import Final

from cogs.ui.page import Figure, Page
from games.lessons.lesson import onward
from games.lessons.matrio import A_DOT, LAST_DOTS
from games.words import Text

PAGES: Final = (
    Page(
        Text(
            "### MatriO: what it is about\nFour players (orange, purple, yellow and blue) fill "
            "the trays of two tables with cards: three rows at the lower left, three columns "
            "at the upper right, each with a tray for spades, diamonds, clubs and hearts, in "
            "this order from left to right and from top to bottom. Trays for spades and clubs "
            "are black, those for diamonds and hearts red. Where a row and a column cross lies "
            "a cell of the grid, at the lower right. Complete a row and a column, and you put "
            "a dot on their cell and own it for good; what it is worth goes on changing with "
            "the cards on top of the trays. When all cards are played, the highest sum wins; "
            "equal sums share the win.\n\n"
            "**The cards.** An ordinary deck with two jokers, without the 4 of clubs and the "
            "10 of diamonds: thirteen for everybody. The holder of the 2 of clubs opens, with "
            "any card they like (or, as an option, with just that card); then play goes around."
        ),
        Figure(A_DOT, Text("Column c3 is full, and in row r1 only the spades tray is empty")),
    ),
    Page(
        Text(
            "### MatriO: playing a card\nOne card a turn, on one tray:\n- While a tray of its "
            "suit is **empty**, a card must go to an empty tray of its suit.\n- Only a card of "
            "its suit, or a joker, may fill an empty tray.\n- Once all six trays of its suit "
            "are filled, a card may cover the one on **any filled** tray of the board.\n- A "
            "**joker** may go anywhere at any time; it fills an empty tray too.\n\n"
            "So there is always something to play.\n\n"
            "**Dots.** A card that fills the last empty tray of a row and a column, or of "
            "several such pairs at once, puts your dots on all those cells.\n\n"
            "**Withdrawing.** As soon as all nine dots are placed, a player without any is "
            "out, even if next to move: the hand is put away unseen, there is no score, and "
            "they can't win. A single player who is left plays the hand out.\n\n"
            "**Leaving.** A player who resigns puts the hand away; their dots stay and score "
            "for nobody, and the others go on."
        ),
        Figure(
            LAST_DOTS,
            Text("A joker fills the last empty tray, r2 diamonds: three dots at once"),
            marked=("X2", "r2D"),
        ),
    ),
    Page(
        Text(
            "### MatriO: what a cell is worth\n"
            "Take the four trays of its row and the four of its column. Multiply spades by "
            "spades, diamonds by diamonds, clubs by clubs, hearts by hearts, and add the four "
            "products. Only the card on top of a tray counts, with its own sign wherever it "
            "lies.\n\n"
            "**Values.** Black cards are positive, red ones negative. Ace 1, numbers as they are "
            "printed, king, queen and jack 10; but the queen of spades is 13. A joker is 0.\n\n"
            "**Example.** Queen times 7 of spades: 91. 4 times king of diamonds: 40. 7 times 5 of "
            "clubs: 35. 6 times 7 of hearts: 42. Together 208.\n\n"
            "A red and a black card on the trays of one suit give a negative product, two red "
            "ones a positive."
        ),
        Figure(
            onward(A_DOT, "KS>r1S"),
            Text("r1c3: spades 40, diamonds 0 by the joker, clubs 42, hearts 100: 182"),
        ),
    ),
)
