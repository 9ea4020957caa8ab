"""/versus: what there is between people, by clicks, as different people see it."""

import re

import pytest

from tests.discord.simulated import Person, World
from tests.discord.simulated.person import Impossible
from tests.discord.tables import Game, challenge, game_of, start_game


async def beat(world: World, winner: Person, loser: Person) -> Game:
    game = await start_game(world, winner, loser)
    await game.resign(loser)
    return game


@pytest.mark.slow
async def test_it_tells_the_score_the_streak_the_last_results_and_what_runs(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await beat(world, jonas, mara)
    await beat(world, mara, jonas)
    last = await beat(world, mara, jonas)
    running = await start_game(world, mara, jonas)

    shown = await mara.slash("versus", person=jonas)

    assert not shown.ephemeral
    assert shown.message.pings == ()
    assert shown.text.startswith(
        "### Mara and Jonas\n**Dice Matrix**: Mara 2, Jonas 1\n"
        "Mara: now 2 wins in a row · at best 2 wins in a row\n"
    )
    lines = re.findall(
        r"^`(\w{5})` · Dice Matrix · (\w+) won · <t:\d+:R> · <#\d+>$", shown.text, re.MULTILINE
    )
    assert [name for _, name in lines] == ["Mara", "Mara", "Jonas"]
    assert (lines[0][0], lines[-1][0]) == (last.code, first.code)
    assert f"Running now:\n`{running.code}` · Dice Matrix · {running.place.mention}" in shown.text


@pytest.mark.slow
async def test_the_next_rematch_is_one_click_with_the_same_checks_as_ever(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    kim = world.person("Kim")
    shown = await mara.slash("versus", person=jonas)

    refused = await kim.click(shown.message, "Rematch")
    await jonas.click(shown.message, "Rematch")

    assert refused.text == "Only Mara and Jonas can ask for this rematch."
    card = world.channel.last
    assert "Jonas challenges <@" in card.text
    await jonas.slash("block person", person=mara)
    # Her press is the second one, so it would accept his challenge.
    blocked = await mara.click(shown.message, "Rematch")
    assert blocked.text == "You can't take this seat at the moment."


async def test_people_who_never_met_are_told_so_and_nobody_else_is(
    world: World, mara: Person, jonas: Person
) -> None:
    shown = await mara.slash("versus", person=jonas)
    assert shown.ephemeral
    assert shown.text == "Mara and Jonas have not played together here yet."


async def test_in_the_thread_of_a_game_and_with_somebody_private_only_who_asks_sees_it(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await beat(world, mara, jonas)
    assert (await mara.slash("versus", game.place, person=jonas)).ephemeral
    assert not (await mara.slash("versus", person=jonas)).ephemeral
    await jonas.slash("preferences", profile="only me")
    shown = await mara.slash("versus", person=jonas)
    assert shown.ephemeral
    assert "Mara 1, Jonas 0" in shown.text


@pytest.mark.slow
async def test_tables_with_others_count_by_place(world: World, mara: Person, jonas: Person) -> None:
    kim = world.person("Kim")
    await mara.slash("dicefest challenge", opponent1=jonas, opponent2=kim, seats=3)
    card = world.channel.last
    for person in (jonas, kim):
        await person.click(card, "Accept")
    assert card.thread is not None
    for person in (jonas, kim):
        question = await person.slash("game resign", card.thread)
        await person.click(question, "Resign")

    two = await mara.slash("versus", person=jonas)
    three = await kim.slash("versus", person=jonas, person2=mara)

    assert "**Dicefest**: Mara 1, Jonas 0" in two.text
    assert "At tables with others, the best placed of you has won." in two.text
    assert two.buttons == ()
    assert "**Dicefest**: Kim 0, Jonas 0, Mara 1" in three.text
    assert three.buttons == ("Rematch",)


async def test_oneself_bots_and_the_same_person_twice_are_refused(
    world: World, mara: Person, jonas: Person
) -> None:
    robot = world.person("Robot", bot=True)
    own = await mara.slash("versus", person=mara)
    twice = await mara.slash("versus", person=jonas, person2=jonas)
    bot = await mara.slash("versus", person=robot)
    assert own.text == "Name somebody else: this is about the games between you and them."
    assert twice.text == "You listed Jonas twice."
    assert bot.text == "Robot is a bot and does not play."


async def test_a_running_game_alone_is_enough(world: World, mara: Person, jonas: Person) -> None:
    card = await challenge(world, mara, jonas)
    await jonas.click(card, "Accept")
    code = game_of(world, mara, jonas, card).code
    shown = await jonas.slash("versus", person=mara)
    assert f"Running now:\n`{code}`" in shown.text
    with pytest.raises(Impossible):
        await jonas.click(shown, "Rematch")
