"""/game share: a finished game as a page, for those who see its channel."""

import asyncio
import re

import pytest

from bot.workers.pool import JobFailed
from tests.bot.thinkers import Here
from tests.discord.computer_tables import think_here
from tests.discord.playthrough import line_of, play_out
from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game
from tests.discord.traces import all_public


@pytest.fixture(autouse=True)
def thinkers(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Run jobs in this process, before the world makes the bot."""
    return think_here(monkeypatch)


@pytest.mark.slow
async def test_a_finished_game_comes_as_one_page_that_needs_nothing_else(
    world: World, game: Game
) -> None:
    await play_out(game)
    public, turns, lea = all_public(world), (await line_of(game)).turns, world.person("Lea")

    answer = await lea.slash("game share", game.place)

    assert answer.ephemeral
    assert all_public(world) == public
    (file,) = answer.files
    assert file.name == f"dice-matrix-{game.code}.html"
    assert len(file.data) < 8_000_000
    page = file.data.decode()
    assert page.count("<figure") == page.count("data:image/png;base64,") == turns + 1
    assert "default-src 'none'" in page
    assert not re.search(r"https?://", page)
    assert "python -m games verify" in page
    assert "Secret: " in page
    assert not re.search('alt=""', page)
    # Nothing is in Discord's own signs.
    assert not re.search(r"\*\*|<@|\\\\", re.sub('base64,[^"]+', "", page))


@pytest.mark.slow
async def test_a_running_game_and_one_that_is_not_seen_are_not_shared(
    world: World, game: Game, mara: Person
) -> None:
    running = await mara.slash("game share", game.place)
    assert running.text == "This game is not over yet."
    await game.resign(mara)
    lea, elsewhere = world.person("Lea"), world.text_channel("elsewhere")
    assert (await lea.slash("game share", elsewhere, game=game.code)).files

    await world.channel.forbid("view_channel", to=lea)

    unseen = await lea.slash("game share", elsewhere, game=game.code)
    assert not unseen.files
    unknown = await lea.slash("game share", elsewhere, game="XXXXX")
    assert unseen.text.replace(game.code, "XXXXX") == unknown.text
    assert unseen.ephemeral
    # Its players keep it.
    assert (await mara.slash("game share", elsewhere, game=game.code)).files


async def test_names_are_text_and_nothing_else(world: World, jonas: Person) -> None:
    bad = world.person("<script>alert(1)</script>")
    game = await start_game(world, bad, jonas)
    await game.resign(jonas)
    bad.locale = "ja"
    (file,) = (await bad.slash("game share", game.place)).files
    page = file.data.decode()
    assert page.count("<script>") == page.count("</script>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert '<html lang="ja">' in page


@pytest.mark.slow
async def test_a_page_that_cannot_be_made_says_so(
    game: Game, mara: Person, thinkers: list[Here], monkeypatch: pytest.MonkeyPatch
) -> None:
    await game.resign(mara)

    async def failing(*_args: object, **_kwargs: object) -> object:
        await asyncio.sleep(0)
        raise JobFailed

    monkeypatch.setattr(thinkers[-1], "_run", failing)
    failed = await mara.slash("game share", game.place)
    assert failed.text == "This game could not be drawn. Please try again later."
