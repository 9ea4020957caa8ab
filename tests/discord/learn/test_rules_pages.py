"""The rules in our own words, page by page with figures, for everybody who asks."""

import pytest

from cogs.ui.page import Figure, Page
from games.lessons.lesson import pupil_of
from games.line import Line
from games.record import replay
from games.registry import GAMES
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, challenge
from tests.game_uis import ui_of

EACH_GAME = pytest.mark.parametrize("key", GAMES)
MOST_TEXT = 4000
"""Characters that Discord takes in the texts of one message."""
LONGER = 1.4
"""How much longer a translation may be than the English."""

RULINGS = {
    "dice_matrix": (
        "a column for each colour and a row for each face",
        "the die itself counted both times",
        "like the one left over",
        "cells that are empty already may",
        "the same colour, the same face, or both",
        "never have to take a pair",
        "seventeen dice in one line make 153",
        "equal totals are a draw",
        "each player starts once",
    ),
    "tablero": (
        "the same for both",
        "dark corners are those of column 6",
        "No space twice, and never back to the start",
        "must use up the stack",
        "cross the centre and your opponent's row",
        "your own home row",
        "if your token is on top",
        "eighteen or more",
        "in the order you like",
        "leaves the second die without any",
        "There are five ways",
        "you can't bump on doubles",
        "has no whole path",
        "exactly one more turn",
        "a second bump changes nothing",
        "in any row",
        "the highest centre space that anybody owns",
        "equal sums note 0",
        "if nobody owns any, it is a draw",
        "after a draw, and in your first game, the bot picks at random",
    ),
    "matrio": (
        "spades, diamonds, clubs and hearts, in this order",
        "orange, purple, yellow and blue",
        "Trays for spades and clubs are black",
        "the grid, at the lower right",
        "with any card they like",
        "must go to an empty tray of its suit",
        "Only a card of its suit, or a joker, may fill an empty tray",
        "any filled tray",
        "anywhere at any time",
        "with its own sign wherever it lies",
        "own it for good",
        "even if next to move",
        "put away unseen",
        "plays the hand out",
        "equal sums share the win",
        "Together 208",
        "their dots stay and score for nobody",
    ),
    "dicefest": (
        "6 to 1 from left to right as its own player sees them",
        "these run counter-clockwise",
        "the largest number that is neither on top nor at the bottom to the owner's left",
        "jump over any dice",
        "numbered ones of other sides too, but not in a corner",
        "one that it passes does not",
        "as many counters from your collection as the die shows on top before it turns",
        "spaces of your choice",
        "any of the six ways",
        "keeps the number on top",
        "3 on top and 6 to the south",
        "locks at once",
        "never acts again",
        "win at once with all three dice locked and no counter",
        "you only pass from then on",
        "if a single player still has a free die",
        "locking all three while holding counters loses",
        "only when you have no move at all",
        "everybody passes once around",
        "36 in all",
        "stay where they are, as obstacles",
    ),
}
"""What the pages have to say of each reading that the rulebooks leave open."""


def pages_of(key: str) -> tuple[Page, ...]:
    return ui_of(key).rules


def figures_of(key: str) -> list[Figure]:
    return [page.figure for page in pages_of(key) if page.figure is not None]


def shown_in(figure: Figure) -> Line:
    return replay(figure.position)


async def test_the_rules_are_turned_page_by_page(world: World, mara: Person) -> None:
    page = await mara.slash("dice-matrix rules")
    assert page.ephemeral
    seen = [page.text]
    assert page.buttons == ("Next", "Learn", "About the game")

    while "Next" in page.buttons:
        turned = await mara.click(page, "Next")
        assert turned.message == page.message
        page = turned
        seen.append(page.text)

    assert [text.splitlines()[0] for text in seen] == [
        "### Dice Matrix: what it is about",
        "### Dice Matrix: a turn",
        "### Dice Matrix: scoring",
    ]
    assert [text.rpartition(" · ")[2] for text in seen] == [f"page {n} of 3" for n in range(1, 4)]
    assert all("Néstor Romeral Andrés" in text for text in seen)
    assert page.buttons == ("Previous", "Learn", "About the game")
    assert (await mara.click(page, "Previous")).text == seen[1]


@pytest.mark.slow
async def test_the_rules_open_from_a_card_and_from_more(
    world: World, mara: Person, jonas: Person, game: Game
) -> None:
    rules = await mara.slash("dice-matrix rules")
    card = await challenge(world, jonas)

    from_card = await mara.click(card, "Rules")
    from_more = await mara.click(await mara.click(game.board, "More"), "Rules")

    assert from_card.text == from_more.text == rules.text
    assert from_card.ephemeral
    assert from_more.ephemeral


async def test_the_rules_lead_to_the_first_lesson(world: World, mara: Person) -> None:
    rules = await mara.slash("dice-matrix rules")
    lesson = await mara.click(rules, "Learn")
    assert lesson.message == rules.message
    assert "step 1 of " in lesson.text


@EACH_GAME
async def test_every_page_has_its_figure_with_words_for_it(
    world: World, mara: Person, key: str
) -> None:
    page = await mara.slash(f"{GAMES[key].about.command} rules")
    for written in pages_of(key):
        figure = written.figure
        assert figure is not None
        (picture,) = page.pictures
        assert picture.data.startswith(b"\x89PNG")
        assert (picture.alt or "").startswith(f"{figure.caption}.\n")
        line = shown_in(figure)
        position = line.position.seen_by(pupil_of(line))
        assert str(line.game.describe_position(position)) in (picture.alt or "")
        if "Next" in page.buttons:
            page = await mara.click(page, "Next")


@EACH_GAME
async def test_whoever_prefers_words_gets_figures_in_words(
    world: World, mara: Person, key: str
) -> None:
    await mara.slash("preferences", boards="text")
    page = await mara.slash(f"{GAMES[key].about.command} rules")
    (figure, *_) = figures_of(key)
    assert page.files == ()
    assert str(figure.caption) in page.text
    line = shown_in(figure)
    assert str(line.game.describe_position(line.position.seen_by(pupil_of(line)))) in page.text


@EACH_GAME
def test_every_page_fits_into_a_message_in_any_language(key: str) -> None:
    """Where the figure is told in words it is longest."""
    for page in pages_of(key):
        length = len(str(page.text))
        if page.figure is not None:
            line = shown_in(page.figure)
            seen = line.position.seen_by(pupil_of(line))
            length += len(f"{page.figure.caption}{line.game.describe_position(seen)}")
        assert length * LONGER < MOST_TEXT


@EACH_GAME
def test_figures_show_choices_that_can_be_made(key: str) -> None:
    for figure in figures_of(key):
        line = shown_in(figure)
        line.game.steps(line.position.seen_by(pupil_of(line)), figure.marked)


@EACH_GAME
def test_every_ruling_is_in_the_pages(key: str) -> None:
    told = " ".join(str(page.text) for page in pages_of(key)).replace("**", "").casefold()
    assert [ruling for ruling in RULINGS[key] if ruling.casefold() not in told] == []
