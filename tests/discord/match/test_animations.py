"""Animate: a finished game as a moving picture, in private, and posted by choice."""

import asyncio
import io

import pytest
from PIL import Image

from bot.app import Tavolo
from bot.workers.pool import JobFailed
from tests.bot.thinkers import Here
from tests.discord.computer_tables import think_here
from tests.discord.playthrough import line_of, play_out
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game
from tests.discord.traces import all_public


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run jobs in this process, before the world makes the bot."""
    return think_here(monkeypatch)


def frames(shown: Answer) -> int:
    (picture,) = shown.pictures
    assert picture.data.startswith(b"GIF89a")
    image = Image.open(io.BytesIO(picture.data))
    return int(image.n_frames)  # type: ignore[attr-defined]  # only of moving pictures


@pytest.mark.slow
async def test_a_finished_game_is_animated_in_private_and_posted_by_choice(
    world: World, game: Game, mara: Person, thinkers: list[Here]
) -> None:
    await play_out(game)
    public, turns = all_public(world), (await line_of(game)).turns

    shown = await mara.click(await mara.click(game.result, "Replay"), "Animate")

    assert shown.ephemeral
    assert frames(shown) == turns + 1
    assert shown.text.startswith(f"-# Dice Matrix {game.code}: ")
    assert (shown.pictures[0].alt or "").startswith("Every turn of the game, one after the other.")
    assert all_public(world) == public
    jobs = thinkers[-1].jobs

    await mara.click(shown, "Post it here")

    posted = game.place.last
    assert posted.text == shown.text
    assert posted.pictures[0].data == shown.pictures[0].data
    assert not posted.buttons
    # It is not drawn again.
    assert thinkers[-1].jobs == jobs


@pytest.mark.slow
async def test_the_result_itself_offers_the_animation(game: Game, mara: Person) -> None:
    await play_out(game)

    shown = await mara.click(game.result, "Animate")

    assert shown.ephemeral
    assert frames(shown) == (await line_of(game)).turns + 1
    assert len(game.result.buttons) <= 5


@pytest.mark.slow
async def test_who_only_looks_on_posts_it_where_it_was_played_and_nowhere_else(
    world: World, game: Game, mara: Person
) -> None:
    lea, elsewhere = world.person("Lea"), world.text_channel("elsewhere")
    await game.resign(mara)
    shown = await lea.click(await lea.slash("game replay", elsewhere, game=game.code), "Animate")
    assert "Post it here" not in shown.buttons
    (animate,) = [
        each.custom_id or ""
        for each in (await lea.click(game.result, "Replay")).message.controls
        if each.label == "Animate"
    ]
    here = await lea.slash("games", elsewhere)
    refused = await lea.press(here, animate.replace("animate", "animate-post"))
    assert refused.text == "Only its players can post this game in another channel."


@pytest.mark.slow
async def test_the_reader_sees_it_in_their_colours_and_language(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.resign(mara)
    first = await mara.click(await mara.click(game.result, "Replay"), "Animate")
    jonas.locale = "ja"
    await jonas.slash("preferences", theme="light")
    replay = await jonas.click(game.result, "Replay")
    second = await jonas.click(replay, "アニメーション")
    assert first.pictures[0].data != second.pictures[0].data
    assert "ゲームの全手番" in (second.pictures[0].alt or "")


async def test_while_it_is_drawn_the_answer_says_how_far_it_is(
    world: World, game: Game, mara: Person, thinkers: list[Here]
) -> None:
    await game.resign(mara)
    replay = await mara.click(game.result, "Replay")
    thinkers[-1].held.clear()
    answer = await mara.click(replay, "Animate")
    assert answer.text == "Drawing the game: 0 of 1"

    thinkers[-1].held.set()
    await world.pass_time(seconds=2)

    assert answer.pictures
    assert "Drawing" not in answer.text


async def test_a_drawing_that_fails_says_so_and_is_not_repeated_at_once(
    world: World, game: Game, mara: Person, thinkers: list[Here], monkeypatch: pytest.MonkeyPatch
) -> None:
    await game.resign(mara)
    replay = await mara.click(game.result, "Replay")
    tried = []

    async def failing(*_args: object, **_kwargs: object) -> object:
        tried.append(1)
        await asyncio.sleep(0)
        raise JobFailed

    monkeypatch.setattr(thinkers[-1], "_run", failing)
    failed = await mara.click(replay, "Animate")
    assert failed.text == "This game could not be drawn. Please try again later."
    again = await mara.click(replay, "Animate")
    assert again.text.startswith("This game could not be drawn. It is possible again <t:")
    assert len(tried) == 1


async def test_a_running_game_is_not_animated(world: World, game: Game, mara: Person) -> None:
    bot = world.bot
    assert isinstance(bot, Tavolo)
    stored = await bot.matches.latest_in(game.place.id)
    assert stored is not None
    for action in ("animate", "animate-post"):
        refused = await mara.press(game.board, f"t:{action}:{stored.id}")
        assert refused.text == "This game is not over yet."
        assert refused.ephemeral
