"""Answer a person: what was done, or what went wrong, in a sentence that only they see.

The outermost layer: errors become words in the reader's language; an unexpected one is logged
with what was being done, and also answered.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands, ui

from bot.app import VIEWER, Tavolo
from bot.delivery.discord_errors import EXPECTED, Trouble, trouble_of
from bot.delivery.messages import Attachment
from bot.errors import NotHere, Restarting, UnknownGame
from bot.services.preferences import Viewer, chosen_language, unknown_viewer
from bot.store_failed import StoreFailed
from bot.text.voice import Voice, language_of
from cogs.ui.components import AnyItem, button, buttons, layout, link, to_read, words
from cogs.ui.routing import Click, payload
from games.errors import GameError
from games.words import Text

log = logging.getLogger(__name__)

UNHEARD: Final = frozenset(
    {
        Trouble.LATE,
        Trouble.ANSWERED,
        Trouble.PASSING,
        # The person dismissed the message, or its channel was deleted, while we were at work.
        Trouble.GONE_MESSAGE,
        Trouble.GONE_PLACE,
        # In a locked thread even acknowledgements are refused.
        Trouble.CLOSED_PLACE,
    }
)
"""Errors of Discord that an answer may end with although nothing is wrong."""
LOGGED_PARTS: Final = 4
"""How much of a custom_id the log shows: prefix, action and two numbers."""
PUBLIC: Final = "public"
"""Marks an interaction whose answer everybody is going to see."""
ACKNOWLEDGED: Final = "acknowledged"
"""Marks an interaction whose acknowledgement reached Discord though we were told otherwise."""
ACKNOWLEDGING: Final = "acknowledging"
"""Under this name an interaction carries its acknowledgement while that is under way."""

SORRY: Final = Text(
    "Something went wrong on my side, and I have noted it. Nothing is lost: please try again."
)
NO_STORE: Final = Text(
    "I can't reach my records right now, so nothing was changed. Please try again in a minute."
)


def viewer_of(interaction: Click) -> Viewer:
    """Return who reads an ephemeral answer, and what they prefer."""
    met = interaction.extras.get(VIEWER)
    return (
        met
        if isinstance(met, Viewer)
        else unknown_viewer(interaction.user.id, interaction.guild_id)
    )


def voice_for(interaction: Click, names: Sequence[str] = ()) -> Voice:
    """Speak the language of the person who reads an ephemeral answer."""
    return Voice(viewer_of(interaction).language(interaction.locale.value), tuple(names))


def public_language(interaction: Click) -> str:
    """Return the language of what everybody reads here.

    It is the server's choice, else a Community's own language, else that of who asks.
    """
    who, guild = viewer_of(interaction), interaction.guild
    settled = chosen_language(who.server)
    if settled is not None:
        return settled
    if guild is not None and "COMMUNITY" in guild.features:
        return language_of(guild.preferred_locale.value)
    return who.language(interaction.locale.value)


async def server_language(interaction: Click) -> str:
    """Return the language of what is addressed to everybody in a server.

    Where nobody has chosen it, that is the one in which most of its games are played.
    """
    who, guild = viewer_of(interaction), interaction.guild
    if chosen_language(who.server) is None and guild is not None:
        usual = await interaction.client.preferences.usual_language(guild.id)
        if usual is not None and "COMMUNITY" not in guild.features:
            return usual
    return public_language(interaction)


async def acknowledge(
    interaction: Click, *, thinking: bool = False, publicly: bool = False
) -> None:
    """Tell Discord that an answer follows; a click that came too late is carried out anyway.

    With `thinking`, a new message follows that only the person sees, or with `publicly`
    everybody (`change` fills it); without, the message that was clicked stays as it is until
    it is changed.
    """
    interaction.extras[PUBLIC] = publicly
    try:
        await _defer(interaction, thinking=thinking, publicly=publicly)
    except EXPECTED as error:
        if trouble_of(error) is Trouble.ANSWERED:
            interaction.extras[ACKNOWLEDGED] = thinking
        _expect_late(error)


def acknowledge_meanwhile(interaction: Click) -> None:
    """Begin to acknowledge what may already be carried out; every answer waits until that is done."""
    interaction.extras[ACKNOWLEDGING] = asyncio.create_task(acknowledge(interaction))


async def acknowledge_first(interaction: Click, *, instead: bool = False) -> None:
    """Acknowledge what `whisper` is going to show, before it is drawn; once is enough."""
    if not await _is_acknowledged(interaction):
        await acknowledge(interaction, thinking=not (instead and is_private(interaction)))


async def _defer(interaction: Click, *, thinking: bool, publicly: bool) -> None:
    try:
        await interaction.response.defer(ephemeral=not publicly, thinking=thinking)
    except discord.HTTPException:
        raise
    except EXPECTED:
        # discord.py repeats what Discord refuses, but not what a broken connection swallowed.
        await interaction.response.defer(ephemeral=not publicly, thinking=thinking)


async def _is_acknowledged(interaction: Click) -> bool:
    """Tell whether a click is acknowledged, as soon as no acknowledgement is under way."""
    under_way = interaction.extras.get(ACKNOWLEDGING)
    if under_way is not None:
        try:
            await under_way
        finally:
            interaction.extras.pop(ACKNOWLEDGING, None)
    return interaction.response.is_done() or ACKNOWLEDGED in interaction.extras


def _is_thinking(interaction: Click) -> bool:
    waiting = discord.InteractionResponseType.deferred_channel_message
    return interaction.response.type is waiting or interaction.extras.get(ACKNOWLEDGED) is True


async def whisper(
    interaction: Click,
    view: ui.LayoutView,
    files: Sequence[Attachment] = (),
    *,
    instead: bool = False,
    lasting: bool = False,
) -> None:
    """Show something to the person alone; `instead` changes the ephemeral message they clicked.

    A message that others see is never changed by it: it gets a new answer. So does one that
    has closed meanwhile, if the answer is `lasting`: the person should read it all the same.
    """
    if (
        instead
        and is_private(interaction)
        and (await change(interaction, view, files) or not lasting)
    ):
        return
    attachments = [file.as_file() for file in files]
    try:
        if not await _is_acknowledged(interaction):
            await interaction.response.send_message(view=view, files=attachments, ephemeral=True)
        elif interaction.extras.get(PUBLIC):
            # Filling what everybody sees would tell everybody.
            await interaction.delete_original_response()
            await interaction.followup.send(view=view, files=attachments, ephemeral=True)
        elif _is_thinking(interaction):
            # The first answer to "thinking" takes its place.
            await interaction.edit_original_response(view=view, attachments=attachments)
        else:
            await interaction.followup.send(view=view, files=attachments, ephemeral=True)
    except EXPECTED as error:
        await _not_shown(interaction, error, view, files)


def is_private(interaction: Click) -> bool:
    """Tell whether what was clicked is a message that only the person sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def close(interaction: Click) -> None:
    """Take away the private message that was clicked, once it is acknowledged.

    Whatever hinders it, nothing is lost: the message has no controls any more.
    """
    try:
        await interaction.delete_original_response()
    except EXPECTED as error:
        log.info("a private message stays open: %s", error)


