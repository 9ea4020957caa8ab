"""Tables to sit down at: games between people of a simulated Discord, played as people play.

`start_game` challenges and accepts; the `Game` that it returns knows where its boards are and whose
turn it is by reading them, and plays by clicking through the panel or by typing. What does
not belong here: assertions about what the bot should do, and anything of the bot's inside
except its source of chance (`seeded_chances`).
"""

import random
import re
from dataclasses import dataclass, field

from bot.match.setup import Chances
from games.game import spread
from tests.discord.simulated import Answer, Deed, Message, Person, Place, World

_NO_CHOICES = frozenset({"Back", "Cancel"})


def seeded_chances(seed: int = 1) -> Chances:
    """Return secrets and lots that are the same in every run of a test."""
    source = random.Random(seed)
    return Chances(secret=lambda: source.randbytes(32), choose=source)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that has begun: who plays (the first to move first), and where."""

    world: World = field(repr=False)
    players: tuple[Person, Person]
    place: Place
    card: Message = field(repr=False)
    id: int
    code: str

    # What is to be seen

    @property
    def boards(self) -> tuple[Message, ...]:
        """All boards in the game's place, oldest first, retired ones too."""
        return tuple(
            message
            for message in self.place.messages
            if game_id_of(message) == self.id and "Replay" not in message.buttons
        )

    @property
    def result(self) -> Message:
        """The message that says how the game ended."""
        return result_in(self.place, self.id)

    @property
    def proof(self) -> Message:
        """The message after it with which the dice can be checked."""
        messages = self.place.messages
        return messages[messages.index(self.result) + 1]

    @property
    def live_boards(self) -> tuple[Message, ...]:
        """The boards that still have their Move button: there should be one at most."""
        return tuple(board for board in self.boards if "Move" in board.buttons)

    @property
    def board(self) -> Message:
        """The board to play on."""
        (board,) = self.live_boards
        return board

    @property
    def to_move(self) -> Person:
        """The player whose turn it is, as the board says."""
        return mentioned_first(self.board)

    @property
    def waiting(self) -> Person:
        """The other player."""
        (person,) = (person for person in self.players if person is not self.to_move)
        return person

    @property
    def moves(self) -> int:
        """How many moves have been played, as the board says."""
        number = re.search(r"^-# move (\d+) ", self.board.text, re.MULTILINE)
        assert number is not None, self.board.text
        return int(number[1]) - 1

    # What the player to move does

    async def panel(self) -> Answer:
        """Open the panel and choose until it can be confirmed."""
        person = self.to_move
        panel = await person.click(self.board, "Move")
        while confirm_label(panel) is None:
            panel = await self.choose_last(person, panel)
        return panel

    async def choose_last(self, person: Person, panel: Answer) -> Answer:
        """Take the last of the choices that a panel offers."""
        if panel.message.menus:
            return await person.choose(panel, panel.message.menus[0].options[-1].value)
        choices = [label for label in panel.buttons if label not in _NO_CHOICES]
        return await person.click(panel, choices[-1])

    async def confirming(self) -> Deed:
        """Build a move in the panel and prepare to confirm it."""
        panel = await self.panel()
        label = confirm_label(panel)
        assert label is not None
        return self.to_move.clicking(panel, label)

    async def click_move(self) -> Answer:
        """Play a move through the panel."""
        (answer,) = await self.world.at_once(await self.confirming())
        return answer

    async def legal_moves(self) -> tuple[str, ...]:
        """List moves that autocomplete offers to the player to move, in notation."""
        choices = await self.to_move.autocomplete("move", "move", "", self.place)
        return tuple(str(choice.value) for choice in choices)

    async def typing(self) -> Deed:
        """Prepare to play the last move that autocomplete offers."""
        return self.to_move.running("move", self.place, move=(await self.legal_moves())[-1])

    async def typing_the_last(self) -> Deed | None:
        """Prepare the move that ends the game; None while there is no such move."""
        alt = self.board.pictures[0].alt or ""
        dice = re.findall(r"\b[a-g] [a-z]+ [1-6]", alt)
        move = (await self.legal_moves())[-1]
        if len(dice) != move.count("+") + 1:
            return None
        return self.to_move.running("move", self.place, move=move)

    async def type_move(self) -> Answer:
        """Play a move with /move."""
        (answer,) = await self.world.at_once(await self.typing())
        return answer

    async def play(self, moves: int) -> None:
        """Play that many moves with /move."""
        for _ in range(moves):
            await self.type_move()

    async def play_to_the_end(self) -> Message:
        """Play until nobody is to move, and return the message with the result."""
        while self.live_boards:
            await self.type_move()
        return self.result

    async def resign(self, person: Person) -> Answer:
        """Make a player give up."""
        question = await person.slash("game resign", self.place, game=self.code)
        return await person.click(question, "Resign")


