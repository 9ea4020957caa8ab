"""The ledger of Tablero: it adds up over games, and both must agree to settle it."""

from .simulated import Message, Person, World
from .tables import Game, game_of


async def start(world: World, mara: Person, jonas: Person, **terms: str | int) -> Game:
    """Let Mara challenge Jonas, who accepts."""
    await mara.slash("tablero challenge", opponent=jonas, **terms)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    return game_of(world, mara, jonas, card)


async def lose(game: Game, loser: Person) -> None:
    """Let somebody give up a game."""
    await game.resign(loser)


async def proposal(world: World, asker: Person) -> Message:
    """Let somebody ask to settle, and give the public message."""
    await asker.click(await asker.slash("tablero ledger"), "Settle")
    return world.messages()[-1]


async def test_the_card_says_what_is_played_for(world: World, mara: Person, jonas: Person) -> None:
    game = await start(world, mara, jonas, scoring="ledger", stake="fixed", amount=5)
    assert "points go on the ledger · for a fixed stake · 5 coins a game" in game.card.text


async def test_stakes_add_up_over_games(world: World, mara: Person, jonas: Person) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=5), jonas)
    await lose(await start(world, mara, jonas, stake="fixed", amount=2), mara)
    of_mara = await mara.slash("tablero ledger", opponent=jonas)
    assert of_mara.ephemeral
    assert "With Jonas: the points are even; Jonas owes 3 coins" in of_mara.text
    assert "+5 coins" in of_mara.text
    assert "\u22122 coins" in of_mara.text
    assert "Jonas owes 3 coins" in (await jonas.slash("tablero ledger")).text


async def test_a_played_game_puts_the_difference_on_the_ledger(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start(world, mara, jonas, scoring="ledger", stake="difference")
    while game.live_boards:
        await game.type_move()
    said = (await mara.slash("tablero ledger")).text
    assert "is ahead by" in said or "the points are even" in said


async def test_games_by_themselves_stand_on_no_ledger(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas), jonas)
    answer = await mara.slash("tablero ledger")
    assert answer.text == "Nothing stands on your ledger here."
    assert answer.buttons == ()


async def test_both_must_agree_to_settle(world: World, mara: Person, jonas: Person) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    assert asked.pings == (jonas,)
    assert "Mara asks" in asked.text
    assert "Jonas owes 4 coins" in asked.text
    refused = await mara.click(asked, "Agree")
    assert refused.ephemeral
    assert "can agree to this" in refused.text
    await jonas.click(asked, "Agree")
    assert "Mara and Jonas have settled" in asked.text
    assert asked.buttons == ()
    for person in (mara, jonas):
        assert (await person.slash("tablero ledger")).text == "Nothing stands on your ledger here."


async def test_what_came_after_the_proposal_is_not_settled_with_it(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    await lose(await start(world, mara, jonas, stake="fixed", amount=7), jonas)
    await jonas.click(asked, "Agree")
    assert "Jonas owes 7 coins" in (await mara.slash("tablero ledger")).text


async def test_what_is_settled_cannot_be_settled_again(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    first, second = await proposal(world, mara), await proposal(world, mara)
    await jonas.click(first, "Agree")
    answer = await jonas.click(second, "Agree")
    assert answer.ephemeral
    assert "Nothing stands on the ledger between the two any more." in answer.text


async def test_nobody_settles_what_the_other_has_not_asked_for(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start(world, mara, jonas, stake="fixed", amount=4)
    await lose(game, jonas)
    forged = f"t:settle-yes:{mara.id}:{jonas.id}:99"
    answer = await jonas.press(game.card, forged)
    assert answer.ephemeral
    assert "Nothing stands on the ledger" in answer.text
    assert "Jonas owes 4 coins" in (await mara.slash("tablero ledger")).text


async def test_what_stands_in_one_server_is_nothing_in_another(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    there = await mara.say("Hello", world.another_server("Elsewhere"))
    for person, custom_id in (
        (mara, f"t:settle:{jonas.id}:99"),
        (jonas, f"t:settle-yes:{mara.id}:{jonas.id}:99"),
    ):
        answer = await person.press(there, custom_id)
        assert answer.ephemeral
        assert "Nothing stands on the ledger" in answer.text
    assert asked.buttons == ("Agree",)
    assert "Jonas owes 4 coins" in (await mara.slash("tablero ledger")).text


async def test_two_agreements_in_the_same_instant_settle_once(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    first, second = await proposal(world, mara), await proposal(world, mara)
    answers = await world.at_once(jonas.clicking(first, "Agree"), jonas.clicking(second, "Agree"))
    refused = [a for a in answers if a.ephemeral and "Nothing stands" in a.text]
    assert len(refused) == 1