async def change(interaction: Click, view: ui.LayoutView, files: Sequence[Attachment] = ()) -> bool:
    """Edit the message that was clicked, whether private or public; False if it is gone."""
    attachments = [file.as_file() for file in files]
    try:
        if await _is_acknowledged(interaction):
            await interaction.edit_original_response(view=view, attachments=attachments)
        else:
            await interaction.response.edit_message(view=view, attachments=attachments)
    except EXPECTED as error:
        await _not_shown(interaction, error, view, files)
        return trouble_of(error) is not Trouble.GONE_MESSAGE
    return True


async def _not_shown(
    interaction: Click, error: Exception, view: ui.LayoutView, files: Sequence[Attachment]
) -> None:
    """Tell a person directly what Discord refuses to show in a thread that is locked."""
    _expect_late(error)
    if trouble_of(error) is not Trouble.CLOSED_PLACE:
        return
    text = Text(
        "I can't show you anything in {place}, because it is locked. /game board posts the "
        "board of your game in another channel.",
        place=f"<#{interaction.channel_id}>",
    )
    told = to_read(view, words(voice_for(interaction)(text)))
    try:
        await interaction.user.send(view=told, files=[file.as_file() for file in files])
    except EXPECTED as refused:
        log.info("%s could not be told directly: %s", interaction.user.id, refused)


