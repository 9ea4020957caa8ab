"""Races: the same click twice, and several clicks in the same instant."""

import pytest

from tests.data.backends import ON_EACH
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, challenge, confirm_label, game_of, played_in, start_game

pytestmark = ON_EACH


def said(answers: tuple[Answer, ...]) -> list[str]:
    return [answer.text for answer in answers if answer.messages]


# The same click twice


async def test_the_same_confirm_delivered_twice_at_once_is_one_move(
    world: World, game: Game
) -> None:
    confirm = await game.confirming()
    answer, _ = await world.at_once(confirm, confirm)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (1, 2, 1)
    assert "Mara turned the left-over" in answer.told.text


@pytest.mark.slow
async def test_the_same_confirm_delivered_again_later_changes_nothing(
    world: World, game: Game
) -> None:
    confirm = await game.confirming()
    await world.at_once(confirm)
    await world.pass_time(minutes=1)
    await world.at_once(confirm)
    await game.play(2)
    await world.at_once(confirm)
    assert (game.moves, len(game.boards), len(game.live_boards)) == (3, 4, 1)


async def test_the_same_typed_move_delivered_twice_is_one_move(world: World, game: Game) -> None:
    await game.play(1)
    typed = await game.typing()
    answer, _ = await world.at_once(typed, typed)
    await world.at_once(typed)
    assert answer.text.startswith("Jonas took")
    assert (game.moves, len(game.boards), len(game.live_boards)) == (2, 3, 1)


async def test_the_same_challenge_delivered_twice_posts_one_card(
    world: World, mara: Person, jonas: Person
) -> None:
    deed = mara.running("dice-matrix challenge", opponent=jonas)
    await world.at_once(deed, deed)
    await world.at_once(deed)
    assert len(world.messages()) == 1
    assert world.messages()[0].pings == (jonas,)


async def test_accept_delivered_twice_starts_one_game_in_one_thread(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    accept = jonas.clicking(card, "Accept")
    await world.at_once(accept, accept)
    await world.at_once(accept)
    (thread,) = world.channel.threads
    assert len(played_in(thread)) == 1
    assert len(game_of(world, mara, jonas, card).live_boards) == 1


async def test_accept_clicked_twice_starts_one_game_in_one_thread(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    await world.at_once(jonas.clicking(card, "Accept"), jonas.clicking(card, "Accept"))
    (thread,) = world.channel.threads
    assert len(played_in(thread)) == 1


@pytest.mark.slow
async def test_resigning_twice_posts_one_result(world: World, game: Game, jonas: Person) -> None:
    question = await jonas.slash("game resign", game.place)
    resign = jonas.clicking(question, "Resign")
    await world.at_once(resign, resign, jonas.clicking(question, "Resign"))
    await world.at_once(resign)
    assert len([m for m in game.place.messages if "Rematch" in m.buttons]) == 1


# Several clicks in the same instant


async def test_of_two_people_who_accept_an_open_card_at_once_one_plays_and_one_is_told(
    world: World, mara: Person, jonas: Person
) -> None:
    kim = world.person("Kim")
    card = await challenge(world, mara)
    answers = await world.at_once(jonas.clicking(card, "Accept"), kim.clicking(card, "Accept"))
    (thread,) = world.channel.threads
    assert len(played_in(thread)) == 1
    assert said(answers) == ["This challenge has already been accepted."]


async def test_accept_and_cancel_at_once_leave_a_game_or_a_cancelled_card_but_not_both(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    await world.at_once(jonas.clicking(card, "Accept"), mara.clicking(card, "Cancel"))
    assert ("accepted" in card.text) == bool(world.channel.threads)
    assert ("Cancelled" in card.text) != bool(world.channel.threads)
    assert "Accept" not in card.buttons


async def test_two_confirms_from_two_panels_play_one_move(world: World, game: Game) -> None:
    await game.play(1)
    person = game.to_move
    one, two = await game.panel(), await person.click(game.board, "Move")
    two = await person.choose(two, two.message.menus[0].options[0].value)
    labels = confirm_label(one) or "", confirm_label(two) or ""
    assert labels[0] != labels[1]

    answers = await world.at_once(person.clicking(one, labels[0]), person.clicking(two, labels[1]))
    assert (game.moves, len(game.live_boards)) == (2, 1)
    told = [answer.told.text for answer in answers]
    assert sum("The board has moved on" in text for text in told) == 1
    assert sum(person.name in text for text in told) == 2


async def test_who_confirms_in_a_panel_that_has_closed_meanwhile_is_told_all_the_same(
    world: World, game: Game
) -> None:
    panel, player = await game.panel(), game.to_move
    label = confirm_label(panel) or ""
    first, second = player.clicking(panel, label), player.clicking(panel, label)

    (played,) = await world.at_once(first)
    (late,) = await world.at_once(second)

    assert played.closed
    assert late.ephemeral
    assert late.text.startswith("The board has moved on: Mara turned the left-over ")
    assert (game.moves, len(game.live_boards)) == (1, 1)


async def test_a_click_and_a_typed_move_at_once_play_one_move(world: World, game: Game) -> None:
    await game.play(1)
    await world.at_once(await game.confirming(), await game.typing())
    assert (game.moves, len(game.boards), len(game.live_boards)) == (2, 3, 1)


async def test_both_players_clicking_at_once_is_one_move_and_one_sentence(
    world: World, game: Game
) -> None:
    confirm, other = await game.confirming(), game.waiting
    played, refused = await world.at_once(confirm, other.clicking(game.board, "Move"))
    assert (game.moves, len(game.live_boards)) == (1, 1)
    assert refused.ephemeral
    assert "turn" in refused.text or "moved on" in refused.text
    assert "turned the left-over" in played.told.text


@pytest.mark.slow
async def test_a_move_and_the_opponents_resignation_at_once_are_both_in_the_record(
    world: World, game: Game
) -> None:
    question = await game.waiting.slash("game resign", game.place)
    resign = game.waiting.clicking(question, "Resign")
    await world.at_once(await game.confirming(), resign)
    assert not game.live_boards
    assert "by resignation" in game.result.text
    assert len([m for m in game.place.messages if "Rematch" in m.buttons]) == 1


async def test_one_person_moves_in_two_games_in_the_same_instant(
    world: World, game: Game, mara: Person
) -> None:
    other = await start_game(world, mara, world.person("Kim"))
    await world.at_once(await game.confirming(), await other.confirming())
    assert (game.moves, other.moves) == (1, 1)
    assert (game.board.pings, other.board.pings) == ((game.to_move,), (other.to_move,))


@pytest.mark.slow
async def test_two_games_between_the_same_two_people_do_not_mix(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    other = await start_game(world, jonas, mara)
    await world.at_once(await game.confirming(), await other.confirming())
    assert (game.moves, other.moves) == (1, 1)
    assert game.code != other.code
    assert game.board.pictures[0].alt != other.board.pictures[0].alt


@pytest.mark.slow
async def test_a_board_asked_for_twice_at_once_is_live_once(
    world: World, game: Game, mara: Person, jonas: Person
) -> None:
    await game.play(1)
    await world.at_once(
        mara.running("game board", game.place), jonas.running("game board", game.place)
    )
    assert len(game.live_boards) == 1


async def test_a_board_asked_for_while_a_move_is_made_leaves_the_newest_live(
    world: World, game: Game
) -> None:
    await game.play(1)
    ask = game.waiting.running("game board", game.place)
    await world.at_once(ask, await game.confirming(), ask)
    assert (game.moves, len(game.live_boards)) == (2, 1)
