"""The archive: finished games are found by person, game, result and date, and gone through.

What does not belong here: going through one (`cogs.match.replays`).
"""

from dataclasses import replace
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.match.positions import rules_of
from bot.services.archive import found_games
from bot.text.voice import Mention, Voice
from cogs.match.replays import replay_of, show_step
from cogs.ui.access import may_see
from cogs.ui.components import (
    OPTION_LENGTH,
    button,
    buttons,
    choices,
    layout,
    shorten,
    small,
    words,
)
from cogs.ui.game_lookup import MOST_CHOICES, guild_of, opponents_of
from cogs.ui.responses import acknowledge, is_private, voice_for, whisper
from cogs.ui.routing import LARGEST_NUMBER, Click, control, numbers, payload
from data.archive import Found, Search
from data.outcomes import Ending
from games.registry import GAMES
from games.words import Text, joined

LISTED: Final = 10
"""How many games a page shows."""
LOOKED_THROUGH: Final = 100
"""How many of a person's latest games autocomplete looks through."""
ANY: Final = "-"
"""What an id says of a game or an ending that is not asked for."""
ENDINGS: Final = {
    Ending.WON: Text("won"),
    Ending.DRAWN: Text("drawn"),
    Ending.LOST: Text("lost"),
}


class Archive(commands.Cog):
    """Turn the pages of what was found, and open it."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("found")
    async def _turn(self, interaction: Click, parts: list[str]) -> None:
        """Show another page."""
        search, first = _read(interaction, parts)
        await acknowledge(interaction, thinking=not is_private(interaction))
        await show_found(self._bot, interaction, search, first, instead=True)

    @control("found-open")
    async def _open(self, interaction: Click, parts: list[str]) -> None:
        """Open the replay of a game that was chosen."""
        values = payload(interaction).get("values")
        if parts or not isinstance(values, list):
            raise ForgedControl
        (game_id,) = numbers([str(value) for value in values], 1)
        await acknowledge(interaction, thinking=True)
        await show_step(self._bot, interaction, await replay_of(self._bot, interaction, game_id), 0)


async def show_found(
    bot: Tavolo, interaction: Click, search: Search, first: int = 0, *, instead: bool = False
) -> None:
    """Show a person a page of what a search finds, as far as they may see its games."""
    found = await found_games(bot.database, search, first=first, most=LISTED + 1)
    shown = [each for each in found[:LISTED] if await may_see(interaction, each.game)]
    voice = voice_for(interaction)
    items = [words(voice(_title(search)))]
    if shown:
        items.append(words("\n".join(voice(_line(each, search.user_id)) for each in shown)))
        options = [_option(each, search.user_id, voice.plain()) for each in shown]
        items.append(choices(voice(Text("Open a game")), options, "found-open"))
    elif found or first:
        items.append(words(voice(Text("You may not see the games on this page."))))
    else:
        items.append(words(voice(Text("No finished game matches that."))))
    ways = [
        button(voice(Text("Newer")), "found", *_ids(search), max(0, first - LISTED))
        if first
        else None,
        button(voice(Text("Older")), "found", *_ids(search), first + LISTED)
        if len(found) > LISTED
        else None,
    ]
    items += buttons(ways)
    items.append(small(voice(Text("Dates are in UTC. Games without a result are left out."))))
    await whisper(interaction, layout(None, *items), instead=instead)


def _title(search: Search) -> Text:
    """Say what was looked for."""
    asked = [Text("{game}", game=GAMES[search.game].about.name)] if search.game else []
    asked += [ENDINGS[search.ending]] if search.ending else []
    if search.until < LARGEST_NUMBER:
        asked.append(
            Text(
                "{since} to {until}",
                since=f"<t:{search.since}:d>",
                until=f"<t:{search.until - 1}:d>",
            )
        )
    person = Mention(search.user_id)
    if not asked:
        return Text("### Finished games of {person}", person=person)
    return Text("### Finished games of {person}: {asked}", person=person, asked=joined(asked))


def _line(found: Found, user_id: int) -> Text:
    return Text(
        "`{code}` {game} with {others}: {ending}, {date}",
        code=found.game.code,
        game=rules_of(found.game).about.name,
        others=opponents_of(found.game, user_id),
        ending=ENDINGS[found.ending],
        date=f"<t:{found.game.ended_at}:d>",
    )


def _option(found: Found, user_id: int, voice: Voice) -> tuple[str, str, str]:
    game = found.game
    label = Text(
        "{code} · {game} with {others}",
        code=game.code,
        game=rules_of(game).about.name,
        others=opponents_of(game, user_id),
    )
    return str(game.id), voice(label), voice(ENDINGS[found.ending])


def _ids(search: Search) -> tuple[int | str, ...]:
    """Write a search into an id; the server is that of who clicks."""
    ending = ANY if search.ending is None else search.ending.value
    return search.user_id, search.game or ANY, ending, search.since, search.until


def _read(interaction: Click, parts: list[str]) -> tuple[Search, int]:
    """Read a search from an id, and from which game on it is shown; ForgedControl if it is none."""
    if len(parts) != len(("user", "game", "ending", "since", "until", "first")):
        raise ForgedControl
    user_id, since, until, first = numbers([parts[0], *parts[3:]], 4)
    game, ending = (None if part == ANY else part for part in parts[1:3])
    if game not in {None, *GAMES} or ending not in {None, *Ending}:
        raise ForgedControl
    search = everything_of(guild_of(interaction), user_id)
    ending = None if ending is None else Ending(ending)
    return replace(search, game=game, ending=ending, since=since, until=until), first


async def finished_choices(
    bot: Tavolo, interaction: Click, typed: str
) -> list[app_commands.Choice[str]]:
    """List one's own latest finished games that fit what is typed, for autocomplete."""
    if interaction.guild_id is None:
        return []
    search = everything_of(interaction.guild_id, interaction.user.id)
    found = await found_games(bot.database, search, most=LOOKED_THROUGH)
    voice, wanted = voice_for(interaction).plain(), typed.strip().casefold()[:OPTION_LENGTH]
    labels = [(_option(each, search.user_id, voice)[1], each.game.code) for each in found]
    fitting = [(label, code) for label, code in labels if wanted in label.casefold()]
    return [
        app_commands.Choice(name=shorten(label, OPTION_LENGTH), value=code)
        for label, code in fitting[:MOST_CHOICES]
    ]


def everything_of(guild_id: int, user_id: int) -> Search:
    """Return the search for all finished games of a person."""
    return Search(guild_id, user_id, None, None, 0, LARGEST_NUMBER)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Archive(bot))
