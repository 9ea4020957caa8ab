"""Small bots that know nothing of the playground."""

from typing import Any

import discord
from discord import app_commands, ui


class TenLines(discord.AutoShardedClient):
    """Ten lines: a command that shows a button, and the button."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="hi", description="Hi", callback=hi))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Connect at once: the playground needs no pause of five seconds between shards."""


async def hi(interaction: discord.Interaction) -> None:
    view = ui.View().add_item(Again(label="Again"))
    await interaction.response.send_message(f"Hi {interaction.user.display_name}", view=view)


class Again(ui.Button[ui.View]):
    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content="Hi again")


class Controls(TenLines):
    """One of every control, and answers of every kind."""

    def __init__(self) -> None:
        super().__init__()
        commands: tuple[app_commands.Command[Any, ..., None], ...] = (
            *(panel, many, secret, slow, guess, invite, late, shout, whisper, measure),
        )
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(Japanese())
        await super().setup_hook()


class Japanese(app_commands.Translator):
    """Says one word in Japanese."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, _context: Any
    ) -> str | None:
        return "ひみつ" if (str(string), locale) == ("Secret", discord.Locale.japanese) else None


class Layout(ui.LayoutView):
    row: ui.ActionRow["Layout"] = ui.ActionRow()
    people: ui.ActionRow["Layout"] = ui.ActionRow()
    buttons: ui.ActionRow["Layout"] = ui.ActionRow()

    @row.select(options=[discord.SelectOption(label=word) for word in ("red", "green", "blue")])
    async def colour(self, interaction: discord.Interaction, select: ui.Select["Layout"]) -> None:
        await interaction.response.send_message(f"chose {select.values[0]}", ephemeral=True)

    @people.select(cls=ui.UserSelect, max_values=2)
    async def who(self, interaction: discord.Interaction, select: ui.UserSelect["Layout"]) -> None:
        names = ", ".join(sorted(user.display_name for user in select.values))
        await interaction.response.send_message(f"chose {names}", ephemeral=True)

    @buttons.button(label="Form")
    async def form(self, interaction: discord.Interaction, _: ui.Button["Layout"]) -> None:
        await interaction.response.send_modal(Form())

    @buttons.button(label="Off", disabled=True)
    async def off(self, interaction: discord.Interaction, _: ui.Button["Layout"]) -> None:
        await interaction.response.send_message("never")


class Many(ui.LayoutView):
    row: ui.ActionRow["Many"] = ui.ActionRow()

    @row.select(options=[discord.SelectOption(label=f"row {n}") for n in range(1, 10)])
    async def choose(self, interaction: discord.Interaction, _: ui.Select["Many"]) -> None:
        await interaction.response.edit_message(view=Chosen())


class Chosen(ui.LayoutView):
    row: ui.ActionRow["Chosen"] = ui.ActionRow()

    @row.button(label="Back")
    async def back(self, interaction: discord.Interaction, _: ui.Button["Chosen"]) -> None:
        await interaction.response.edit_message(view=Many())

    @row.button(label="Confirm", style=discord.ButtonStyle.success)
    async def confirm(self, interaction: discord.Interaction, _: ui.Button["Chosen"]) -> None:
        await interaction.response.defer()
        await interaction.delete_original_response()


class Form(ui.Modal, title="A form"):
    name: ui.Label["Form"] = ui.Label(
        text="Name", component=ui.TextInput(max_length=8, custom_id="name")
    )
    size: ui.Label["Form"] = ui.Label(
        text="Size",
        component=ui.Select(
            custom_id="size", options=[discord.SelectOption(label=size) for size in ("S", "L")]
        ),
    )
    sure: ui.Label["Form"] = ui.Label(text="Sure?", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, size, sure = self.name.component, self.size.component, self.sure.component
        assert isinstance(name, ui.TextInput)
        assert isinstance(size, ui.Select)
        assert isinstance(sure, ui.Checkbox)
        await interaction.response.send_message(f"{name.value} {size.values} {sure.value}")


@app_commands.command(description="Show controls")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Layout())


@app_commands.command(description="Many to choose from")
async def many(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Many(), ephemeral=True)


@app_commands.command(description="Secret")
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(f"{interaction.locale}", ephemeral=True)


@app_commands.command(description="Answer later")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.followup.send("done")


@app_commands.command(description="Guess a number")
@app_commands.describe(number="Which", friend="Whose", loud="How")
@app_commands.choices(loud=[app_commands.Choice(name="Loudly", value="!")])
async def guess(
    interaction: discord.Interaction,
    number: app_commands.Range[int, 1, 9],
    friend: discord.Member | None = None,
    loud: str = ".",
) -> None:
    name = friend.display_name if friend else "nobody"
    await interaction.response.send_message(f"{number} for {name}{loud}")


@guess.autocomplete("number")
async def numbers(_: discord.Interaction, current: str) -> list[app_commands.Choice[int]]:
    found = [n for n in range(1, 10) if str(n).startswith(current)]
    return [app_commands.Choice(name=f"number {n}", value=n) for n in found]


@app_commands.command(description="Ask somebody, or anybody")
async def invite(interaction: discord.Interaction, friend: discord.Member | None = None) -> None:
    await interaction.response.send_message(f"for {friend.display_name if friend else 'anybody'}")


@app_commands.command(description="Answer never")
async def late(interaction: discord.Interaction) -> None:
    """Say nothing: the person sees that the bot did not respond."""
    del interaction


@app_commands.command(description="Ping somebody")
async def shout(interaction: discord.Interaction, whom: discord.Member) -> None:
    assert isinstance(interaction.channel, discord.TextChannel)
    await interaction.response.send_message("shouting", ephemeral=True)
    await interaction.channel.send(f"{whom.mention}!")


@app_commands.command(description="Write directly")
async def whisper(interaction: discord.Interaction, whom: discord.Member) -> None:
    try:
        await whom.send("psst")
    except discord.Forbidden as error:
        await interaction.response.send_message(f"refused: {error.code}", ephemeral=True)
    else:
        await interaction.response.send_message("sent", ephemeral=True)


@app_commands.command(description="Says how large a file is")
async def measure(interaction: discord.Interaction, file: discord.Attachment) -> None:
    content = await file.read()
    await interaction.response.send_message(f"{file.filename}: {len(content)} bytes")
