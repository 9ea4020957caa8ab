"""Handicaps in Discord: chosen with the challenge, on the card, on every board, in the result and its list."""

from dataclasses import dataclass, field
from random import Random

import pytest

from games.chance import SeededSource
from games.fairness import verify
from games.players import Budget, Level, player_of
from tests.discord.hands import bot_of
from tests.discord.playthrough import record_of
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, challenge, game_id_of, game_of, mentioned_first, result_in
from tests.tiers import sampled

NAMES = ("Mara", "Jonas", "Kim", "Lea")


@dataclass(frozen=True, slots=True)
class Case:
    """A whole game with a handicap: how it is asked for, and how the card and the boards say it."""

    command: str
    handicap: str
    card: str
    told: str
    people: int = 2
    options: dict[str, str] = field(default_factory=dict)


CASES = {
    "tablero": Case(
        "tablero",
        "opponent:6",
        "Handicap: Jonas: a head start of 6 points",
        "Jonas: a head start of 6 points",
        options={"first": "me"},
    ),
    "dice_matrix": Case(
        "dice-matrix",
        "me:40",
        "Handicap: Mara: a head start of 40 points",
        "Mara: a head start of 40 points",
        options={"first": "me"},
    ),
    "dicefest": Case(
        "dicefest",
        "others:2",
        "Handicap: Jonas: 1 locked die is enough",
        "Jonas: 1 locked die is enough",
    ),
    "matrio": Case(
        "matrio",
        "others:200",
        "Handicap: Jonas, Kim and Lea: a head start of 200 points",
        "a head start of 200 points",
        people=4,
    ),
}


async def begin(world: World, case: Case) -> tuple[Message, Game]:
    """Make Mara challenge the others, who accept; return the card as it was before, and the game."""
    mara, *others = [world.person(name) for name in NAMES[: case.people]]
    one_or_more = case.command in {"dice-matrix", "tablero"}
    asked = {
        "opponent" if one_or_more else f"opponent{n}": person for n, person in enumerate(others, 1)
    }
    await mara.slash(f"{case.command} challenge", handicap=case.handicap, **case.options, **asked)
    card = world.channel.last
    for person in others:
        await person.click(card, "Accept")
    return card, game_of(world, mara, others[0], card)


async def play_out(world: World, game: Game) -> Message:
    """Play a game to its end, as computers of middling strength would, and return the result."""
    random, source = Random(1), SeededSource(1)
    while True:
        line = (await bot_of(world).matches.table(game.id)).line
        if line.to_move is None:
            return result_in(game.place, game.id)
        assert isinstance(line.to_move, int)
        view, key = line.position.seen_by(line.to_move), line.game.about.key
        move = line.game.random_move(line.position, source)
        if key == "dicefest":
            legal = line.position.legal_moves()
            move = player_of(key, Level.MEDIUM).choose(view, legal, random, Budget(0.3))
        await mentioned_first(game.board).slash(
            "move", game.place, move=line.game.format(move), game=game.code
        )


@pytest.mark.slow
@pytest.mark.parametrize("key", CASES)
async def test_a_whole_game_with_a_handicap(world: World, key: str) -> None:
    case = CASES[key]
    card, game = await begin(world, case)
    assert case.card in card.text
    result = await play_out(world, game)
    for board in game.boards:
        assert case.told in (board.pictures[0].alt or "").splitlines()[0]
        assert f"Handicap: {case.told}" in board.text or case.people > 2
    assert "Handicap: " in result.text
    assert "Rating in " in result.text
    assert ", with a handicap: " in result.text
    record = await record_of(game)
    assert set(record.handicap) == {0, int(case.handicap.partition(":")[2])}
    assert verify(record).line.result == record.result


async def test_a_challenge_with_a_handicap_to_the_end_and_again(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, jonas, handicap="opponent:20")
    assert "Handicap: Jonas: a head start of 20 points" in card.text
    await jonas.click(card, "Accept")
    game = game_of(world, mara, jonas, card)
    assert "Handicap: Jonas: a head start of 20 points" in game.board.text
    assert (game.board.pictures[0].alt or "").startswith("Jonas: a head start of 20 points\n")
    told = await mara.slash("game text", game.place, game=game.code)
    assert "Jonas: a head start of 20 points" in told.text
    await game.play(4)
    assert "Handicap: Jonas: a head start of 20 points" in game.boards[0].text
    explored = await mara.slash("game replay", game.place, game=game.code)
    assert "Jonas: a head start of 20 points" in (explored.pictures[0].alt or "")
    await game.resign(mara)
    assert "Handicap: Jonas: a head start of 20 points" in game.result.text
    assert "Rating in Dice Matrix, with a handicap: " in game.result.text

    # The one who has it asks for the rematch, and it is still theirs.
    await jonas.click(game.result, "Rematch")
    again = world.channel.last
    assert "Handicap: Jonas: a head start of 20 points" in again.text
    await mara.click(again, "Accept")
    rematch = game_of(world, jonas, mara, again)
    assert "Handicap: Jonas: a head start of 20 points" in rematch.board.text

    listed = await mara.slash("leaderboard", game="Dice Matrix", list="with a handicap")
    assert listed.text.startswith("### Leaderboard, Dice Matrix, with a handicap\n")
    assert "1. Jonas" in (listed.pictures[0].alt or "")
    ordinary = await mara.slash("leaderboard", game="Dice Matrix")
    assert "no rated game has been finished" in ordinary.text
    profile = await mara.slash("profile", person=jonas)
    assert "with a handicap won 1, drawn 0, lost 0" in profile.text
    assert "Milestones" not in profile.text
    between = await mara.slash("versus", person=jonas)
    assert "With a handicap, **Dice Matrix**: Mara 0, Jonas 1" in between.text


async def test_an_open_challenge_gives_it_to_who_accepts(
    world: World, mara: Person, jonas: Person
) -> None:
    card = await challenge(world, mara, handicap="opponent:10")
    assert "Handicap: the opponent: a head start of 10 points" in card.text
    await jonas.click(card, "Accept")
    assert "Handicap: Jonas: a head start of 10 points" in card.text
    assert "Jonas: a head start of 10 points" in game_of(world, mara, jonas, card).board.text


async def test_against_the_computer_it_is_unrated(world: World, mara: Person) -> None:
    refused = await mara.slash(
        "dice-matrix challenge", handicap="me:40", computer="easy", rated=True
    )
    assert refused.text == (
        "A game with computers and a handicap is not rated: leave the rated option out, or the "
        "handicap."
    )
    await mara.slash("dice-matrix challenge", handicap="me:40", computer="easy", first="me")
    card = next(message for message in world.channel.messages if "Dice Matrix" in message.text)
    assert "unrated" in card.text
    assert "Handicap: Mara: a head start of 40 points" in card.text
    assert card.thread is not None
    assert game_id_of(card.thread.last) is not None


@sampled("command", ["dice-matrix", "tablero", "matrio", "dicefest"])
async def test_the_rules_explain_it(world: World, mara: Person, command: str) -> None:
    page = await mara.slash(f"{command} rules")
    while "Next" in page.buttons:
        assert "**Handicap.**" not in page.text
        page = await mara.click(page, "Next")
    assert "**Handicap.**" in page.text
