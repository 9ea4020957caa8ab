"""/help: what a person may want to do, and how; in a game's thread, this game first.

Works in direct messages too. What does not belong here: the rules (`cogs.learn.rules_pages`).
"""

from dataclasses import dataclass, replace

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.match.positions import rules_of
from bot.match.table import Table
from bot.text.voice import Name, Voice, listed
from cogs.board.board_message import headline
from cogs.challenge.quick_start import ASK
from cogs.ui.components import AnyItem, button, buttons, choices, layout, line, words
from cogs.ui.game_ui import ui_of
from cogs.ui.responses import voice_for, whisper
from cogs.ui.routing import Click, control, numbers, payload
from games.registry import GAMES
from games.words import Text, joined, series


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that a person may want: in a few words, how it is done, and what starts it.

    `offers` are the action of a button for every game, and what its id carries after the game.
    """

    key: str
    wish: Text
    answer: Text
    offers: tuple[str | int, ...] = ()


def _of_every_game(subcommand: str) -> Text:
    return series(f"/{game.about.command} {subcommand}" for game in GAMES.values())


def _games_of_several() -> Text:
    names = [game.about.name for game in GAMES.values() if game.about.seats[-1] > 2]
    return listed([Name(name) for name in names])


def topics() -> tuple[Topic, ...]:
    """List the topics; what a game's UI data adds to one comes last in its answer."""
    return tuple(replace(topic, answer=_with_games(topic)) for topic in _general_topics())


def _with_games(topic: Topic) -> Text:
    added = [helped[topic.key] for key in GAMES if topic.key in (helped := ui_of(key).help)]
    return joined([topic.answer, *added], "{one} {two}")


