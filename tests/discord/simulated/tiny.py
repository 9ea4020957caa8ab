"""A tiny bot that uses all of discord.py that the real one does, for tests of the simulation.

It counts presses in a SQLite file and does one thing for each action of `TinyBot.actions`.
"""

import asyncio
import io
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, ClassVar, Self

import aiosqlite
import discord
from discord import app_commands, ui
from discord.ext import commands
from discord.http import Route

from tests.discord.simulated.person import Person
from tests.discord.simulated.seen import Message
from tests.discord.simulated.world import MakeBot, World, open_world

PNG = bytes.fromhex("89504e470d0a1a0a") + b"picture"


class Press(ui.DynamicItem[ui.Button[Any]], template=r"tiny:(?P<action>.*)"):
    """Every button of the tiny bot; what it does stands in its id."""

    def __init__(self, action: str, label: str | None = None, *, disabled: bool = False) -> None:
        self.action = action
        custom_id = f"tiny:{action}"
        super().__init__(ui.Button(label=label or action, custom_id=custom_id, disabled=disabled))

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(match["action"])

    async def callback(self, interaction: discord.Interaction) -> None:
        bot = interaction.client
        assert isinstance(bot, TinyBot)
        await bot.press(interaction, self.action)


class Pick(ui.DynamicItem[ui.Select[Any]], template="tiny-pick"):
    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"Card {n}", value=str(n)) for n in range(3)]
        super().__init__(ui.Select(custom_id="tiny-pick", options=options))

    @classmethod
    async def from_custom_id(cls, *_: object) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        picked = self.item.values
        await interaction.response.send_message(f"picked {picked}", ephemeral=True)


