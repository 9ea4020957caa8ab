"""/game share: a finished game as a page to keep or pass on, for the person who asks.

What does not belong here: how it is made (`bot.services.shared_pages`, `render.shared_page`).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import Refused
from bot.match.positions import rules_of
from bot.match.record import record_of
from bot.match.table import Table
from bot.services.finished import finished
from bot.services.move_notes import NotesOn
from bot.services.replays import frames
from bot.text.voice import Name, Voice, listed
from cogs.board.board_message import alt_text, scene_of
from cogs.board.hues import hues_of
from cogs.board.result_text import headline, places
from cogs.match.proofs import proof_text
from cogs.match.replays import LABELS, turn_text
from cogs.match.waiting import wait_for
from cogs.ui.components import attached, layout, words
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click
from data.stored import StoredGame
from games.line import Line
from games.words import Seat, Text
from render.scene import Scene
from render.shared_page import Told

MOVES: Final = Text("Moves")


async def share_game(bot: Tavolo, interaction: Click, table: Table) -> None:
    """Hand the page of a finished game to a person who sees it; raises Refused while it runs."""
    await acknowledge(interaction, thinking=True)
    game = table.game
    if game.running:
        raise Refused(Text("This game is not over yet."))
    voice, style, hues = (
        voice_for(interaction, game.names),
        viewer_of(interaction).style,
        hues_of(game),
    )
    _, record = await record_of(bot.database, game.id)
    end = await finished(bot.database, game.id)
    readable = await bot.move_notes.readable(game, interaction.user.id)
    result = Text("{headline}: {places}", headline=headline(end), places=places(end))

    def prepared() -> tuple[Sequence[Scene], Told]:
        shown = frames(record)
        scenes = [scene_of(line, voice, style, hues) for line in shown]
        told = _told(game, shown, voice.plain(), result, proof_text(game, record))
        return scenes, replace(told, notes=_notes(shown, readable, voice.plain()))

    work = await bot.shared_pages.ask(game, interaction.user.id, *await asyncio.to_thread(prepared))
    made = await wait_for(
        interaction,
        work,
        lambda done, slices: Text("Drawing the game: {n} of {all}", n=done, all=slices),
        Text("This game could not be drawn. Please try again later."),
    )
    if made is None:
        return
    file = Attachment(f"{rules_of(game).about.command}-{game.code}.html", made)
    text = Text(
        "The whole game as a page: download it and open it in any browser, also "
        "offline. The arrow keys step through it."
    )
    view = layout(None, words(voice(text)), attached(file.name))
    await whisper(interaction, view, [file])


def _notes(shown: Sequence[Line], readable: NotesOn, voice: Voice) -> tuple[str, ...]:
    """Return what players wrote on each step."""
    return tuple(
        "\n".join(
            voice(Text("Note by {player}:", player=Seat(note.seat))) + f" {note.text}"
            for note in readable.at(line.ply)
        )
        for line in shown
    )


def _told(game: StoredGame, shown: Sequence[Line], voice: Voice, result: Text, proof: Text) -> Told:
    """Return what a page says."""
    title = Text(
        "{game} {code}: {players}",
        game=rules_of(game).about.name,
        code=game.code,
        players=listed([Name(name) for name in game.names]),
    )
    return Told(
        language=voice.language,
        title=voice(title),
        result=voice(result),
        proof=voice(proof),
        labels=tuple(map(voice, LABELS)),
        moves=voice(MOVES),
        steps=tuple(
            voice(turn_text(line) if n else Text("The start")) for n, line in enumerate(shown)
        ),
        alts=tuple(alt_text(line, voice) for line in shown),
    )