def _general_topics() -> tuple[Topic, ...]:
    return (
        Topic(
            "friend",
            Text("Play with a friend"),
            Text(
                "{challenges} start a game: name who you want to play with, or leave it open "
                "for anybody. Once it is accepted, the game gets a thread, and the player to "
                "move is pinged there. Boards have a Move button; /move takes any move as text.",
                challenges=_of_every_game("challenge"),
            ),
            (ASK,),
        ),
        Topic(
            "alone",
            Text("Play alone, against the computer"),
            Text(
                "Choose computer: easy, medium, hard, expert or like me in {challenges}. Like me follows "
                "the results of your games with computers here. Several can play {games}, "
                "and an open table has the button Fill with computers. Such games are "
                "unrated; with rated:True they count in a leaderboard of their own. More on the board has Hint and Why?, and a result has Review.",
                challenges=_of_every_game("challenge"),
                games=_games_of_several(),
            ),
            (ASK,),
        ),
        Topic(
            "handicap",
            Text("Play with a friend who is stronger, or weaker"),
            Text(
                "Choose handicap in {challenges}: for whom, and how large. It is a head start in points, or "
                "fewer dice to lock; the card and every board say it, and the last page of the rules "
                "explains it. Such games are rated in a list of their own: /leaderboard with "
                "list: with a handicap.",
                challenges=_of_every_game("challenge"),
            ),
        ),
        Topic(
            "learn",
            Text("Learn a game"),
            Text(
                "{lessons} take you through your first moves on a real board. {rules} have all of "
                "the rules, page by page.",
                lessons=_of_every_game("learn"),
                rules=_of_every_game("rules"),
            ),
            ("learn", 0),
        ),
        Topic(
            "weekly",
            Text("Keep a weekly table"),
            Text(
                "Moderators choose game, day and time once with /weekly set. A card then appears "
                "before each meeting: Join is one click, and at the start everybody who joined is "
                "seated at a table of the right size, with rated games. /weekly show says when, "
                "/weekly off ends it."
            ),
        ),
        Topic(
            "puzzles",
            Text("Solve today's puzzles"),
            Text(
                "/puzzle lists them: one position per game, the same for everybody. "
                "You answer in the panel of real turns, and only you see it. One "
                "more try is allowed, but only the first answer counts for your "
                "streak."
            ),
        ),
        Topic(
            "games",
            Text("See my games, and where it is my turn"),
            Text(
                "/games lists them, your turn first, each with a link. Every game has a "
                "five-letter code, which commands take as game:. Without it they mean the game "
                "in the channel you are in."
            ),
        ),
        Topic(
            "board",
            Text("See the board, or read it"),
            Text(
                "/game board posts it again, /game text puts it in words only for you, /game "
                "hand shows what you hold. With /preferences boards: text you get words "
                "instead of pictures everywhere; every game can be played in words alone."
            ),
        ),
        Topic(
            "wrong",
            Text("Undo a move, offer a draw, stop a game"),
            Text(
                "/game takeback asks the others to undo your last turn and what followed, "
                "/game draw offers a draw, /game abort ends a game without a result until "
                "somebody has moved twice. /game resign resigns. Moderators have /game end."
            ),
        ),
        Topic(
            "time",
            Text("Get more time, or go away for a while"),
            Text(
                "A challenge sets the clock: days for each turn, and what happens when they run "
                "out. /game more-time gives the player to move one more day. /away pauses your "
                "clocks for up to 14 days, /back starts them again. The clock of somebody in a "
                "timeout of this server is paused, too. If nobody can reach me for more than 15 "
                "minutes, all clocks get that time back. Plans, under More on the "
                "board, play your answer while you are away from the table."
            ),
        ),
        Topic(
            "wishes",
            Text("Change reminders, language, colours"),
            Text(
                "/preferences has your language, pictures or words, the theme, letters on "
                "colours, reminders, quiet hours, a digest once a day, and whether others may "
                "challenge you."
            ),
        ),
        Topic(
            "block",
            Text("Keep somebody away from you"),
            Text(
                "/block person keeps somebody from challenging you, from open tables with you and "
                "from pinging you, in all servers. Nobody is told. /block list shows whom you have "
                "blocked, /block remove lifts it."
            ),
        ),
        Topic(
            "privacy",
            Text("See or delete what you know about me"),
            Text(
                "/privacy says what I store about you and why. Export sends you all of it as a "
                "file, Delete resigns your running games and deletes it for good."
            ),
        ),
        Topic(
            "standings",
            Text("See who is ahead"),
            Text(
                "/leaderboard has the ratings of a game, or wins over all games; its lists lead to "
                "games with computers, to this month and to seasons. My rank shows you your own row. Only "
                "rated games count, and each server has its own lists. A game counts once "
                "everybody has completed two turns. Each game of the same two people within a week "
                "counts less for the rating, and so does each game that somebody loses on time within "
                "a month. A rating with ? comes from a few games only."
            ),
        ),
        Topic(
            "tournament",
            Text("Play a tournament"),
            Text(
                "/tournament create makes one: round robin, Swiss, knockout, or a ladder that never "
                "ends. A card appears; Join and Leave are on it, and it shows the pairings and who is "
                "ahead. Each game gets a thread. Results, or /tournament show, has every round and how ties "
                "are broken. Manage starts or ends it, and moderators correct results there. "
                "/tournament list has them all."
            ),
        ),
        Topic(
            "people",
            Text("See how somebody plays, and who is free for a game"),
            Text(
                "/profile shows results, ratings and milestones of a person, /versus all games "
                "between you and others, with the next rematch one click away. /rivals lists who "
                "is free for a game, when they usually play and how fast. With /preferences "
                "profile: only me, nobody else sees your profile."
            ),
        ),
        Topic(
            "keep",
            Text("Keep notes, follow a game, look at old ones"),
            Text(
                "/game note keeps a note that only you see; one on a move, written in the replay "
                "of your game, is for everybody once the game is over. /game follow pings you when "
                "somebody else's game ends. /game replay finds old games and shows them turn by "
                "turn, or as a moving picture (Animate) that you can post; More on a board "
                "replays what happened since your last move. /game export sends you the record, "
                "with which anybody can replay a game and check its dice, and /game share a page "
                "of it that opens in any browser. /game import goes through a game from a file."
            ),
        ),
        Topic(
            "explore",
            Text("Try moves without playing them"),
            Text(
                "Explore, in More on a board and under every turn of a replay, opens a private board: "
                "try moves for all players, several turns deep, and take them back. Nothing is played, "
                "rolls are made up, and there are hints where the game has them. Make it my plan turns "
                "what you tried into a plan. Ask everybody shows a position of a finished game in the "
                "channel, and people vote for a day: what would you play? Try again from here, under the "
                "costly moves of a review, plays on against computers. A running game with hidden "
                "hands can be explored once it is over."
            ),
        ),
        Topic(
            "server",
            Text("Set me up for this server"),
            Text(
                "/settings, for moderators (Manage Server): the channels for games, language, "
                "clock, how many games a person may have, the leaderboard and its seasons, pings, how "
                "boards look, and where the day's puzzles are announced. I need View Channel, Send Messages, Send Messages in Threads, "
                "Create Public Threads, Attach Files and Read Message History."
            ),
        ),
    )


