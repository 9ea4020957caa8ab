"""Everything that can be pressed is pressed, in a language that nobody speaks.

The simulated Discord refuses what is too long. Here is what it can't know:

- nothing is left in English, and nothing had to be cut to fit;
- Discord was told that an answer follows before a picture is drawn or a worker thinks. It waits
  for three seconds, and either may have to wait for others.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.app import Tavolo
from bot.delivery.pictures import Studio
from bot.text.voice import COMPUTER_NAMES, LIKE_ME_NAMES, SOURCE_LANGUAGE, languages
from bot.workers.pool import Workers
from games.registry import GAMES
from tests import pseudo
from tests.discord.hands import bot_of
from tests.discord.simulated import Person, Place, World
from tests.discord.tour import Shown, Tour, label_of
from tests.discord.tournament.events import create
from tests.discord.wander import Wanderer
from tests.tiers import sampled

NAMES = ("Mara", "Jonas", "Ines", "Teo")
COMPUTERS = (*chain(*COMPUTER_NAMES.values()), *LIKE_ME_NAMES)
KNOWN = (*NAMES, *COMPUTERS, "UTC", "Discord", "English", "Asia/Tokyo")
"""What is called the same in every language."""
_WRITTEN_FOR_RECORDS = re.compile(
    # Tablero has spaces called S2 and N3; what follows or precedes a ">" is an example to type.
    r"(?<![\w>])(?:(?:10|[2-9AJQK])[SDCH]|X[12])(?![\w>])|(?<![\w-])-\d"
)
_SHORT_FINGERPRINT = re.compile(r"[0-9a-f]{8}…$")
SPOKEN = [language for language in languages() if language != SOURCE_LANGUAGE]


@pytest.fixture(scope="session", autouse=True)
def commands_are_known() -> None:
    """Read the commands once, before any test has a loop in which they could not be read."""
    pseudo.unaccented("")


@pytest.fixture
def pseudo_language(tmp_path: Path) -> Iterator[None]:
    with pseudo.pseudo_language(tmp_path / "locales"):
        yield


@pytest.fixture(autouse=True)
def moves_cost_something(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a review find costly moves in a game of a few moves."""
    monkeypatch.setattr("bot.services.reviews.COSTLY", 0.0)


async def tour(world: World, key: str, language: str) -> Shown:
    """Play a game among people and one with a computer, and return all that was shown."""
    game = GAMES[key]
    people = [world.person(name, locale=language) for name in NAMES[: max(game.about.seats)]]
    guided = Tour(world, game, tuple(people))
    await guided.take()
    return await guided.play_the_computer()


def english_in(shown: Shown) -> dict[str, str]:
    """Return what is left in English, and where it was shown."""
    return {
        f"{where}: {words}": text
        for where, text in shown.texts
        if (words := pseudo.unaccented(text, *KNOWN))
    }


def cut_in(shown: Shown) -> dict[str, str]:
    """Return what was too long for Discord and so was cut, and where it was shown."""
    return {
        where: text
        for where, text in shown.texts
        if text.endswith("…") and not _SHORT_FINGERPRINT.search(text)
    }


def notation_in(shown: Shown) -> dict[str, str]:
    """Return what has a card or a negative number as records write them, and where it was shown."""
    return {
        f"{where}: {found[0]}": text
        for where, text in shown.texts
        if (found := _WRITTEN_FOR_RECORDS.search(text))
    }


@dataclass
class Begun:
    """What began that may take long."""

    all: list[str] = field(default_factory=list)
    too_early: list[str] = field(default_factory=list)