def mentioned_first(board: Message) -> Person:
    """Return who is to move: a board begins with them, and may mention others below."""
    mentioned = re.search(r"<@(\d+)>", board.text)
    assert mentioned is not None, board.text
    return board.world.people[int(mentioned[1])]


def confirm_label(panel: Answer) -> str | None:
    """Return the label of a panel's Confirm button, or None while there is none."""
    return next((label for label in panel.buttons if label.startswith("Confirm")), None)


def offered(panel: Answer) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return what a panel offers by its tokens: the id of its control and, in a list, the value."""
    found = {
        option.value: (menu.custom_id, (option.value,))
        for menu in panel.message.menus
        for option in menu.options
    }
    ids = [control.custom_id or "" for control in panel.message.controls]
    taking = [custom_id for custom_id in ids if custom_id.split(":")[1:2][0].endswith("take")]
    return found | {re.split("[:.]", custom_id)[-1]: (custom_id, ()) for custom_id in taking}


async def choose_along(person: Person, panel: Answer, *way: str) -> Answer:
    """Make the choices of a way, in small steps, as far as a panel asks for them."""
    left = way
    while confirm_label(panel) is None and left:
        open_ways = {spread([token]): press for token, press in offered(panel).items()}
        for start in range(len(left)):
            fitting = [taken for taken in open_ways if left[start : start + len(taken)] == taken]
            if fitting:
                taken = min(fitting, key=len)
                left = left[start + len(taken) :]
                panel = await person.press(panel, *open_ways[taken])
                break
        else:
            break
    return panel


async def challenge(
    world: World,
    one: Person,
    two: Person | None = None,
    place: Place | None = None,
    **terms: str | bool,
) -> Message:
    """Make `one` challenge `two` (or anybody) to Dice Matrix, and return the card."""
    options = {"first": "me", **terms}
    opponent = {} if two is None else {"opponent": two}
    await one.slash("dice-matrix challenge", place, **options, **opponent)
    return world.messages(place)[-1]


async def start_game(
    world: World, one: Person, two: Person, place: Place | None = None, **terms: str | bool
) -> Game:
    """Make `one` challenge `two`, who accepts; `one` is to move unless `first` says otherwise."""
    card = await challenge(world, one, two, place, **terms)
    await two.click(card, "Accept")
    return game_of(world, one, two, card)


def game_of(world: World, one: Person, two: Person, card: Message) -> Game:
    """Return the game that came of an accepted card, wherever it is played."""
    where = card.thread or card.place
    board = [message for message in where.messages if "Move" in message.buttons][-1]
    code = re.search(r"\b([A-Z]{5})$", board.text, re.MULTILINE)
    game_id = game_id_of(board)
    assert code is not None, board.text
    assert game_id is not None, board
    return Game(world, (one, two), where, card, game_id, code[1])


def played_in(place: Place) -> tuple[Message, ...]:
    """Return the messages of a game's place but those with which each game begins: its promises."""
    return tuple(message for message in place.messages if "How to check" not in message.buttons)


def result_in(place: Place, game_id: int | None = None) -> Message:
    """Return the last result in a place, or that of one game."""
    results = [
        message
        for message in place.messages
        if "Replay" in message.buttons and game_id in {None, game_id_of(message)}
    ]
    return results[-1]


def game_id_of(message: Message) -> int | None:
    """Return the number of the game whose board (or result) this is, from its Text button."""
    ids = [(control.custom_id or "").split(":") for control in message.controls]
    return next((int(parts[2]) for parts in ids if parts[:2] == ["t", "text"]), None)
