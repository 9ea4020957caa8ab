"""Hidden hands: shown to their holder alone, next to the board, in the panel and in words."""

import json
from collections.abc import AsyncIterator

import pytest

import render
from games.chance import SeededSource
from games.game import Step
from games.line import Line
from games.matrio import MATRIO, MatriO
from games.matrio.board import CARD_INDEX
from games.matrio.rules import Play, Position
from games.matrio.signs import mention_card, name_card
from games.words import Text
from tests.discord.hands import (
    NAMES,
    Four,
    all_of,
    cards_in,
    matrio_with_telling_pictures,
    sit_down,
    told_apart,
)
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, choose_along, confirm_label, offered
from tests.games.lines import lines, tables
from tests.render.matrio.scenes import hand


@pytest.fixture
async def four(world: World) -> AsyncIterator[Four]:
    """Yield a game of MatriO that four people have just begun."""
    with matrio_with_telling_pictures():
        yield await sit_down(world, *(world.person(name) for name in NAMES))


def drawn_from(message: Message) -> list[str]:
    """Return what the pictures of a message were drawn from."""
    return [picture.data.decode("utf-8", "ignore") for picture in message.pictures]


def test_what_another_test_has_drawn_does_not_hide_what_a_hand_is_drawn_from() -> None:
    (seats, options), *_ = tables(MATRIO)
    position = lines("matrio", seats, options, 1)[0].position
    assert isinstance(position, Position)
    shown = hand(position, 0)
    drawn = render.hand_picture(shown)

    with matrio_with_telling_pictures():
        told = render.hand_picture(shown).decode("utf-8", "ignore")

    assert json.loads(told[told.index("[") :])[0] == all_of(MATRIO, shown.position)
    assert render.hand_picture(shown) is drawn


# ------------------------------------------------------------------------ the board


async def test_the_live_board_has_your_hand_and_the_old_one_only_its_text(four: Four) -> None:
    first = four.board

    await four.type_move()

    assert first.buttons == ("Text",)
    assert four.board.buttons == ("Move", "Your hand", "Text", "More")


async def test_a_game_without_hands_has_no_such_button(game: Game, mara: Person) -> None:
    assert "Your hand" not in game.board.buttons

    answer = await mara.slash("game hand", game.place)

    assert answer.text == "There are no hidden hands in Dice Matrix: the board shows everything."
    assert answer.ephemeral


@pytest.mark.slow
async def test_the_first_board_seals_a_deal_and_no_dice(four: Four) -> None:
    assert "Fingerprint of the deal: " in four.board.text
    assert "dice" not in four.board.text.casefold()


@pytest.mark.slow
async def test_who_withdraws_is_announced_to_everybody(four: Four) -> None:
    moves, name = moves_to_a_withdrawal((await four.table()).line)
    for move in moves[:-1]:
        await four.type_move(move)
    assert "Out: " not in four.board.text

    answer = await four.type_move(moves[-1])

    assert f". Out: {name}" in four.board.text
    assert f". Out: {name}" in answer.text
    assert f"{name}, withdrawn: no dot" in (four.board.pictures[0].alt or "")


def moves_to_a_withdrawal(line: Line) -> tuple[list[str], str]:
    """Find legal moves after the last of which somebody withdraws, and the name."""
    for seed in range(200):
        source, gone, moves = SeededSource(seed), line, list[str]()
        while gone.to_move is not None and not gone.position.withdrawn:
            move = line.game.random_move(gone.position, source)
            moves.append(line.game.format(move))
            gone = gone.play(move)
        if gone.to_move is not None:
            return moves, NAMES[min(gone.position.withdrawn)]
    pytest.fail("nobody withdraws in 200 games")


async def test_who_leaves_is_named_and_nobody_is_pinged_whose_turn_it_was_before(
    four: Four,
) -> None:
    player, (_, _, leaving) = await four.player(), await four.others()
    pinged_before = four.board.pings
    question = await leaving.slash("game resign", four.place, game=four.code)

    await leaving.click(question, "Resign")

    assert f"-# {leaving} has left the game." in four.board.text
    assert player.mention in four.board.text
    pinged_by_it = four.board.pings
    await four.type_move()
    # The first board pings everybody who plays.
    assert [set(pinged_before), pinged_by_it, four.board.pings] == [
        set(four.players),
        (),
        (await four.player(),),
    ]
    assert f"-# {leaving} has left the game." in four.board.text


