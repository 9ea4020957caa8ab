"""A bot and names that try to run a script in the page, by every way that a text can go."""

import discord
from discord import app_commands, ui

from tests.playground.bots import TenLines

SCRIPT = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(1)>"
NAME = IMAGE
"""Somebody's name; at most 32 characters."""
MARKDOWN_NAME = "**[x](javascript:alert(1))**"
TEXT = "\n".join(
    (
        SCRIPT,
        IMAGE,
        "[click](javascript:alert(1)) <javascript:alert(1)> [d](data:text/html,x)",
        "[q](https://example.com/\"onmouseover=alert(1)) https://example.com/'><svg/onload=alert(1)>",
        "**<b onclick=alert(1)>** `<i>` ||<u onclick=alert(1)>|| <@1<img>> <t:99999999999999:R>",
        "# <h1 onclick=alert(1)>",
        "> <iframe src=javascript:alert(1)>",
        "- <style>*{display:none}</style>",
        "```html\n<script>alert(1)</script>\n```",
        "*" * 200 + "_" * 200 + "[" * 200 + "||" * 100,
    )
)


class Hostile(TenLines):
    """Says what tries to break out, in every kind of place that a message has."""

    def __init__(self) -> None:
        super().__init__()
        self.tree.add_command(attack)
        self.tree.add_command(plain)


class Everything(ui.LayoutView):
    """Texts in every component."""

    def __init__(self) -> None:
        super().__init__()
        row: ui.ActionRow[Everything] = ui.ActionRow()
        row.add_item(ui.Button(label=IMAGE, custom_id=IMAGE))
        row.add_item(ui.Button(label=SCRIPT, url="https://example.com/<img src=x>"))
        menu: ui.ActionRow[Everything] = ui.ActionRow()
        option = discord.SelectOption(label=IMAGE, value=IMAGE, description=SCRIPT)
        menu.add_item(ui.Select(placeholder=IMAGE, options=[option], custom_id=SCRIPT))
        self.add_item(ui.Container(ui.TextDisplay(TEXT), row, menu))


@app_commands.command(description=IMAGE)
async def attack(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Everything())


@app_commands.command(description=SCRIPT)
@app_commands.describe(word=IMAGE)
async def plain(interaction: discord.Interaction, word: str) -> None:
    await interaction.response.send_message(f"{word}\n{TEXT}"[:2000])


@plain.autocomplete("word")
async def words(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{current}{IMAGE}", value=SCRIPT)]
