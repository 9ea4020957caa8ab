"""The rules in our own words, page by page, for whoever asks."""

from .simulated import Person, World
from .tables import Game, challenge


async def test_the_rules_are_turned_page_by_page(world: World, mara: Person) -> None:
    page = await mara.slash("dice-matrix rules")
    assert page.ephemeral
    seen = [page.text]
    assert page.buttons == ("Next", "About the game")

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
    assert page.buttons == ("Previous", "About the game")
    assert (await mara.click(page, "Previous")).text == seen[1]


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
