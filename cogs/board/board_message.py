"""The board message: its picture, its words and its layout.

Everything here shows what the public may see (`seen_by(None)`), unless a seat is named.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.delivery.messages import Attachment
from bot.match.positions import rules_of
from bot.match.recap import Story
from bot.match.table import Table
from bot.services.audience import Attendance
from bot.services.preferences import PictureStyle
from bot.text.voice import Mention, Name, Voice, listed
from cogs.board.clock_text import attendance_text, clock_text, given_back_text
from cogs.board.handicap_text import handicaps_text
from cogs.board.recap_text import out_texts, rest_button, seen, story_text, taken_back
from cogs.board.score_text import score_text
from cogs.board.strength_text import computers_text
from cogs.ui.components import (
    ALT_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    link,
    message_link,
    picture,
    shorten,
    small,
    words,
)
from cogs.ui.game_ui import ui_of
from cogs.ui.permissions import NO_PICTURES
from data.challenges import MatchKind
from data.computers import is_computer
from data.outbox import Post
from data.outcomes import Tally
from data.stored import PlaceNote, StoredGame
from games.line import Line, Played
from games.words import Plural, Seat, Text, joined
from render.scene import Hand, Scene

BOARD_FILE: Final = "board.png"
ALT_NAME_LENGTH: Final = 20
"""Names in an alt text are cut, so that the whole position fits into it."""
FINGERPRINT_SHOWN: Final = 8
"""How much of a fingerprint the first board shows; [More] has the whole."""
STAND_IN_SIGN: Final = "🤖"
"""Stands in a picture before the name of somebody for whom a computer plays."""
TITLE_LENGTH: Final = 92
"""How much of a thread's name the game and the players may take."""

PLACE_NOTES: Final = {
    PlaceNote.NO_PERMISSION: Text(
        "For a thread I need the permissions Create Public Threads and Send Messages in Threads, "
        "so this game is played right here."
    ),
    PlaceNote.TOO_MANY: Text(
        "This server has as many open threads as Discord allows, so this game is played right here."
    ),
    PlaceNote.REFUSED: Text(
        "Discord did not let me open a thread here, so this game is played right here."
    ),
    PlaceNote.CLOSED: Text("I can no longer write in the game's thread, so the game goes on here."),
    PlaceNote.LOST: Text("This game has lost its channel."),
}


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a board message appears: with controls or retired, with a picture or in words."""

    live: bool
    pictured: bool = True
    note: PlaceNote | None = None
    row: int | None = None
    """The outbox row that it goes out for: by it a board that was sent already is recognised."""
    attendance: Attendance = field(default_factory=Attendance)
    """Who can't be expected at the table."""
    score: Tally | None = None
    """How the two at the table stand this month, by seat."""
    joining: tuple[int, ...] = ()
    """Whom it also mentions, so that they are in the thread."""
    learn: bool = False
    """Whether a first lesson is offered: where the game begins and somebody is new to it."""
    barred: bool = False
    """Whether the picture is missing because no files may be attached."""


def has_lost_its_place(game: StoredGame) -> bool:
    """Tell whether there is no channel (any more) in which a game can go on."""
    return game.match.place_note == PlaceNote.LOST


def lost_place(game: StoredGame) -> Text:
    """Say that a game has lost its channel, and how it goes on."""
    return Text(
        "I can no longer post in the channel of this game. Use /game board with game:{code} in "
        "the channel where it should go on.",
        code=game.code,
    )


def public_voice(game: StoredGame) -> Voice:
    """Speak the language of a game's public messages, to its table."""
    return Voice(game.match.language, game.names)


def thread_title(game: StoredGame) -> str:
    """Name the thread of a match after its game, its people, and how many computers there are."""
    seated = zip(game.players, game.names, strict=True)
    people = [Name(name) for player, name in seated if not is_computer(player)]
    title, computers = rules_of(game).about.name, game.match.seats - len(people)
    text = Text("{game}: {players}", game=title, players=listed(people))
    if computers:
        text = Plural(
            "{game}: {players} + {n} computer",
            "{game}: {players} + {n} computers",
            computers,
            game=title,
            players=joined([Text("{name}", name=name) for name in people]),
        )
    return f"{shorten(public_voice(game).plain()(text), TITLE_LENGTH)} · {game.code}"


def scene_of(
    line: Line,
    voice: Voice,
    style: PictureStyle,
    hues: tuple[int, ...],
    *,
    seat: int | None = None,
    marked: Sequence[str] = (),
    told: int = 0,
    stand_ins: Collection[int] = (),
) -> Scene:
    """Return the picture of a game as a seat (None: the public) may see it; `voice` knows the names.

    It marks the turns since the last one of the player to move, and all of those (the last
    `told`) that its message tells of. For `stand_ins` a computer plays, which their chips show.
    """
    names = voice.plain().named(voice.names)
    *earlier, actions = _marked(line, seat, told) or [()]
    return Scene(
        game=line.game,
        position=line.position.seen_by(seat),
        names=tuple(
            f"{STAND_IN_SIGN} {name}" if seat in stand_ins else name
            for seat, name in enumerate(names)
        ),
        turn=line.turns + 1,
        translate=voice.plain(),
        last=actions[-1] if actions else None,
        actions=actions,
        result=line.result,
        marked=tuple(marked),
        theme=style.theme,
        marks=style.marks,
        earlier=tuple(earlier),
        hues=hues,
    )


