"""The ledger of Tablero: it adds up over games, and both must agree to settle it."""

import re

import pytest

from tests.discord.simulated import Answer, Message, Person, World
from tests.discord.tables import Game, game_of


async def start(world: World, mara: Person, jonas: Person, **terms: str | int) -> Game:
    """Make Mara challenge Jonas, who accepts."""
    await mara.slash("tablero challenge", opponent=jonas, **terms)
    card = world.messages()[-1]
    await jonas.click(card, "Accept")
    return game_of(world, mara, jonas, card)


async def lose(game: Game, loser: Person) -> None:
    """Make somebody give up a game."""
    await game.resign(loser)


async def proposal(world: World, asker: Person) -> Message:
    """Make somebody ask to settle, and return the public message."""
    await ask(asker)
    return world.messages()[-1]


async def ask(asker: Person) -> Answer:
    """Make somebody ask to settle what the ledger shows first, and return the last answer to them."""
    question = await asker.click(await asker.slash("tablero ledger"), "Settle")
    return await asker.click(question, "Ask")


async def test_the_card_says_what_is_played_for(world: World, mara: Person, jonas: Person) -> None:
    game = await start(world, mara, jonas, scoring="ledger", stake="fixed", amount=5)
    assert "points go on the ledger · for a fixed stake · 5 coins a game" in game.card.text


@pytest.mark.slow
async def test_stakes_add_up_over_games(world: World, mara: Person, jonas: Person) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=5), jonas)
    await lose(await start(world, mara, jonas, stake="fixed", amount=2), mara)
    of_mara = await mara.slash("tablero ledger", opponent=jonas)
    assert of_mara.ephemeral
    assert "With Jonas: Jonas owes Mara 3 coins" in of_mara.text
    day = r"^-# <t:\d+:D>, Mara against Jonas: ±0 points, "
    assert re.search(rf"{day}\+5 coins$", of_mara.text, re.MULTILINE)
    assert re.search(rf"{day}\u22122 coins$", of_mara.text, re.MULTILINE)
    assert "With Mara: Jonas owes Mara 3 coins" in (await jonas.slash("tablero ledger")).text


@pytest.mark.slow
async def test_a_played_game_puts_the_difference_on_the_ledger(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start(world, mara, jonas, scoring="ledger", stake="difference")
    while game.live_boards:
        await game.type_move()
    said = (await mara.slash("tablero ledger")).text
    assert "is ahead by" in said or "nothing is owed" in said


async def test_games_by_themselves_stand_on_no_ledger(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas), jonas)
    answer = await mara.slash("tablero ledger")
    assert answer.text == "Nothing is open on your ledger here."
    assert answer.buttons == ()


@pytest.mark.slow
async def test_both_must_agree_to_settle(world: World, mara: Person, jonas: Person) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    assert asked.pings == (jonas,)
    assert "Mara asks" in asked.text
    assert "Jonas owes Mara 4 coins" in asked.text
    refused = await mara.click(asked, "Agree")
    assert refused.ephemeral
    assert "can answer this" in refused.text
    await jonas.click(asked, "Agree")
    assert asked.text == (
        "Mara and Jonas have settled. Cleared from the ledger: Jonas owes Mara 4 coins."
    )
    assert asked.buttons == ()
    for person in (mara, jonas):
        assert (await person.slash("tablero ledger")).text == "Nothing is open on your ledger here."