@pytest.mark.slow
async def test_who_leaves_in_their_turn_passes_it_on_with_a_ping(four: Four) -> None:
    leaving, (following, _, _) = await four.player(), await four.others()
    question = await leaving.slash("game resign", four.place, game=four.code)

    await leaving.click(question, "Resign")

    assert await four.player() is following
    assert four.board.pings == (following,)


# ------------------------------------------------------------------------- the hand


@pytest.mark.slow
async def test_everybody_who_sits_sees_their_own_hand_and_no_other(four: Four) -> None:
    for person in four.players:
        answer = await person.click(four.board, "Your hand")

        assert answer.ephemeral
        assert [picture.name for picture in answer.pictures] == ["turn.png", "hand.png"]
        own = set(await four.hand_of(person))
        assert len(own) == 13
        board, hand = answer.pictures
        assert f"{person} holds " in (board.alt or "")
        assert cards_in(board.alt or "") == told_apart(own)
        assert hand.alt == "Your hand, described with the board above."
        for told in drawn_from(answer.message):
            assert cards_in(told) == own


async def test_a_hand_is_deferred_for_its_holder_alone(world: World, four: Four) -> None:
    person = four.players[2]

    answer, cost = await world.measure(person.clicking(four.board, "Your hand"))

    callback, filled = cost.requests
    assert callback.body == {"type": 5, "data": {"flags": 64}}
    assert filled.is_for("PATCH", "/webhooks/*/messages/@original")
    assert answer.ephemeral


async def test_the_command_shows_the_hand_too_from_anywhere_by_code(four: Four) -> None:
    person = four.players[1]
    clicked = await person.click(four.board, "Your hand")

    here = await person.slash("game hand", four.place)
    elsewhere = await person.slash("game hand", game=four.code)

    (code,) = await person.autocomplete("game hand", "game", "")
    assert code.value == four.code
    assert drawn_from(here.message) == drawn_from(clicked.message) == drawn_from(elsewhere.message)
    assert here.ephemeral
    assert elsewhere.ephemeral


@pytest.mark.slow
async def test_an_old_button_shows_the_hand_of_now(four: Four) -> None:
    person, old = await four.player(), four.board
    (custom_id,) = (b.custom_id for b in old.controls if b.label == "Your hand")
    await four.type_move()

    answer = await person.press(old, custom_id or "")

    hand = await four.hand_of(person)
    assert len(hand) == 12
    assert json.loads(drawn_from(answer.message)[1].partition("\n\x1a\n")[2])[0][0]["hands"][
        four.players.index(person)
    ] == sorted(hand)


@pytest.mark.slow
async def test_who_does_not_sit_gets_no_hand(world: World, four: Four) -> None:
    stranger = world.person("Ora")

    for answer in (
        await stranger.click(four.board, "Your hand"),
        await stranger.slash("game hand", game=four.code),
    ):
        assert answer.text.startswith("Only Mara, Jonas, Lea and Kim play in this game.")
        assert answer.ephemeral
        assert answer.files == ()


async def test_who_has_left_holds_nothing(four: Four) -> None:
    (_, leaving, _) = await four.others()
    question = await leaving.slash("game resign", four.place, game=four.code)
    await leaving.click(question, "Resign")

    answer = await leaving.click(four.board, "Your hand")

    assert answer.text == "You have left this game: the others go on without you."
    assert answer.files == ()
    assert answer.ephemeral


@pytest.mark.slow
async def test_a_game_that_is_over_has_no_hands_to_show(four: Four) -> None:
    for person in four.players[1:]:
        question = await person.slash("game resign", four.place, game=four.code)
        await person.click(question, "Resign")

    answer = await four.players[0].slash("game hand", game=four.code)

    assert answer.text == "This game is over. /games lists your running games."