def _marked(line: Line, seat: int | None, told: int) -> list[tuple[Played, ...]]:
    """Return the turns to be marked in a picture, in order."""
    turns = line.since(line.to_move if isinstance(line.to_move, int) else _last_mover(line))
    if told > len(turns):
        turns = (*line.earlier, line.turn)[-told:]
    return [seen(turn, seat) for turn in turns]


def _last_mover(line: Line) -> int | None:
    return line.last.seat if line.last is not None else None


def hand_of(
    line: Line,
    voice: Voice,
    style: PictureStyle,
    hues: tuple[int, ...],
    *,
    seat: int | None,
    marked: Sequence[str] = (),
    named: bool = False,
) -> Hand | None:
    """Return the picture of what a seat holds; None where nothing is hidden, or nothing held.

    `named` says whose it is, where others look at it too: the game that it comes from is over.
    """
    hidden, running = line.game.about.hidden, line.result is None
    if not hidden or not running or seat not in line.playing:
        return None
    return Hand(
        game=line.game,
        position=line.position.seen_by(seat),
        seat=seat,
        translate=voice.plain(),
        marked=tuple(marked),
        theme=style.theme,
        marks=style.marks,
        hues=hues,
        holder=voice.plain().named(voice.names)[seat] if named else None,
    )


def hand_alt_text(voice: Voice, *, seat: int | None, named: bool = False) -> str:
    """Say what the picture of a hand shows: the words of the board's end with its cards."""
    if named and seat is not None:
        text = Text("{player}'s hand, described with the board above.", player=Seat(seat))
        return voice.plain()(text)
    return voice.plain()(Text("Your hand, described with the board above."))


def board_file(png: bytes, table: Table) -> Attachment:
    """Make the file of a public board, with the position as its alt text."""
    return Attachment(BOARD_FILE, png, alt_text(table.line, public_voice(table.game)))


def alt_text(line: Line, voice: Voice, *, seat: int | None = None) -> str:
    """Say in words what a board's picture shows, within Discord's limit for alt texts."""
    names = [shorten(name, ALT_NAME_LENGTH) for name in voice.plain().named(voice.names)]
    told = voice.plain().at_table(names)(position_text(line, seat=seat))
    return shorten(told, ALT_LENGTH)


def position_text(line: Line, *, seat: int | None = None) -> Text:
    """Say a position in words."""
    text = line.game.describe_position(line.position.seen_by(seat))
    if line.ending is None:
        return text
    return Text("The game ended early, in this position:\n{position}", position=text)


def board_link(
    game: StoredGame, board: Post | None, voice: Voice
) -> discord.ui.Button[Any] | None:  # Any: see layout
    """Make the button that leads to the current board; None if there is none."""
    if board is None:
        return None
    address = message_link(game.match.guild_id, board.channel_id, board.message_id)
    return link(voice(Text("Go to the board")), address)


def headline(game: StoredGame, turns: int, clock: Text | None = None) -> Text:
    """Say how many turns a game has had, its clock, and its code."""
    move = Text("move {n}", n=turns + 1)
    if clock is not None:
        move = joined([move, clock], "{one} · {two}")
    if game.match.kind is MatchKind.TWO_GAME:
        return Text(
            "{move} · game {number} of 2 · {code}", move=move, number=game.number, code=game.code
        )
    return Text("{move} · {code}", move=move, code=game.code)


def text_control(game_id: int, seq: int, row: int | None) -> tuple[str, *tuple[int, ...]]:
    """Return the action and parts of a board's Text button, which stays as long as the board."""
    return ("text", game_id, seq) if row is None else ("text", game_id, seq, row)


