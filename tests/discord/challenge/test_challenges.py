"""Making a challenge: what is proposed, who is pinged, and all that is refused."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from simcord import UserHandle

from bot import create_bot
from bot.config import load
from tests.discord.conftest import WorldOf
from tests.discord.simulated import Person, World
from tests.discord.tables import challenge, seeded_chances, start_game
from tests.discord.traces import all_public, all_stored
from tests.tiers import sampled

LimitedWorld = Callable[..., Awaitable[World]]


@pytest.fixture
def limited_world(world_of: WorldOf, tmp_path: Path) -> LimitedWorld:
    """Return a function that opens a world whose bot has lower limits."""

    async def open_one(**limits: int) -> World:
        settings = replace(load({}), **limits)  # type: ignore[arg-type]  # all limits are numbers
        database_url = f"sqlite:///{tmp_path}/tavolo.db"
        return await world_of(
            lambda: create_bot(
                database_url=database_url, settings=settings, chances=seeded_chances()
            )
        )

    return open_one


async def test_a_challenge_names_both_and_pings_the_opponent_once(
    world: World, mara: Person, jonas: Person
) -> None:
    answer = await mara.slash("dice-matrix challenge", opponent=jonas)

    (card,) = world.channel.messages
    assert card.text.startswith(f"### Dice Matrix\nMara challenges {jonas.mention}\n-# rated")
    assert card.buttons == ("Accept", "Accept with a word", "Decline", "Cancel", "Rules")
    assert card.pings == (jonas,)
    assert answer.ephemeral
    assert answer.buttons == ("Go to the challenge", "Cancel")
    assert f"{card.place.id}/{card.id}" in (answer.message.controls[0].url or "")


async def test_an_open_card_is_for_anybody_and_pings_nobody(world: World, mara: Person) -> None:
    await mara.slash("dice-matrix challenge")

    (card,) = world.channel.messages
    assert "Mara is looking for an opponent" in card.text
    assert card.buttons == ("Accept", "Accept with a word", "Play the computer", "Cancel", "Rules")
    assert card.pings == ()
    assert not card.pings_everyone


@sampled(
    ("options", "terms"),
    [
        ({}, "rated · 3 days per turn · random start"),
        ({"first": "me"}, "rated · 3 days per turn · Mara starts"),
        ({"first": "opponent"}, "rated · 3 days per turn · Jonas starts"),
        ({"first": "random", "rated": False}, "unrated · 3 days per turn · random start"),
        (
            {"scoring": "recount: points counted at the end"},
            "rated · 3 days per turn · points counted at the end · random start",
        ),
        (
            {"match": "two-game", "first": "me"},
            "rated · two games, seats swapped, points added · 3 days per turn · Mara starts",
        ),
    ],
)
async def test_the_card_says_every_option(
    world: World, mara: Person, jonas: Person, options: dict[str, object], terms: str
) -> None:
    await mara.slash("dice-matrix challenge", opponent=jonas, **options)

    assert f"-# {terms}\n" in world.channel.last.text


async def test_the_card_says_until_when_it_can_be_answered(world: World, mara: Person) -> None:
    await mara.slash("dice-matrix challenge")

    lapses = int(world.now.timestamp()) + 48 * 3600
    assert f"-# expires <t:{lapses}:R>" in world.channel.last.text


# ------------------------------------------------------------------------- refusals


async def test_an_opponent_who_cannot_play_is_refused_before_anything_is_stored(
    world: World, mara: Person, tmp_path: Path
) -> None:
    blind = world.person("Bea")
    await world.channel.forbid("view_channel", to=blind)
    tavolo = Person(world, UserHandle(world.env, world.backend.bot_user), "Tavolo")
    refused = {
        mara: "You can't challenge yourself",
        world.person("Beep", bot=True): "Beep is a bot and does not play.",
        tavolo: "is a bot and does not play.",
        world.person("Olga", member=False): "Olga is not in this server.",
        blind: "Bea can't see this channel.",
    }
    stored = all_stored(tmp_path)

    for opponent, why in refused.items():
        answer = await mara.slash("dice-matrix challenge", opponent=opponent)

        assert why in answer.text
        assert answer.ephemeral
        assert world.channel.messages == ()
    assert all_stored(tmp_path) == stored


async def test_whoever_sees_a_private_channel_can_be_challenged_in_it(
    world: World, mara: Person, jonas: Person
) -> None:
    await world.channel.forbid("view_channel", to=jonas)
    await world.channel.allow("view_channel", to=jonas)

    assert (await challenge(world, mara, jonas)).pings == (jonas,)


async def test_a_second_challenge_to_the_same_person_is_refused(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    await challenge(world, mara, jonas)
    public, stored = all_public(world), all_stored(tmp_path)

    answer = await mara.slash("dice-matrix challenge", opponent=jonas)

    assert answer.text.startswith("Jonas already has an open challenge from you. /games shows it")
    assert (all_public(world), all_stored(tmp_path)) == (public, stored)


async def test_the_challenged_may_challenge_back(world: World, mara: Person, jonas: Person) -> None:
    await challenge(world, mara, jonas)

    assert (await challenge(world, jonas, mara)).pings == (mara,)


async def test_a_sixth_open_challenge_is_refused_until_one_is_answered(
    world: World, mara: Person, tmp_path: Path
) -> None:
    others = [world.person(f"Friend {i}") for i in range(6)]
    cards = [await challenge(world, mara, other) for other in others[:5]]
    stored = all_stored(tmp_path)

    refused = await mara.slash("dice-matrix challenge", opponent=others[5])

    assert refused.text.startswith("You already have 5 open challenges")
    assert len(world.channel.messages) == 5
    assert all_stored(tmp_path) == stored
    await others[0].click(cards[0], "Decline")
    assert (await challenge(world, mara, others[5])).pings == (others[5],)


@pytest.mark.slow
async def test_one_game_too_many_is_refused_for_the_challenger(
    limited_world: LimitedWorld, tmp_path: Path
) -> None:
    world = await limited_world(max_games_per_person=2)
    mara, jonas, lea = (world.person(name) for name in ("Mara", "Jonas", "Lea"))
    for _ in range(2):
        await start_game(world, mara, jonas)
    stored = all_stored(tmp_path)

    refused = await mara.slash("dice-matrix challenge", opponent=lea)

    assert refused.text == (
        "You have 2 running games in this server, which is the limit. Finish one first: /games "
        "lists them."
    )
    assert all_stored(tmp_path) == stored


@pytest.mark.slow
async def test_one_game_too_many_is_refused_for_the_opponent(
    limited_world: LimitedWorld, tmp_path: Path
) -> None:
    world = await limited_world(max_games_per_person=1)
    mara, jonas, lea = (world.person(name) for name in ("Mara", "Jonas", "Lea"))
    await start_game(world, mara, jonas)
    stored = all_stored(tmp_path)

    refused = await lea.slash("dice-matrix challenge", opponent=jonas)

    assert refused.text.startswith("Jonas has 1 running game in this server")
    assert all_stored(tmp_path) == stored


@pytest.mark.slow
async def test_games_that_began_after_the_challenge_count_when_it_is_accepted(
    limited_world: LimitedWorld, tmp_path: Path
) -> None:
    world = await limited_world(max_games_per_person=1)
    mara, jonas, lea = (world.person(name) for name in ("Mara", "Jonas", "Lea"))
    card = await challenge(world, mara, jonas)
    await start_game(world, mara, lea)
    stored = all_stored(tmp_path)

    refused = await jonas.click(card, "Accept")

    assert refused.text.startswith("Mara has 1 running game in this server")
    assert refused.ephemeral
    assert "Accept" in card.buttons
    assert all_stored(tmp_path) == stored


@pytest.mark.slow
async def test_a_game_that_is_over_makes_room_for_another(limited_world: LimitedWorld) -> None:
    world = await limited_world(max_games_per_person=1)
    mara, jonas = world.person("Mara"), world.person("Jonas")
    game = await start_game(world, mara, jonas)
    await game.resign(mara)

    assert (await start_game(world, mara, jonas)).code != game.code


async def test_who_opened_a_challenge_reads_that_the_game_has_begun_where_they_were_told_of_it(
    world: World, mara: Person, jonas: Person
) -> None:
    told = await mara.slash("dice-matrix challenge", opponent=jonas)
    assert told.text.startswith("Your challenge is open. ")

    await jonas.click(world.channel.last, "Accept")

    (thread,) = world.channel.threads
    assert told.text == f"The game has begun: {thread.mention}"
    assert told.buttons == ("Go to the game",)
    assert told.ephemeral