class Help(commands.Cog):
    """Help people on."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("help"),
        description=locale_str("What you can do here, and how"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def help(self, interaction: Click) -> None:
        """Show the game that is played here, if there is one, and what else can be done."""
        voice = voice_for(interaction)
        items: list[AnyItem] = []
        here = await self._here(interaction)
        if here is not None:
            items += [*_this_game(here, interaction, voice), line()]
        elif games := _games((ASK,), interaction):
            items += [words(voice(Text("### Start a game"))), *games, line()]
        items.append(words(voice(Text("### What do you want to do?"))))
        items.append(_wishes(voice))
        await whisper(interaction, layout(None, *items))

    @control("help")
    async def _answer(self, interaction: Click, parts: list[str]) -> None:
        """Explain how to do what a person wants."""
        numbers(parts, 0)
        values = payload(interaction).get("values")
        key = str(values[0]) if isinstance(values, list) and values else ""
        topic = next((topic for topic in topics() if topic.key == key), None)
        if topic is None:
            raise ForgedControl
        voice = voice_for(interaction)
        view = layout(
            None,
            words(f"### {voice(topic.wish)}"),
            words(voice(topic.answer)),
            *_games(topic.offers, interaction),
            line(),
            _wishes(voice),
        )
        await whisper(interaction, view, instead=True)

    async def _here(self, interaction: Click) -> Table | None:
        """Return the game that is played where the person is, their own if there are several."""
        if interaction.guild_id is None or interaction.channel_id is None:
            return None
        running = await self._bot.matches.running_in(interaction.channel_id)
        own = [game for game in running if game.is_playing(interaction.user.id)]
        games = own or running
        if len(games) != 1:
            return None
        table = await self._bot.matches.table(games[0].id)
        # It may have ended while it was looked up.
        return table if table.game.running else None


def _this_game(table: Table, interaction: Click, voice: Voice) -> list[AnyItem]:
    """Say of the game here what it is, whose turn it is, and what this person can do."""
    game, seat = table.game, table.line.to_move
    at_table = voice.at_table(game.names)
    title = Text(
        "{game}: {headline}", game=rules_of(game).about.name, headline=headline(game, game.turns)
    )
    mine = isinstance(seat, int) and game.players[seat] == interaction.user.id
    turn = Text("It is your turn: Move opens your choices, and /move takes a move as text.")
    if isinstance(seat, int) and not mine:
        turn = Text("It is {player}'s turn.", player=Name(game.names[seat]))
    playing = Text("You play in this game.")
    if not game.is_playing(interaction.user.id):
        players = listed([Name(name) for name in game.names])
        playing = Text(
            "You are watching: {players} play. /game follow pings you at the end.", players=players
        )
    primary = discord.ButtonStyle.primary
    move = button(voice(Text("Move")), "move", game.id, game.seq, style=primary) if mine else None
    holds = rules_of(game).about.hidden and game.is_playing(interaction.user.id)
    row = [
        move,
        button(voice(Text("Your hand")), "hand", game.id) if holds else None,
        button(voice(Text("Text")), "text", game.id, game.seq),
        button(voice(Text("More")), "more", game.id),
        button(voice(Text("Rules")), "rules", game.match.game, 0),
    ]
    return [
        words(f"### {at_table(title)}"),
        words(at_table(joined([playing, turn], "{one} {two}"))),
        *buttons(row),
    ]


def _games(offers: tuple[str | int, ...], interaction: Click) -> list[AnyItem]:
    """Return a button for every game; none where there is nothing to click."""
    # Games are started in servers only.
    if not offers or (offers == (ASK,) and interaction.guild_id is None):
        return []
    action, *more = offers
    return buttons(button(game.about.name, str(action), key, *more) for key, game in GAMES.items())


def _wishes(voice: Voice) -> AnyItem:
    plain = voice.plain()
    options = [(topic.key, plain(topic.wish), None) for topic in topics()]
    return choices(plain(Text("Choose what you want to do")), options, "help")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Help(bot))