def board_layout(table: Table, story: Story, appearance: Appearance) -> discord.ui.LayoutView:
    """Lay out a board message in the language of the game."""
    game, seq, to_move = table.game, table.seq, table.line.to_move
    voice = public_voice(game)
    items: list[AnyItem] = []
    if appearance.live and isinstance(to_move, int):
        items += [
            words(voice(_whose_turn(game, to_move))),
            small(voice(headline(game, table.line.turns, clock_text(game)))),
        ]
    if appearance.pictured:
        items.append(picture(BOARD_FILE, alt_text(table.line, voice)))
    else:
        items.append(words(voice(position_text(table.line))))
    items += [words(f"**{voice(text)}**") for text in out_texts(table, story)]
    if story.taken_back:
        items.append(words(voice(taken_back(table.line, story))))
    items.append(words(voice(story_text(table.line, story))))
    items += buttons([rest_button(table, story, voice)])
    items += [small(voice(note)) for note in _notes(table, appearance)]
    text = button(voice(Text("Text")), *text_control(game.id, seq, appearance.row))
    if not appearance.live:
        return layout(None, *items, *buttons([text]))
    move = None
    if game.to_move is None or game.computer_at(game.to_move) is None:
        primary = discord.ButtonStyle.primary
        move = button(voice(Text("Move")), "move", game.id, seq, style=primary)
    more = button(voice(Text("More")), "more", game.id)
    hand = (
        button(voice(Text("Your hand")), "hand", game.id) if rules_of(game).about.hidden else None
    )
    learn = button(voice(Text("Learn")), "learn", game.match.game, 0) if appearance.learn else None
    row = buttons([move, hand, text, learn, more])
    return layout(ui_of(game.match.game).accent, *items, *row)


def _notes(table: Table, appearance: Appearance) -> list[Text]:
    """Say what else matters at a table: who is not there, and what proves its dice."""
    game, said = table.game, list[Text]()
    if appearance.joining:
        everybody = joined([Text("{one}", one=Mention(one)) for one in appearance.joining])
        said.append(Text("Also playing: {people}", people=everybody))
    handicaps = handicaps_text(game)
    if handicaps is not None:
        said.append(handicaps)
    if table.line.left and table.line.result is None:
        said.append(_who_left(table))
    if not table.line.turn:
        if game.has_computers:
            said.append(computers_text(game.players, game.names))
        said.append(fingerprint(game, FINGERPRINT_SHOWN))
        said += words_of(game)
    return said + _notes_of_now(game, appearance) if appearance.live else said


def _notes_of_now(game: StoredGame, appearance: Appearance) -> list[Text]:
    """Say what matters as long as a board is the current one: scores, absences, missing pictures."""
    said = list[Text]()
    if appearance.score is not None:
        said.append(score_text(appearance.score, Seat(0), Seat(1)))
    if game.stand_ins:
        said.append(_stand_ins(game))
    for told in (given_back_text(game), attendance_text(appearance.attendance)):
        if told is not None:
            said.append(told)
    if appearance.note is not None:
        said.append(PLACE_NOTES[appearance.note])
    if appearance.barred:
        said.append(NO_PICTURES)
    return said


def _whose_turn(game: StoredGame, seat: int) -> Text:
    """Ask the player to move, or say which computer is thinking, and how strong it is."""
    player = game.players[seat]
    if game.computer_at(seat) is None:
        return Text("{player}, your move", player=Mention(player))
    if is_computer(player):
        return Text("{player} is thinking", player=Mention(player))
    return Text("The computer is thinking for {player}", player=Seat(seat))


def _stand_ins(game: StoredGame) -> Text:
    """Say for whom a computer plays, until they take their seat back."""
    playing = [
        Text("{sign} A computer plays for {player}.", sign=STAND_IN_SIGN, player=Seat(seat))
        for seat in sorted(game.stand_ins)
    ]
    return joined(playing, "{one} {two}")


def _who_left(table: Table) -> Text:
    """Say who left a table at which the others play on."""
    gone = [Text("{player} has left the game.", player=Seat(i)) for i in sorted(table.line.left)]
    return joined(gone, "{one} {two}")


def words_of(game: StoredGame) -> list[Text]:
    """List what players have added to the chance of a game: a line, or none."""
    if game.lots is None:
        return []
    seats, words = game.lots.seating(), game.lots.words
    added = [
        (Seat(seat), word) for seat, place in enumerate(seats) if (word := words[place]) is not None
    ]
    return words_text(added, hidden=rules_of(game).about.hidden)


def words_text(words: Iterable[tuple[Name | Seat | Text, str]], *, hidden: bool) -> list[Text]:
    """List words and who added them to the chance of a game, hidden or not: a line, or none."""
    said = [Text("{player}: {word}", player=player, word=Name(word)) for player, word in words]
    if not said:
        return []
    if hidden:
        return [Text("Words in the deal: {words}", words=joined(said, "{one} · {two}"))]
    return [Text("Words in the dice: {words}", words=joined(said, "{one} · {two}"))]


def fingerprint(game: StoredGame, length: int | None = None) -> Text:
    """Tell the fingerprint of a game's secret, or its first characters."""
    told = game.commitment if length is None else f"{game.commitment[:length]}…"
    return fingerprint_text(told, hidden=rules_of(game).about.hidden)


def fingerprint_text(commitment: str, *, hidden: bool) -> Text:
    """Tell the fingerprint of a secret, of a game with hidden cards or without."""
    if hidden:
        return Text("Fingerprint of the deal: {fingerprint}", fingerprint=commitment)
    return Text("Dice fingerprint: {fingerprint}", fingerprint=commitment)