@pytest.fixture
def begun(world: World, monkeypatch: pytest.MonkeyPatch) -> Begun:
    """Return what began, and what of it while somebody's interaction was not acknowledged."""
    begun = Begun()
    asked: list[object] = []
    meet = Tavolo.prepare_answer

    async def met(bot: Tavolo, interaction: discord.Interaction[Tavolo]) -> None:
        asked.append(interaction.data)
        await meet(bot, interaction)

    def watched(begin: Callable[..., Any]) -> Callable[..., Any]:  # Any: handed through
        def watch(*args: Any, **kwargs: Any) -> Any:  # Any: as above
            begun.all.append(begin.__qualname__)
            if not all(record.responded for record in world.backend.interactions.values()):
                begun.too_early.append(f"{begin.__qualname__} for {asked[-1]}")
            return begin(*args, **kwargs)

        return watch

    monkeypatch.setattr(Tavolo, "prepare_answer", met)
    monkeypatch.setattr(Studio, "draw", watched(Studio.draw))
    monkeypatch.setattr(Workers, "run", watched(Workers.run))
    return begun


@pytest.mark.slow
@sampled("key", GAMES)
async def test_a_whole_game_is_translated_fits_and_is_acknowledged_before_it_is_drawn(
    pseudo_language: None, world: World, begun: Begun, key: str
) -> None:
    shown = await tour(world, key, pseudo.LANGUAGE)
    assert english_in(shown) == {}
    assert cut_in(shown) == {}
    assert begun.too_early == []
    assert len(begun.all) > 20


@pytest.mark.slow
@pytest.mark.parametrize("language", SPOKEN)
async def test_a_whole_game_is_in_a_spoken_language(world: World, language: str) -> None:
    """One game does: the one before shows that nothing in any game bypasses the catalogues."""
    shown = await tour(world, "matrio", language)
    assert english_in(shown) == {}
    assert cut_in(shown) == {}
    assert notation_in(shown) == {}


async def wander(world: World, language: str) -> Shown:
    """Look at everything that is not part of a whole game, as somebody who may do it all."""
    manage = discord.Permissions(manage_guild=True)
    mara = world.person("Mara", locale=language, permissions=manage)
    jonas = world.person("Jonas", locale=language)
    game = await start(world, mara, jonas)
    wanderer = Wanderer(bot_of(world), mara, game)
    await wanderer.look_at_everything()
    return wanderer.shown


async def start(world: World, one: Person, two: Person) -> Place:
    """Make two people begin a game, and return its place."""
    await one.slash("dice-matrix challenge", opponent=two)
    card = world.messages()[-1]
    await two.click(card, label_of(card, "accept") or "")
    assert card.thread is not None
    return card.thread


@pytest.mark.slow
async def test_everything_else_is_translated_fits_and_is_acknowledged_before_it_is_drawn(
    pseudo_language: None, world: World, begun: Begun
) -> None:
    shown = await wander(world, pseudo.LANGUAGE)
    assert english_in(shown) == {}
    assert len(shown.texts) > 500
    assert begun.too_early == []
    assert {"Studio.draw", "Workers.run"} <= set(begun.all)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["swiss", "knockout", "robin", "ladder"])
async def test_a_tournament_is_translated(pseudo_language: None, world: World, kind: str) -> None:
    manage = discord.Permissions(manage_guild=True)
    language = pseudo.LANGUAGE
    mara = world.person("Mara", locale=language, permissions=manage)
    people = [mara, *(world.person(name, locale=language) for name in NAMES[1:])]
    seats = 5 if kind == "ladder" else 4
    card = await create(world, mara, name=NAMES[0], format=kind, seats=seats)
    wanderer = Wanderer(bot_of(world), mara, world.channel)
    wanderer.shown.message(card, "a card before the start")
    for person in people:
        await person.press(card, "t:tournament-join:1")
    if kind == "ladder":
        await mara.press(card, "t:tournament-start:1")
        await people[3].press(card, "t:ladder-challenge:1", [str(people[2].id)])
    await world.rest()
    (paired, *_) = (await bot_of(world).tournaments.view(1)).pairings
    await mara.press(card, f"t:tournament-corrected:1:{paired.id}:draw")
    await wanderer.press_all([*world.channel.messages])
    assert english_in(wanderer.shown) == {}
    assert cut_in(wanderer.shown) == {}
    assert len(wanderer.shown.texts) > 30
