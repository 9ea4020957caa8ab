"""Answering a challenge: who may, what becomes of the card, and where the game is played."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.discord.days import keep_reachable
from tests.discord.simulated import Message, Person, Place, World
from tests.discord.tables import challenge, game_of, start_game
from tests.discord.traces import all_public, all_stored
from tests.tiers import sampled


async def let_time_pass(world: World, **duration: float) -> None:
    """Pass time while the bot is off: hours of it at once, in which people count as able to reach it."""
    await world.stop()
    await world.pass_time(**duration)
    await keep_reachable(world)
    await world.start()


@pytest.fixture
async def card(world: World, mara: Person, jonas: Person) -> Message:
    """Return the card with which Mara challenges Jonas."""
    return await challenge(world, mara, jonas)


@pytest.fixture
async def lapsed(world: World, card: Message) -> Message:
    """Return that card after nobody answered it for two days."""
    await let_time_pass(world, hours=48)
    await world.pass_time(minutes=1)
    return card


# ---------------------------------------------------------------------- who may answer


WRONG = {
    ("Lea", "Accept"): "Only Jonas can answer this challenge.",
    ("Lea", "Decline"): "Only Jonas can answer this challenge.",
    ("Lea", "Cancel"): "Only Mara can cancel this challenge.",
    ("Jonas", "Cancel"): "Only Mara can cancel this challenge.",
    ("Mara", "Accept"): "This is your own challenge: somebody else has to accept it.",
    ("Mara", "Decline"): "Only Jonas can answer this challenge.",
}
"""Who clicks what, and the answer that is due."""


async def test_the_wrong_person_is_told_who_may(
    world: World, card: Message, tmp_path: Path
) -> None:
    world.person("Lea")
    people = {person.name: person for person in world.people.values()}
    public, stored = all_public(world), all_stored(tmp_path)

    for (who, button), why in WRONG.items():
        answer = await people[who].click(card, button)

        assert answer.text == why, (who, button)
        assert answer.ephemeral, (who, button)
    assert (all_public(world), all_stored(tmp_path)) == (public, stored)


async def test_nobody_accepts_their_own_open_card(world: World, mara: Person) -> None:
    card = await challenge(world, mara)

    answer = await mara.click(card, "Accept")

    assert answer.text == "This is your own challenge: somebody else has to accept it."
    assert "Accept" in card.buttons


@pytest.mark.slow
async def test_anybody_else_accepts_an_open_card(world: World, mara: Person, jonas: Person) -> None:
    card = await challenge(world, mara)

    await jonas.click(card, "Accept")

    game = game_of(world, mara, jonas, card)
    assert card.text.splitlines()[-1] == f"Jonas accepted: {game.place.mention}"


# ------------------------------------------------------------------- what comes of a card


async def test_accepting_pings_those_who_play_where_it_is_played_and_nobody_else(
    world: World, card: Message, mara: Person, jonas: Person
) -> None:
    answer = await jonas.click(card, "Accept")

    game = game_of(world, mara, jonas, card)
    assert answer.messages == ()
    assert set(game.board.pings) == {mara, jonas}
    assert card.pings == (jonas,)
    assert card.buttons == ("Rules",)
    assert card.text.splitlines()[-1] == f"Jonas accepted: {game.place.mention}"
    assert world.channel.messages == (card,)


async def test_declining_says_so_on_the_card(card: Message, jonas: Person) -> None:
    answer = await jonas.click(card, "Decline")

    assert card.text.splitlines()[-1] == "Jonas declined."
    assert card.buttons == ("Rules",)
    assert answer.messages == ()


async def test_a_challenge_is_cancelled_on_its_card(card: Message, mara: Person) -> None:
    await mara.click(card, "Cancel")

    assert card.text.splitlines()[-1] == "Cancelled."
    assert card.buttons == ("Rules",)


async def test_a_challenge_is_cancelled_in_the_answer_to_it(
    world: World, mara: Person, jonas: Person
) -> None:
    made = await mara.slash("dice-matrix challenge", opponent=jonas)

    cancelled = await mara.click(made, "Cancel")

    assert cancelled.message == made.message
    assert cancelled.text == "The challenge is cancelled."
    assert world.channel.last.text.splitlines()[-1] == "Cancelled."


async def test_a_challenge_is_cancelled_in_the_list_of_games(card: Message, mara: Person) -> None:
    listed = await mara.slash("games")

    await mara.click(listed, "Cancel")

    assert listed.text == "The challenge is cancelled."
    assert card.text.splitlines()[-1] == "Cancelled."


@pytest.mark.slow
@sampled(
    ("first", "why"),
    [
        ("Accept", "This challenge has already been accepted."),
        ("Decline", "This challenge was declined."),
        ("Cancel", "This challenge was cancelled."),
    ],
)
async def test_an_answered_card_takes_no_other_answer(
    world: World, card: Message, mara: Person, jonas: Person, first: str, why: str
) -> None:
    challenge_id = (card.controls[0].custom_id or "").rpartition(":")[2]
    await (mara if first == "Cancel" else jonas).click(card, first)
    public = all_public(world)

    late = await jonas.press(card, f"t:decline:{challenge_id}")
    later = await mara.press(card, f"t:cancel:{challenge_id}")

    assert (late.text, later.text) == (why, why)
    assert late.ephemeral
    assert all_public(world) == public


# ------------------------------------------------------------------------------ lapsing


async def test_a_card_lapses_after_two_days_and_not_before(
    world: World, card: Message, mara: Person
) -> None:
    await let_time_pass(world, hours=47, minutes=59)
    assert "Accept" in card.buttons

    await world.pass_time(minutes=2)

    assert card.text.splitlines()[-1] == "Nobody answered in time: this challenge has expired."
    assert card.buttons == ("Challenge again", "Rules")
    assert "Cancel" not in (await mara.slash("games")).buttons


async def test_an_answer_between_the_lapse_and_the_next_look_comes_too_late(
    world: World, card: Message, jonas: Person
) -> None:
    await let_time_pass(world, hours=47, minutes=59, seconds=50)
    await world.pass_time(seconds=11)
    assert "Accept" in card.buttons

    answer = await jonas.click(card, "Accept")

    assert answer.text == "This challenge has expired. You can make a new one at any time."
    assert card.thread is None


@pytest.mark.slow
async def test_the_challenger_challenges_again_with_one_click(
    world: World, lapsed: Message, mara: Person, jonas: Person
) -> None:
    answer = await mara.click(lapsed, "Challenge again")

    again = world.channel.last
    assert again != lapsed
    assert "Mara starts" in again.text
    assert again.pings == (jonas,)
    assert answer.ephemeral
    assert answer.text.startswith("Your challenge is open.")
    await jonas.click(again, "Accept")
    assert game_of(world, mara, jonas, again).to_move is mara


@pytest.mark.slow
async def test_only_the_challenger_challenges_again(lapsed: Message, jonas: Person) -> None:
    answer = await jonas.click(lapsed, "Challenge again")

    assert answer.text == (
        "Only Mara can make this challenge again. Use /dice-matrix challenge to make your own."
    )
    assert answer.ephemeral


async def test_who_has_left_the_server_is_not_challenged_again(
    world: World, lapsed: Message, mara: Person, jonas: Person
) -> None:
    await jonas.leave()

    answer = await mara.click(lapsed, "Challenge again")

    assert answer.text == f"{jonas.mention} is not in this server any more."
    assert world.channel.messages == (lapsed,)


# ------------------------------------------------------------------- where it is played


async def test_a_thread_is_opened_from_the_card_with_both_players_in_it(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)

    assert game.card.thread == game.place
    assert game.place.name == f"Dice Matrix: Mara and Jonas · {game.code}"
    assert set(game.place.members) == {mara, jonas}
    assert game.place.archives_after == 10_080


async def test_the_thread_archives_sooner_once_the_game_is_over(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)

    await game.resign(jonas)

    assert game.place.archives_after == 1_440


async def a_thread(world: World, mara: Person) -> Place:
    thread = world.backend.create_thread(world.channel.id, "chat", mara.id, broadcast=False)
    world.backend.announce_thread_create(thread)
    await world.rest()
    return world.place(thread.id)


async def a_forum_post(world: World, mara: Person) -> Place:
    return await world.post(world.forum("games"), "Who plays?", mara)


async def a_voice_chat(world: World, mara: Person) -> Place:
    return world.voice_channel("lounge")


@pytest.mark.slow
@sampled("place_of", [a_thread, a_forum_post, a_voice_chat])
async def test_elsewhere_the_game_is_played_right_there(
    world: World,
    mara: Person,
    jonas: Person,
    place_of: Callable[[World, Person], Awaitable[Place]],
) -> None:
    place = await place_of(world, mara)

    game = await start_game(world, mara, jonas, place)

    assert game.place == place
    assert game.card.text.splitlines()[-1] == "Jonas accepted: the game is played right here."
    assert not place.threads
    await game.type_move()
    assert game.board.pings == (jonas,)


# ------------------------------------------------------------------ once the game is over


@pytest.mark.slow
async def test_the_card_shows_how_the_game_ended_and_the_score_between_the_two(
    world: World, card: Message, mara: Person, jonas: Person
) -> None:
    await jonas.click(card, "Accept")
    await game_of(world, mara, jonas, card).resign(jonas)

    second = await start_game(world, jonas, mara)
    thread = second.place.mention
    await second.resign(jonas)

    assert card.text.endswith(
        "\nMara wins by resignation\n1 Mara · Jonas resigned\n-# Mara 1, Jonas 0 this month"
    )
    assert second.card.text.endswith(
        f"Mara accepted: {thread}\nMara wins by resignation\n1 Mara · Jonas resigned\n"
        "-# Mara 2, Jonas 0 this month"
    )
    assert second.card.buttons == ("Rules",)
    assert second.card.pings == (mara,)


@pytest.mark.slow
async def test_draws_are_counted_and_games_without_a_result_are_not(
    world: World, mara: Person, jonas: Person
) -> None:
    aborted = await start_game(world, mara, jonas)
    await mara.slash("game abort", aborted.place)
    await jonas.click(aborted.place.last, "Agree")
    assert aborted.card.text.endswith("\nEnded without a result\nMara · Jonas")

    drawn = await start_game(world, mara, jonas)
    await drawn.play(2)
    await mara.slash("game draw", drawn.place)
    await jonas.click(drawn.place.last, "Agree")

    assert drawn.card.text.endswith("\n-# Mara 0, Jonas 0, 1 drawn this month")