class Form(ui.Modal, title="Form"):
    word: ui.Label[Any] = ui.Label(text="Word", component=ui.TextInput(custom_id="word"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.word.component, ui.TextInput)
        await interaction.response.send_message(f"said {self.word.component.value}", ephemeral=True)


def board(title: str, *actions: str) -> ui.LayoutView:
    """Return a message with a picture, buttons and a menu."""
    view = ui.LayoutView(timeout=None)
    gallery = ui.MediaGallery[Any](
        discord.MediaGalleryItem("attachment://board.png", description=f"alt of {title}")
    )
    buttons = [Press(action) for action in actions]
    rows = [ui.ActionRow[Any](*buttons)] if buttons else []
    view.add_item(
        ui.Container(
            ui.TextDisplay(title), gallery, *rows, ui.ActionRow(Press("off", disabled=True))
        )
    )
    view.add_item(ui.ActionRow(Pick()))
    return view


def picture() -> discord.File:
    return discord.File(io.BytesIO(PNG), "board.png", description="a file")


class TinyBot(commands.AutoShardedBot):
    """Counts presses in SQLite, and does one thing for each action."""

    def __init__(self, path: Path) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.path = path
        self.closed_politely = False
        self.wake = asyncio.Event()
        self.ticks = 0

    async def setup_hook(self) -> None:
        self.database = await aiosqlite.connect(self.path, isolation_level=None)
        await self.database.execute("CREATE TABLE IF NOT EXISTS press (id INTEGER PRIMARY KEY)")
        self.add_dynamic_items(Press, Pick)
        self.tree.add_command(post)
        self.tree.add_command(who)
        await self.tree.sync()
        self.sweeper = asyncio.create_task(self.sweep())

    async def sweep(self) -> None:
        """Wait as background tasks do: for a signal, but not longer than a minute."""
        while True:
            try:
                await asyncio.wait_for(self.wake.wait(), timeout=60)
            except TimeoutError:
                self.ticks += 1
            self.wake.clear()

    async def close(self) -> None:
        self.closed_politely = True
        self.sweeper.cancel()
        await self.database.close()
        await super().close()

    async def presses(self) -> int:
        rows = await self.database.execute_fetchall("SELECT count(*) FROM press")
        return int(next(iter(rows))[0])

    async def press(self, interaction: discord.Interaction, action: str) -> None:
        act = self.actions.get(action)
        if act is None:
            await interaction.response.send_message(f"unknown {action}", ephemeral=True)
        else:
            await act(self, interaction)

    async def count(self, interaction: discord.Interaction) -> None:
        """Count and answer for the person alone."""
        await self.store(interaction)
        text = f"press {await self.presses()}"
        await interaction.response.send_message(text, ephemeral=True)

    async def post(self, interaction: discord.Interaction) -> None:
        """Defer, store, post a new message, follow up."""
        await interaction.response.defer(ephemeral=True)
        await self.store(interaction)
        await place_of(interaction).send(view=board("next"), file=picture(), nonce=interaction.id)
        await interaction.followup.send("posted", ephemeral=True)

    async def beside(self, interaction: discord.Interaction) -> None:
        """Post a new message and change the old one next to it."""
        await interaction.response.defer()
        edit = clicked(interaction).edit(view=board("old", "beside"), attachments=[picture()])
        await asyncio.gather(place_of(interaction).send("new"), edit)

    async def thread(self, interaction: discord.Interaction) -> None:
        """Start a thread from the message."""
        await interaction.response.defer()
        thread = await clicked(interaction).create_thread(name="game")
        await thread.send("hello")

    async def update(self, interaction: discord.Interaction) -> None:
        """Change the clicked message after deferring."""
        await interaction.response.defer()
        await interaction.edit_original_response(view=board("updated"), attachments=[picture()])

    async def bare(self, interaction: discord.Interaction) -> None:
        """Change the clicked message without a word of the picture that it shows."""
        await interaction.response.edit_message(view=board("bare"))

    async def bare_later(self, interaction: discord.Interaction) -> None:
        """Do that after deferring."""
        await interaction.response.defer()
        await interaction.edit_original_response(view=board("bare"))

    async def form(self, interaction: discord.Interaction) -> None:
        """Open a form."""
        await interaction.response.send_modal(Form(custom_id="tiny-form"))

    async def twice(self, interaction: discord.Interaction) -> None:
        """Answer, and follow up."""
        await interaction.response.send_message("first", ephemeral=True)
        await interaction.followup.send("second", ephemeral=True)

    async def slow(self, interaction: discord.Interaction) -> None:
        """Answer in the last second."""
        await asyncio.sleep(2)
        await interaction.response.send_message("slow", ephemeral=True)

    async def late(self, _interaction: discord.Interaction) -> None:
        """Make the person wait too long."""
        await asyncio.sleep(4)

    async def think(self, interaction: discord.Interaction) -> None:
        """Promise an answer that never comes."""
        await interaction.response.defer(ephemeral=True, thinking=True)

    async def crash(self, _interaction: discord.Interaction) -> None:
        """Fail."""
        msg = "broken on purpose"
        raise RuntimeError(msg)

    actions: ClassVar[dict[str, Callable[["TinyBot", discord.Interaction], Awaitable[None]]]] = {
        action.__name__: action
        for action in (
            count, post, beside, thread, update, bare, bare_later, form, twice, slow, late, think, crash
        )
    }  # fmt: skip

    async def store(self, interaction: discord.Interaction) -> None:
        await self.database.execute("INSERT INTO press VALUES (?)", (interaction.id,))


def place_of(interaction: discord.Interaction) -> discord.abc.Messageable:
    assert isinstance(interaction.channel, discord.abc.Messageable)
    return interaction.channel


def clicked(interaction: discord.Interaction) -> discord.Message:
    assert interaction.message is not None
    return interaction.message


@app_commands.command(description="Post a board")
@app_commands.describe(title="Its title", size="Its size")
@app_commands.choices(size=[app_commands.Choice(name="Small", value=3)])
async def post(
    interaction: discord.Interaction, title: str, size: app_commands.Choice[int] | None = None
) -> None:
    shown = f"{title} {size.value}" if size else title
    actions = ("count", "post", "beside", "thread", "form")
    mentions = discord.AllowedMentions(users=[interaction.user])
    await interaction.response.send_message(
        view=board(shown, *actions), file=picture(), allowed_mentions=mentions
    )


@post.autocomplete("title")
async def titles(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    count = 26 if typed == "too many" else 2
    return [app_commands.Choice(name=f"{typed}{n}", value=f"{n}") for n in range(count)]


@app_commands.command(description="Who is it")
async def who(interaction: discord.Interaction, person: discord.Member) -> None:
    guild = interaction.guild
    assert guild is not None
    found = await guild.query_members(user_ids=[person.id, 1])
    rights = person.resolved_permissions
    manages = rights is not None and rights.manage_guild
    await interaction.response.send_message(
        f"{interaction.locale} {[member.id for member in found]} {manages}", ephemeral=True
    )


async def a_board(mara: Person, title: str = "first") -> Message:
    return (await mara.slash("post", title=title)).message


async def bots_channel(world: World) -> discord.TextChannel:
    """Return the channel as the bot has it, to let the bot act without a person."""
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def request(world: World, method: str, path: str, body: object) -> Any:
    """Send a body as the bot, past all that discord.py would do to it."""
    route = Route(method, path.replace("{channel}", str(world.channel.id)))
    return await world.bot.http.request(route, json=body)


async def live(make_bot: MakeBot, act: Callable[[World], Awaitable[object]] | None = None) -> None:
    """Open a world, do something there, and close it again."""
    async with open_world(make_bot) as world:
        if act is not None:
            await act(world)


def tiny(world: World) -> TinyBot:
    """Return the bot as what it is."""
    assert isinstance(world.bot, TinyBot)
    return world.bot