@pytest.mark.slow
async def test_what_came_after_the_proposal_is_not_settled_with_it(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    await lose(await start(world, mara, jonas, stake="fixed", amount=7), jonas)
    await jonas.click(asked, "Agree")
    assert "Jonas owes Mara 7 coins" in (await mara.slash("tablero ledger")).text


@pytest.mark.slow
async def test_what_is_settled_says_so_once_and_for_good(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    ids = [control.custom_id or "" for control in asked.controls]
    await jonas.click(asked, "Agree")
    settled = asked.text
    for person, custom_id in zip((jonas, jonas, mara), ids, strict=True):
        late = await person.press(asked, custom_id)
        assert late.ephemeral
        assert late.text == "This is no longer open: the ledger shows what is."
    assert asked.text == settled
    assert world.messages()[-1] == asked


async def test_settling_asks_first_and_may_be_left(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    before = world.messages()
    question = await mara.click(await mara.slash("tablero ledger"), "Settle")
    assert question.text.startswith("Ask Jonas to settle? Jonas owes Mara 4 coins. ")
    await mara.click(question, "Leave it open")
    assert question.text == "Nothing has changed."
    assert world.messages() == before
    assert (await mara.slash("tablero ledger")).buttons == ("Settle",)


async def test_a_request_can_be_declined(world: World, mara: Person, jonas: Person) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    await jonas.click(asked, "Decline")
    assert asked.text == (
        "Jonas has declined to settle with Mara. Still open: Jonas owes Mara 4 coins."
    )
    assert asked.buttons == ()
    assert (await jonas.slash("tablero ledger")).buttons == ("Settle",)


@pytest.mark.slow
async def test_a_request_can_be_withdrawn_and_made_again(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    refused = await jonas.click(asked, "Withdraw")
    assert refused.text == f"Only {mara.mention} can answer this."
    await mara.click(asked, "Withdraw")
    assert asked.text == (
        "Mara has withdrawn the request to settle. Still open: Jonas owes Mara 4 coins."
    )
    again = await proposal(world, mara)
    assert again != asked
    await jonas.click(again, "Agree")
    assert "have settled" in again.text


async def test_the_ledger_itself_answers_a_request_whose_message_is_gone(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    of_mara = await ask(mara)
    assert of_mara.buttons == ("Withdraw",)
    assert "Mara has asked to settle: Jonas owes Mara 4 coins." in of_mara.text
    await world.messages()[-1].delete()
    of_jonas = await jonas.slash("tablero ledger")
    assert of_jonas.buttons == ("Agree", "Decline")
    await jonas.click(of_jonas, "Agree")
    assert of_jonas.text == "Nothing is open on your ledger here."


async def test_an_answer_from_the_ledger_changes_the_request_in_the_channel(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    await jonas.click(await jonas.slash("tablero ledger"), "Decline")
    assert "Jonas has declined" in asked.text
    assert asked.buttons == ()


@pytest.mark.slow
async def test_a_new_request_takes_the_place_of_an_earlier_one(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    of_mara = await mara.slash("tablero ledger")
    asked = await proposal(world, mara)
    custom_id = (of_mara.message.controls[0].custom_id or "").replace("settle", "settle-ask")
    twice = await mara.press(of_mara.message, custom_id)
    assert twice.text == "You have already asked for this."
    await lose(await start(world, mara, jonas, stake="fixed", amount=7), jonas)
    later = custom_id.rpartition(":")[0] + ":2"
    await mara.press(of_mara.message, later)
    assert "has withdrawn" in asked.text
    newer = world.messages()[-1]
    assert "Jonas owes Mara 11 coins" in newer.text
    await jonas.click(newer, "Agree")
    assert (await mara.slash("tablero ledger")).text == "Nothing is open on your ledger here."


async def test_who_has_been_asked_answers_and_does_not_ask_back(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    of_jonas = await jonas.click(await jonas.slash("tablero ledger"), "Settle")
    asked = await proposal(world, mara)
    refused = await jonas.click(of_jonas, "Ask")
    assert refused.text == "Mara has already asked you to settle."
    assert world.messages()[-1] == asked


@pytest.mark.slow
async def test_the_result_says_what_is_owed(world: World, mara: Person, jonas: Person) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    game = await start(world, mara, jonas, stake="fixed", amount=1)
    await lose(game, mara)
    assert "\nJonas owes Mara 3 coins: `/tablero ledger` settles it.\n" in game.result.text


async def test_an_amount_without_a_fixed_stake_is_refused(
    world: World, mara: Person, jonas: Person
) -> None:
    for stake in ({}, {"stake": "none"}, {"stake": "difference"}):
        refused = await mara.slash("tablero challenge", opponent=jonas, amount=5, **stake)
        assert refused.ephemeral
        assert refused.text == (
            "The amount option needs stake: fixed. Choose that too, or leave the amount out."
        )
    assert world.messages() == ()


async def test_nobody_settles_what_the_other_has_not_asked_for(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start(world, mara, jonas, stake="fixed", amount=4)
    await lose(game, jonas)
    forged = f"t:settle-yes:{mara.id}:{jonas.id}:99"
    answer = await jonas.press(game.card, forged)
    assert answer.ephemeral
    assert "This is no longer open" in answer.text
    assert "Jonas owes Mara 4 coins" in (await mara.slash("tablero ledger")).text


@pytest.mark.slow
async def test_what_stands_in_one_server_is_nothing_in_another(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    there = await mara.say("Hello", world.another_server("Elsewhere"))
    for person, custom_id in (
        (mara, f"t:settle:{jonas.id}:1"),
        (jonas, f"t:settle-yes:{mara.id}:{jonas.id}:1"),
    ):
        answer = await person.press(there, custom_id)
        assert answer.ephemeral
        assert "This is no longer open" in answer.text
    assert asked.buttons == ("Agree", "Decline", "Withdraw")
    assert "Jonas owes Mara 4 coins" in (await mara.slash("tablero ledger")).text


async def test_two_agreements_in_the_same_instant_settle_once(
    world: World, mara: Person, jonas: Person
) -> None:
    await lose(await start(world, mara, jonas, stake="fixed", amount=4), jonas)
    asked = await proposal(world, mara)
    await world.at_once(jonas.clicking(asked, "Agree"), jonas.clicking(asked, "Agree"))
    assert "have settled" in asked.text
    assert asked.buttons == ()
    assert (await mara.slash("tablero ledger")).text == "Nothing is open on your ledger here."