@pytest.mark.slow
async def test_a_hand_that_cannot_be_drawn_is_told_in_words_still(
    world: World, four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("render.hand_picture", unable)
    person = four.players[3]

    with world.expects("a Hand could not be drawn"):
        answer = await person.click(four.board, "Your hand")

    assert [picture.name for picture in answer.pictures] == ["turn.png"]
    assert cards_in(answer.pictures[0].alt or "") == told_apart(await four.hand_of(person))


async def test_without_any_picture_the_words_stand_in_the_message(
    world: World, four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("render.hand_picture", unable)
    monkeypatch.setattr("render.picture", unable)
    person = four.players[3]

    with world.expects("a Hand could not be drawn", "a Scene could not be drawn"):
        answer = await person.click(four.board, "Your hand")

    assert answer.files == ()
    assert f"{person} holds " in answer.text
    assert cards_in(answer.text) == told_apart(await four.hand_of(person))


def unable(_subject: object) -> bytes:
    """Draw nothing, as a picture with a fault does."""
    raise RuntimeError


async def test_text_tells_players_their_own_hand_and_others_none(world: World, four: Four) -> None:
    stranger = world.person("Ora")
    for person in (*four.players, stranger):
        own = set(await four.hand_of(person)) if person in four.players else set()

        for answer in (
            await person.click(four.board, "Text"),
            await person.slash("game text", four.place, game=four.code),
        ):
            assert answer.ephemeral
            # Everybody knows who holds the 2♣, since its holder starts.
            assert cards_in(answer.text) - {"2C"} == told_apart(own) - {"2C"}


# ------------------------------------------------------------------------ the panel


async def test_the_panel_shows_board_and_hand_with_the_choice_marked(four: Four) -> None:
    person = await four.player()
    own = set(await four.hand_of(person))
    card, _, tray = (await four.a_move()).partition(">")

    cards = await person.click(four.board, "Move")
    assert {token for token in offered(cards) if "+" not in token} == own
    assert [picture.name for picture in cards.pictures] == ["turn.png", "hand.png"]
    complete = await choose_along(person, cards, card, tray)

    assert confirm_label(complete) is not None
    assert complete.text.startswith(f"Play {mention_card(CARD_INDEX[card])} to ")
    for told in drawn_from(complete.message):
        assert json.dumps([card, tray]) in told
        assert cards_in(told) == own


@pytest.mark.slow
async def test_the_panel_tells_all_that_a_move_would_change(four: Four) -> None:
    for _ in range(60):
        position = await four.position()
        move, after = dotting(position)
        if move is not None and after is not None:
            break
        await four.type_move()
    else:
        pytest.fail("no dot in 60 moves")
    person = await four.player()
    card, _, tray = MATRIO.format(move).partition(">")

    panel = await choose_along(person, await person.click(four.board, "Move"), card, tray)

    assert " Then: a dot on " in panel.text
    await person.click(panel, confirm_label(panel) or "")
    assert f"{person}: {name_card(move.card)} → " in four.board.text


def dotting(position: Position) -> tuple[Play | None, Position | None]:
    """Find a move that places a dot, and what comes of it."""
    for move in position.legal_moves():
        after = position.play(move)
        if after.dots != position.dots:
            return move, after
    return None, None


async def test_a_prompt_and_a_label_of_any_length_fit_the_panel(
    world: World, four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    def steps(_game: MatriO, position: Position, _chosen: tuple[str, ...]) -> Step[Play]:
        return Step(Text("long " * 1000), move=position.legal_moves()[0])

    def name_move(_game: MatriO, _position: Position, _move: Play) -> Text:
        return Text("label " * 50)

    monkeypatch.setattr(MatriO, "steps", steps)
    monkeypatch.setattr(MatriO, "name_move", name_move)
    person = await four.player()

    panel = await person.click(four.board, "Move")
    assert len(panel.text) == 3800
    assert len(confirm_label(panel) or "") <= 80
    monkeypatch.setattr("render.picture", unable)
    with world.expects("a Scene could not be drawn"):
        in_words = await person.click(four.board, "Move")

    assert f"{person} holds " in in_words.text
    assert "long long" in in_words.text
    assert len(in_words.text) <= 4000


@pytest.mark.slow
async def test_an_overtaken_panel_shows_the_new_board_with_the_own_hand_alone(four: Four) -> None:
    person = await four.player()
    panel = await person.click(four.board, "Move")
    await four.type_move()

    answer = await person.choose(panel, panel.message.menus[0].options[0].value)

    assert answer.text.startswith(f"The board has moved on: {person} played ")
    played = cards_in(answer.text)
    for told in drawn_from(answer.message):
        assert cards_in(told) == played | set(await four.hand_of(person))
