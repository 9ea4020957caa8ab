"""A table of four with hidden hands, and pictures that tell all they are given.

MatriO is the game with hands. Its picture is replaced by one whose bytes are the whole scene in
words, so that whatever a picture could give away is there to be found. What does not belong
here: what tests expect.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Final

import pytest

import render
from bot.app import Tavolo
from bot.match.table import Person as Member
from bot.match.table import Table
from bot.services.proposals import Proposal
from data.challenges import Clock, First, MatchKind, Terms
from games.chance import SeededSource
from games.game import Json
from games.line import AnyGame, AnyPosition
from games.matrio import MATRIO
from games.matrio.board import CARDS, JOKERS, card_name
from games.matrio.rules import Position
from games.matrio.signs import name_card
from games.matrio.words import spell_card
from render.scene import Hand, Scene
from tests.discord.simulated import Answer, Message, Person, Place, World
from tests.discord.tables import game_id_of

NAMES: Final = ("Mara", "Jonas", "Lea", "Kim")


@dataclass(frozen=True, slots=True)
class Told:
    """A picture whose bytes are what it was drawn from."""

    what: str

    def png(self) -> bytes:
        return b"\x89PNG\r\n\x1a\n" + self.what.encode()


def draw(scene: Scene) -> Told:
    """Tell all that the picture of a board is given."""
    positions = [scene.position]
    for played in (*scene.actions, *((scene.last,) if scene.last else ())):
        positions += [played.before, played.after]
    told = [all_of(scene.game, position) for position in positions]
    return Told(json.dumps([told, list(scene.marked), list(scene.names), str(scene.result)]))


def draw_hand(hand: Hand, signs: str) -> Told:
    """Tell all that the picture of a hand is given."""
    told = [all_of(hand.game, hand.position), hand.seat, list(hand.marked), signs]
    return Told(json.dumps(told))


def all_of(game: AnyGame, position: AnyPosition) -> Json:
    """Write a position with the deal that it came from."""
    return [game.write_position(position), game.write_setup(position)]


@contextmanager
def matrio_with_telling_pictures() -> Iterator[None]:
    """Draw MatriO by `draw` and `draw_hand`, whatever has been drawn before."""
    drawing = ModuleType("render.matrio")
    drawing.__dict__.update(draw=draw, draw_hand=draw_hand)
    with pytest.MonkeyPatch.context() as patch:
        # Another test of this process may have drawn the same board as it is.
        for name, remembering in list(vars(render).items()):
            if hasattr(remembering, "__wrapped__"):
                patch.setattr(render, name, remembering.__wrapped__)
        patch.setitem(sys.modules, drawing.__name__, drawing)
        yield


@dataclass(frozen=True, slots=True)
class Four:
    """A game of MatriO that has begun: who plays, by seat, and where."""

    world: World = field(repr=False)
    players: tuple[Person, ...]
    place: Place
    id: int
    code: str

    @property
    def bot(self) -> Tavolo:
        """The bot that runs now."""
        return bot_of(self.world)

    @property
    def boards(self) -> tuple[Message, ...]:
        """All boards of the game, oldest first, retired ones too."""
        return tuple(message for message in self.place.messages if game_id_of(message) == self.id)

    @property
    def board(self) -> Message:
        """The board to play on."""
        (board,) = (board for board in self.boards if "Move" in board.buttons)
        return board

    async def table(self) -> Table:
        """Return the game as it really is, all hands open."""
        return await self.bot.matches.table(self.id)

    async def position(self) -> Position:
        """Return the position as it really is, all hands open."""
        position = (await self.table()).line.position
        assert isinstance(position, Position)
        return position

    async def player(self) -> Person:
        """Return the player whose turn it is."""
        return self.players[(await self.position()).seat]

    async def others(self) -> tuple[Person, ...]:
        """Return those whose turn it is not, the next to move first."""
        seat = (await self.position()).seat
        return (*self.players[seat + 1 :], *self.players[:seat])

    async def a_move(self, seed: int = 1) -> str:
        """Draw a legal move."""
        position = await self.position()
        return MATRIO.format(MATRIO.random_move(position, SeededSource(seed)))

    async def type_move(self, move: str | None = None) -> Answer:
        """Make the player to move type a move, any legal one unless told."""
        move = move or await self.a_move()
        return await (await self.player()).slash("move", self.place, move=move, game=self.code)

    async def hand_of(self, person: Person) -> list[str]:
        """Return the cards that a player really holds, in notation."""
        hand = (await self.position()).hands[self.players.index(person)]
        return [card_name(card) for card in hand if card is not None]


def bot_of(world: World) -> Tavolo:
    """Return the bot of a world as what it is."""
    assert isinstance(world.bot, Tavolo)
    return world.bot


async def sit_down(
    world: World, *people: Person, lead: str = "any", clock: Clock | None = None
) -> Four:
    """Make four people begin a game of MatriO in a thread, seated in this order."""
    members = [Member(person.id, person.name) for person in people]
    terms = Terms(
        MATRIO.about.key,
        len(people),
        {"lead": lead},
        MatchKind.SINGLE,
        First.ME,
        rated=True,
        clock=clock or Clock(),
    )
    proposal = Proposal(
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        challenger=members[0],
        asked=tuple(members[1:]),
        terms=terms,
        language="en",
        thread=True,
    )
    bot = bot_of(world)
    answered = await bot.challenges.propose(proposal, interaction_id=1)
    await bot.carry_out(answered.dispatch)
    await world.rest()
    card = world.messages()[-1]
    for person in people[1:]:
        await person.click(card, "Accept")
    place = card.thread
    assert place is not None
    board = place.last
    code = re.search(r"\b([A-Z]{5})$", board.text, re.MULTILINE)
    game_id = game_id_of(board)
    assert code is not None
    assert game_id is not None
    return Four(world, people, place, game_id, code[1])


def told_apart(cards: Iterable[str]) -> set[str]:
    """Return the cards that sentences tell apart: all but the jokers, which are told alike."""
    return set(cards) - set(JOKERS)


def cards_in(text: str) -> set[str]:
    """Find the cards that a text names: in notation, as they are shown, or in words."""
    return {card for card, name, named in _named() if name in text and named.search(text)}


@cache
def _named() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Return the names of each card, and how to find one that is no part of another word."""
    return tuple(
        (card_name(number), name, re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])"))
        for number in range(len(CARDS))
        for name in {card_name(number), str(name_card(number)), str(spell_card(number))} - {"joker"}
    )
