"""The promise of a challenge: on its card before anybody accepts, and where nobody can change it."""

import re

import pytest

from games.fairness import verify
from games.lots import Lots
from games.record import Record
from games.verdict import moves_fingerprint, verdict
from tests.discord.playthrough import record_of
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, challenge, game_of, start_game
from tests.tiers import sampled

HASH = re.compile(r"[0-9a-f]{64}")


def promise_in(game: Game) -> Message:
    """Return the message that a game begins with."""
    (promise,) = (message for message in game.place.messages if "How to check" in message.buttons)
    return promise


async def ended(game: Game) -> tuple[Record, Lots]:
    """End a game, and return its record."""
    await game.resign(game.to_move)
    record = await record_of(game)
    assert isinstance(record.fair, Lots)
    return record, record.fair


@pytest.mark.slow
async def test_the_fingerprint_stands_on_the_card_before_anybody_accepts(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    assert not card.edited
    (shown,) = HASH.findall(card.text)
    await jonas.click(card, "Accept")
    _, lots = await ended(game_of(world, mara, jonas, card))

    assert (lots.commitment, lots.card) == (shown, str(card.id))


async def test_two_games_have_two_fingerprints(world: World, mara: Person, jonas: Person) -> None:
    card = await challenge(world, mara, jonas, match="two-game")
    assert len(set(HASH.findall(card.text))) == 2


@pytest.mark.slow
async def test_it_stands_in_a_message_that_is_never_edited_and_wherever_it_is_asked_for(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    await game.play(3)
    promise = promise_in(game)
    assert game.place.messages[0] == promise
    record = await record_of(game)
    assert isinstance(record.fair, Lots)
    (shown,) = HASH.findall(promise.text)
    assert shown == record.fair.commitment
    told = await jonas.slash("game text", game.place, game=game.code)
    assert shown in told.text
    about = await jonas.click(promise, "How to check")
    assert shown in about.text
    assert "python -m games verify" in about.text

    record, lots = await ended(game)
    assert shown in game.proof.text
    assert moves_fingerprint(record.moves) in game.proof.text
    assert any(shown in line for line in verdict(record, verify(record)))
    assert lots.secret is not None
    assert lots.secret in game.proof.text
    assert not promise.edited
    assert not game.proof.edited


async def test_a_word_of_each_goes_into_the_dice_and_stands_on_the_first_board(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas, word="pear")
    form = await jonas.click(card, "Accept with a word")
    await jonas.fill(form, word="  a *plum* ")
    game = game_of(world, mara, jonas, card)

    assert "Words in the dice: Mara: pear · Jonas: a \\*plum\\*" in game.board.text
    assert "Words in the dice" in promise_in(game).text
    record, lots = await ended(game)
    assert lots.words == ("pear", "a *plum*")
    assert verify(record).checked == 1


@pytest.mark.slow
async def test_every_word_stands_on_the_card_before_the_next_person_sits_down(
    world: World, mara: Person, jonas: Person
) -> None:
    """Who sees no word there knows that a host can add none after theirs."""
    card = await challenge(world, mara, jonas)
    assert "Words in the dice" not in card.text
    card = await challenge(world, jonas, mara, word="`pear`")
    assert "Words in the dice: Jonas: \\`pear\\`" in card.text

    kim = world.person("Kim")
    await mara.slash("dicefest challenge", seats=3, word="七")
    table = world.channel.last
    assert "Words in the dice: Mara: 七" in table.text
    await jonas.fill(await jonas.click(table, "Join with a word"), word="plum")
    assert "Words in the dice: Mara: 七 · Jonas: plum" in table.text
    await jonas.click(table, "Leave")
    assert "plum" not in table.text
    await jonas.click(table, "Join")
    await kim.fill(await kim.click(table, "Join with a word"), word="fig")
    assert table.thread is not None
    assert "Words in the dice: Mara: 七 · Kim: fig" in table.text
    await mara.slash("matrio challenge", word="leaf")
    assert "Words in the deal: Mara: leaf" in world.channel.last.text


@pytest.mark.slow
async def test_an_empty_word_accepts_like_a_click(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas)
    form = await jonas.click(card, "Accept with a word")
    await jonas.fill(form, word=" ")
    game = game_of(world, mara, jonas, card)
    assert "Words in the dice" not in game.board.text
    _, lots = await ended(game)
    assert lots.words == (None, None)


async def test_a_word_is_no_way_into_a_challenge_for_somebody_else(
    world: World, mara: Person, jonas: Person
) -> None:
    kim = world.person("Kim")
    card = await challenge(world, mara, jonas)
    form = await kim.click(card, "Accept with a word")
    refused = await kim.fill(form, word="mine")
    assert card.thread is None
    assert "Jonas" in refused.text


@pytest.mark.slow
@sampled("first", ["random", "opponent"])
async def test_who_starts_follows_from_the_card(
    world: World, mara: Person, jonas: Person, first: str
) -> None:
    game = await start_game(world, mara, jonas, first=first)
    starts = game.to_move
    record, lots = await ended(game)
    checked = verify(record)
    assert lots.players[checked.seating[0]] == str(starts.id)
    assert lots.first == (None if first == "random" else 1)