async def say(interaction: Click, text: Text, *, instead: bool = False) -> None:
    """Answer a person with a sentence that only they see."""
    await whisper(interaction, layout(None, words(voice_for(interaction)(text))), instead=instead)


async def answer_failure(interaction: Click, error: Exception) -> None:
    """Say what went wrong, whatever it was; nothing where the bot has been stopped meanwhile."""
    error = _root(error)
    if _is_session_closed(interaction, error):
        return
    try:
        await _say_what_failed(interaction, error)
    except RuntimeError as late:
        if not _is_session_closed(interaction, late):
            raise


def _is_session_closed(interaction: Click, error: Exception) -> bool:
    """Tell whether an error is that of a bot that has been stopped; what was done is stored."""
    closed = isinstance(error, RuntimeError) and interaction.client.is_closed()
    if closed:
        log.info("%s was not answered: %s", _name_of(interaction), error)
    return closed


async def _say_what_failed(interaction: Click, error: Exception) -> None:
    voice = voice_for(interaction, getattr(error, "names", ()))
    if interaction.type is discord.InteractionType.autocomplete:
        if not isinstance(error, NotHere | Restarting):
            log.warning("no choices for %s: %r", _name_of(interaction), error)
        await _offer_nothing(interaction)
        return
    text = _explain(error)
    if text is SORRY:
        log.error("%s failed", _name_of(interaction), exc_info=error)
    elif text is NO_STORE:
        log.error("%s could not be stored: %s", _name_of(interaction), error)
    await whisper(interaction, layout(None, words(voice(text)), *_ways_out(error, voice)))


def _ways_out(error: Exception, voice: Voice) -> list[AnyItem]:
    """Return the buttons that help after an error, one below the other."""
    if isinstance(error, NotHere):
        return buttons([link(voice(Text("Add me")), error.invitation)])
    if not isinstance(error, UnknownGame):
        return []
    ways = [button(voice.plain()(way.label), way.action, *way.parts) for way in error.ways]
    return [row for way in ways for row in buttons([way])]


async def _offer_nothing(interaction: Click) -> None:
    try:
        await interaction.response.autocomplete([])
    except EXPECTED as error:
        _expect_late(error)


def _explain(error: Exception) -> Text:
    match error:
        case GameError(text=text):
            return text
        case StoreFailed():
            return NO_STORE
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return Text("This command has changed. Reload Discord and try it again.")
        case app_commands.MissingPermissions():
            return Text("You need Manage Server to do that.")
        case app_commands.NoPrivateMessage():
            return Text("This only works in a server.")
        case discord.HTTPException() as refused if trouble_of(refused) is Trouble.NO_PERMISSION:
            return Text(
                "Discord doesn't let me do this here. Ask a moderator to check my permissions."
            )
        case _:
            return SORRY


def _root(error: Exception) -> Exception:
    """Return the error that a command's own wrapping hides."""
    return error.original if isinstance(error, app_commands.CommandInvokeError) else error


def _name_of(interaction: Click) -> str:
    """Name what somebody did, for the log; of a turn being built only its game and seq."""
    data = payload(interaction)
    name = data.get("name")
    if name is None:
        # What comes after that are choices, and they can be cards of a hand.
        name = ":".join(str(data.get("custom_id")).split(":")[:LOGGED_PARTS])
    return f"{interaction.type.name} {name}"


def _expect_late(error: Exception) -> None:
    """Ignore an error that means that the person is gone or has been answered before."""
    if trouble_of(error) not in UNHEARD:
        raise error
    log.info("an answer came too late: %s", error)


async def setup(bot: Tavolo) -> None:
    """Answer everything that fails."""
    bot.failed = answer_failure
