"""The longest texts that people can type anywhere keep the event loop busy for no 50 ms.

What is typed is tried twice: what takes long for the first time only is no fault.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from tests.benchmarks.blocks import unblocked
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import challenge, mentioned_first, start_game
from tests.tiers import sampled

MOST: Final = 6000
"""What Discord lets people type into suggestions, and wherever a command names no length."""
KINDS: Final = (
    "a", "9", "c4 ", "(", "1+", ", ", "﷽", "a\u200b", "👩‍👩‍👧", "*_~`", "é\u0301", "\\",
)  # fmt: skip
TYPED: Final = {
    "move": "1",
    "text": "Mind this",
    "name": "Spring cup",
    "time": "20:00",
    "time_zone": "Europe/Rome",
}
"""What is typed into other options that a command requires."""
GAMES: Final = {
    "dice-matrix": ("opponent",),
    "matrio": ("opponent1", "opponent2", "opponent3"),
    "tablero": ("opponent",),
    "dicefest": ("opponent1",),
}
AnyCommand = app_commands.Command[Any, Any, Any]
Typed = tuple[AnyCommand, app_commands.Parameter]
# Any: commands of all cogs


def longest(length: int) -> list[str]:
    return [(kind * length)[:length] for kind in KINDS]


def typed_options(world: World) -> list[Typed]:
    """List every option of a command into which any text may be typed."""
    tree: app_commands.CommandTree = world.bot.tree  # type: ignore[attr-defined]  # a Bot's
    return [
        (command, option)
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.type is discord.AppCommandOptionType.string and not option.choices
    ]


def asking(world: World, player: Person) -> Callable[[AnyCommand], Person]:
    """Return who asks for a command: a player, or a moderator where only those may."""
    moderator = world.person("Nora", permissions=discord.Permissions(manage_guild=True))

    def who(command: AnyCommand) -> Person:
        above = command.parent or command
        return player if above.default_permissions is None else moderator

    return who


async def try_twice(folder: Path, act: Callable[[], Awaitable[object]]) -> None:
    await act()
    with unblocked(folder / "blocks.txt"):
        await act()


@pytest.mark.slow
async def test_no_option_of_a_command_blocks_the_loop(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    game = await start_game(world, mara, jonas)
    who = asking(world, mara)
    found = typed_options(world)
    assert len(found) > 15

    async def act() -> None:
        for command, option in found:
            others = {
                other.display_name: other.choices[0].value
                if other.choices
                else TYPED[other.display_name]
                for other in command.parameters
                if other.required and other is not option
            }
            for text in longest(int(option.max_value or MOST)):
                given = {**others, option.display_name: text}
                answer = await who(command).slash(command.qualified_name, game.place, **given)
                assert answer.text

    await try_twice(tmp_path, act)


@pytest.mark.slow
async def test_no_suggestion_blocks_the_loop(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    game = await start_game(world, mara, jonas)
    who = asking(world, mara)
    found = [(command, option) for command, option in typed_options(world) if option.autocomplete]
    assert len(found) > 10

    async def act() -> None:
        for command, option in found:
            for text in longest(MOST):
                await who(command).autocomplete(
                    command.qualified_name, option.display_name, text, game.place
                )

    await try_twice(tmp_path, act)


@sampled("command", GAMES)
async def test_no_move_of_a_game_blocks_the_loop(
    world: World, mara: Person, jonas: Person, tmp_path: Path, command: str
) -> None:
    others = dict(zip(GAMES[command], (jonas, *map(world.person, ("Lea", "Kim"))), strict=False))
    await mara.slash(f"{command} challenge", **others)
    card = world.channel.last
    for person in others.values():
        await person.click(card, "Accept")
    place = card.thread or card.place
    board = next(message for message in place.messages if "Move" in message.buttons)
    player = mentioned_first(board)
    legal = [str(one.value) for one in await player.autocomplete("move", "move", "", place)]
    assert legal
    (most,) = (option.max_value for _, option in typed_options(world) if option.name == "move")
    texts = [(f"{one} " * MOST)[: int(most or MOST)] for one in legal[:3]] + longest(int(most or 0))

    async def act() -> None:
        for text in texts:
            refused = await player.slash("move", place, move=text)
            assert refused.ephemeral
            await player.autocomplete("move", "move", text, place)

    await try_twice(tmp_path, act)


async def fill_longest(person: Person, open_form: Callable[[], Awaitable[Answer]]) -> int:
    """Fill in a form with the longest texts of each kind, and return how many fields it has."""
    fields = {}
    for number in range(len(KINDS)):
        form = await open_form()
        assert form.modal is not None
        parts = [part["component"] for part in form.modal["components"]]
        fields = {part["custom_id"]: longest(part["max_length"])[number] for part in parts}
        await person.fill(form, **fields)
    return len(fields)


@pytest.mark.slow
async def test_no_form_blocks_the_loop(
    world: World, mara: Person, jonas: Person, tmp_path: Path
) -> None:
    game = await start_game(world, mara, jonas)
    card = await challenge(world, jonas)
    found = []

    async def note() -> Answer:
        shown = await mara.slash("game note", game.place)
        return await mara.click(shown, shown.buttons[0])

    async def hours() -> Answer:
        shown = await mara.slash("preferences")
        return await mara.click(shown, "Quiet hours and time zone")

    async def act() -> None:
        found.append(await fill_longest(mara, note))
        found.append(await fill_longest(mara, hours))
        found.append(await fill_longest(jonas, lambda: jonas.click(card, "Accept with a word")))

    await try_twice(tmp_path, act)
    assert found == [1, 3, 1] * 2
