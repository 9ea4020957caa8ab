"""A game's thread is that game's: somebody who asks for another one there gets it next to it."""

import pytest

from tests.discord.simulated import Person, World
from tests.discord.tables import Game, game_of
from tests.tiers import sampled


@pytest.mark.slow
@sampled("opponent", [True, False])
async def test_a_challenge_in_a_games_thread_is_posted_in_the_channel_and_says_so(
    world: World, game: Game, mara: Person, jonas: Person, opponent: bool
) -> None:
    asked = {"opponent": jonas} if opponent else {}
    before = game.place.messages
    answer = await mara.slash("dice-matrix challenge", game.place, **asked)
    assert f"It is in {world.channel.mention}: this thread belongs to its game" in answer.text
    assert game.place.messages == before
    card = world.channel.last
    await jonas.click(card, "Accept")
    other = game_of(world, mara, jonas, card)
    assert other.place in world.channel.threads
    assert other.place != game.place
    await game.click_move()
    await other.click_move()
    assert (game.moves, other.moves) == (1, 1)


@pytest.mark.slow
async def test_a_game_against_the_computer_opens_its_own_thread_too(
    world: World, game: Game, mara: Person
) -> None:
    answer = await mara.slash("tablero challenge", game.place, computer="easy", first="me")
    first, second = world.channel.threads
    assert first == game.place
    assert second.mention in answer.text


@pytest.mark.slow
async def test_in_a_thread_that_people_opened_a_game_is_played_right_there(
    world: World, mara: Person, jonas: Person
) -> None:
    thread = world.backend.create_thread(world.channel.id, "Dice evening", mara.id)
    await world.rest()
    place = world.place(thread.id)
    await mara.slash("dice-matrix challenge", place, opponent=jonas, first="me")
    card = place.last
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)
    assert game.place == place
    await game.click_move()
    assert game.moves == 1


async def test_what_the_channel_lacks_is_named_for_the_channel(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await world.channel.forbid("send_messages")
    answer = await mara.slash("dice-matrix challenge", game.place, opponent=jonas)
    assert f"I need the permission Send Messages in {world.channel.mention}" in answer.text


@pytest.mark.slow
async def test_a_game_that_lost_its_place_goes_on_beside_another_game_and_not_in_its_thread(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    elsewhere = world.text_channel("elsewhere")
    await mara.slash("dice-matrix challenge", elsewhere, opponent=jonas, first="me")
    await jonas.click(elsewhere.last, "Accept")
    (thread,) = elsewhere.threads
    code = thread.name.rsplit(" ", 1)[-1]
    await elsewhere.delete()
    await mara.slash("game board", game.place, game=code)
    first, second = world.channel.threads
    assert first == game.place
    assert code in second.name
    assert len(game.live_boards) == 1


async def test_in_a_private_thread_without_the_bot_it_asks_to_be_mentioned(
    world: World, mara: Person, jonas: Person
) -> None:
    thread = world.backend.create_thread(world.channel.id, "Secret", mara.id, type=12)
    world.backend.add_thread_member(thread.id, jonas.id)
    await world.channel.forbid("manage_threads", "administrator")
    place = world.place(thread.id)
    answer = await mara.slash("dice-matrix challenge", place, opponent=jonas)
    me = f"<@{world.backend.bot_user.id}>"
    assert f"I am not in this private thread. Mention me here ({me})" in answer.text
    assert not place.messages

    world.backend.add_thread_member(thread.id, world.backend.bot_user.id)
    await world.rest()
    await mara.slash("dice-matrix challenge", place, opponent=jonas)
    assert "Accept" in place.last.buttons
