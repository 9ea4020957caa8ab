"""Draws, takebacks and ends without a result, as people ask for them and answer in Discord."""

import re

import pytest

from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, result_in, start_game


@pytest.fixture
async def casual(world: World, mara: Person, jonas: Person) -> Game:
    """Return an unrated game that has just begun; Mara is to move."""
    return await start_game(world, mara, jonas, rated=False)


def offer_in(game: Game) -> Message:
    """Return the offer that was made last."""
    return [message for message in game.place.messages if "declin" in ids(message)][-1]


def ids(message: Message) -> str:
    return " ".join(control.custom_id or "" for control in message.controls)


@pytest.mark.slow
async def test_a_draw_is_offered_agreed_on_and_announced(
    game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(2)
    asked = await mara.slash("game draw", game.place)

    assert asked.ephemeral
    assert asked.text == "You offered a draw. The offer is open until somebody else moves."
    offer = game.place.last
    assert offer.text == f"Mara offers a draw. {jonas.mention}, do you agree?"
    assert offer.pings == (jonas,)
    assert set(offer.buttons) == {"Agree", "Decline", "Go to the board"}

    thanks = await jonas.click(offer, "Agree")

    assert thanks.ephemeral
    assert thanks.text == "You have agreed on a draw."
    assert offer.text == "Mara offers a draw. Agreed."
    assert offer.buttons == ()
    assert game.result.text.startswith("### A draw\n")
    assert game.live_boards == ()


async def test_a_draw_is_declined_in_one_click(game: Game, mara: Person, jonas: Person) -> None:
    await game.play(2)
    await mara.slash("game draw", game.place)
    offer = offer_in(game)

    await jonas.click(offer, "Decline")

    assert offer.text == "Mara offers a draw. Jonas declined."
    assert offer.buttons == ()
    again = await mara.slash("game draw", game.place)
    assert again.text == (
        "You have already asked for this on this board. Ask again after the next move."
    )
    assert len(game.live_boards) == 1


@pytest.mark.slow
async def test_who_declined_may_offer_the_same_on_the_same_board(
    game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(2)
    await mara.slash("game draw", game.place)
    answer = await jonas.click(offer_in(game), "Decline")
    assert answer.text == "You have declined the draw. The game goes on."

    await jonas.slash("game draw", game.place)
    offer = offer_in(game)
    assert offer.text.startswith("Jonas offers a draw.")
    assert offer.pings == (mara,)
    await mara.click(offer, "Agree")
    assert offer.text == "Jonas offers a draw. Agreed."
    assert offer.buttons == ()


@pytest.mark.slow
async def test_a_request_and_more_lead_to_the_board(
    game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(2)
    asked = await mara.slash("game draw", game.place)
    for message in (offer_in(game), asked.message, (await jonas.click(game.board, "More")).message):
        (to_board,) = (one for one in message.controls if one.label == "Go to the board")
        assert (to_board.url or "").endswith(f"/{game.place.id}/{game.board.id}")


async def test_who_offers_can_withdraw(game: Game, mara: Person, jonas: Person) -> None:
    asked = await mara.slash("game draw", game.place)
    offer = offer_in(game)

    await mara.click(asked, "Withdraw")

    assert offer.text == "Mara offers a draw. Withdrawn."
    late = await jonas.press(offer, "t:agree:1:0:0")
    assert late.text == "Too late: this was already answered, or the game has moved on."


async def test_the_message_says_that_the_game_went_on(
    game: Game, mara: Person, jonas: Person
) -> None:
    await jonas.slash("game draw", game.place)
    offer = offer_in(game)

    await game.type_move()

    assert offer.text == "Jonas offers a draw. Nobody answered before the game went on."
    assert offer.buttons == ()


async def test_only_who_is_asked_can_answer(world: World, game: Game, mara: Person) -> None:
    lea = world.person("Lea")
    await mara.slash("game draw", game.place)
    offer = offer_in(game)

    outside = await lea.click(offer, "Agree")
    own = await mara.click(offer, "Agree")

    assert outside.text == "Only Mara and Jonas play in this game. /games lists yours."
    assert own.text == "You asked for this yourself: the others have to answer."
    assert offer.buttons == ("Agree", "Decline", "Go to the board")


@pytest.mark.slow
async def test_a_turn_is_taken_back_from_more(casual: Game, mara: Person, jonas: Person) -> None:
    await casual.play(3)
    before = casual.board
    position = before.pictures[0].alt
    taker = casual.to_move
    other = casual.waiting
    await casual.play(2)
    old = casual.board
    more = await taker.click(casual.board, "More")

    asked = await taker.click(more, "Ask for a takeback")

    assert asked.text == (
        "You asked to take your turn back. The request is open until somebody moves."
    )
    offer = offer_in(casual)
    assert offer.text.startswith(
        f"{taker} asks to take a turn back. {other.mention}, do you agree?"
    )
    assert "-# This undoes: " in offer.text
    assert offer.pings == (other,)

    await other.click(offer, "Agree")

    board = casual.board
    assert board != old
    assert board.pictures[0].alt == position
    assert "Taken back: " in board.text
    assert casual.to_move is taker
    assert board.pings == (taker,)
    assert "Taken back: " not in before.text
    stale = await taker.press(old, f"t:move:{casual.id}:5")
    assert stale.text.startswith("The board has moved on: a turn was taken back. Here it is.")
    exported = await mara.slash("game export", casual.place)
    assert len(exported.files) == 1
    await casual.play_to_the_end()


async def test_a_rated_game_says_why_nothing_is_taken_back(game: Game) -> None:
    await game.play(1)
    more = await game.waiting.click(game.board, "More")
    assert "Ask for a takeback" not in more.buttons

    refused = await game.waiting.slash("game takeback", game.place)

    assert refused.text == "This game is rated, and its challenge did not allow takebacks."


@pytest.mark.slow
async def test_a_game_nobody_wants_is_ended_by_both(
    game: Game, mara: Person, jonas: Person
) -> None:
    await mara.slash("game abort", game.place)
    offer = offer_in(game)
    assert offer.text == (
        f"Mara asks to end the game without a result. {jonas.mention}, do you agree?"
    )

    await jonas.click(offer, "Agree")

    assert game.result.text.startswith("### Ended without a result\n")
    assert "Rematch" not in game.result.buttons


async def test_an_unrated_game_that_has_not_begun_is_ended_by_one(casual: Game) -> None:
    ended = await casual.waiting.slash("game abort", casual.place)

    assert ended.text == "The game was ended without a result."
    assert casual.live_boards == ()


async def test_an_answer_that_is_delivered_twice_counts_once(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(2)
    await mara.slash("game draw", game.place)
    deed = jonas.clicking(offer_in(game), "Agree")

    await world.at_once(deed, deed)

    results = [message for message in game.place.messages if "Replay" in message.buttons]
    assert len(results) == 1


@pytest.mark.slow
async def test_agreeing_and_moving_at_once_end_in_one_of_two_ways(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(1)
    asker, mover = (mara, jonas) if game.to_move is jonas else (jonas, mara)
    await asker.slash("game draw", game.place)
    offer = offer_in(game)
    move = await game.typing()

    await world.at_once(mover.clicking(offer, "Agree"), move)

    over = any("Replay" in message.buttons for message in game.place.messages)
    assert over == (offer.text.endswith("Agreed."))
    assert offer.buttons == ()


async def test_an_offer_outlives_a_restart(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await mara.slash("game draw", game.place)
    await world.restart(kill=True)

    await jonas.click(offer_in(game), "Agree")

    assert game.result.text


@pytest.mark.slow
async def test_an_offer_that_a_crash_kept_back_goes_out_once(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    world.hold("POST", "/channels/*/messages")
    await world.at_once(mara.running("game draw", game.place), may_fail=True)
    await world.restart(kill=True)
    await world.pass_time(minutes=3)

    offers = [message for message in game.place.messages if "Agree" in message.buttons]
    assert len(offers) == 1
    await jonas.click(offers[0], "Agree")
    assert game.result.text


async def test_a_message_that_somebody_deleted_holds_nothing_up(
    game: Game, mara: Person, jonas: Person
) -> None:
    await mara.slash("game draw", game.place)
    await offer_in(game).delete()

    agreed = await jonas.slash("game draw", game.place)

    assert agreed.text == "You have agreed on a draw."
    assert game.result.text


async def test_more_offers_what_makes_sense(casual: Game, world: World) -> None:
    lea = world.person("Lea")
    await casual.play(2)

    mine = await casual.to_move.click(casual.board, "More")
    theirs = await lea.click(casual.board, "More")

    other = await casual.waiting.click(casual.board, "More")

    assert {"Offer a draw", "Ask for a takeback", "End without result", "Resign"} <= set(
        mine.buttons
    )
    assert ("Plans" in mine.buttons, "Plans" in other.buttons) == (False, True)
    assert set(theirs.buttons) == {
        *("Rules", "Record", "Replay", "Explore", "Follow", "Note", "Go to the board")
    }
    await casual.play(1)
    later = await casual.to_move.click(casual.board, "More")
    assert "End without result" not in later.buttons


@pytest.mark.slow
async def test_a_table_of_four_shows_who_has_agreed(world: World) -> None:
    people = [world.person(name) for name in ("Mara", "Jonas", "Ines", "Teo")]
    mara, jonas, ines, teo = people
    await mara.slash(
        "dicefest challenge", opponent1=jonas, opponent2=ines, opponent3=teo, rated=False, seats=4
    )
    card = world.messages()[-1]
    for person in (jonas, ines, teo):
        await person.click(card, "Accept")
    thread = card.thread
    assert thread is not None

    await ines.slash("game draw", thread)

    offer = thread.last
    assert set(offer.pings) == {mara, jonas, teo}
    assert re.search(r"^-# waiting for \w+, \w+, \w+$", offer.text, re.MULTILINE)
    await mara.click(offer, "Agree")
    assert "-# Mara agreed · " in offer.text
    assert mara.mention not in offer.text
    waiting = await jonas.click(offer, "Agree")
    assert waiting.text == "You agreed. Not everybody has answered yet."
    await teo.click(offer, "Agree")
    assert offer.text == "Ines offers a draw. Agreed."
    assert result_in(thread).text.startswith("### A draw\n")


async def test_a_rated_game_may_have_takebacks_if_that_was_agreed(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas, takebacks=True)
    assert "rated · takebacks allowed" in game.card.text
    await game.play(2)

    await mara.slash("game takeback", game.place)
    await jonas.click(offer_in(game), "Agree")

    assert game.moves == 0
    assert game.to_move is mara
