"""A game belongs to its server: from anywhere else its ids show nothing and change nothing."""

from pathlib import Path

import discord

from cogs.ui.routing import control_id
from tests.discord.match.test_forged_ids import BUILDING, HARMLESS, NUMBERED, PLANNING
from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, challenge
from tests.discord.traces import all_public, all_stored
from tests.tiers import sampled

UNKNOWN_GAME = "I don't know this game. /games lists yours."
UNKNOWN_CHALLENGE = "I don't know this challenge. /games lists yours."
MODERATORS_ONLY = "You need Manage Server to end somebody else's game."
OF_PEOPLE = frozenset({"settle", "settle-ask", "settle-yes", "settle-no", "settle-back"})
"""Those that name people, not a game: test_tablero_ledger tries them."""
UNKNOWN_TOURNAMENT = "I don't know this tournament. /tournament list shows all of them."
NOT_IMPORTED = "This imported game is no longer kept. /game import opens it again."
NOT_TRIED = (
    "What you tried here is no longer kept. To start again, use Explore, under More "
    "on a board or in a replay."
)
OTHERS = {"imported": NOT_IMPORTED, "imported-explore": NOT_IMPORTED}
"""What is answered about what is no game, by its action."""
OTHERS |= dict.fromkeys(
    (action for action in NUMBERED if action.startswith(("tournament", "ladder"))),
    UNKNOWN_TOURNAMENT,
)
OTHERS |= dict.fromkeys(
    (action for action in (*NUMBERED, *BUILDING) if action.startswith("explore-")), NOT_TRIED
)
OTHERS |= dict.fromkeys(("poll-move", "poll-text", "poll-vote"), "This vote is over.")
OTHERS |= dict.fromkeys(("poll-ask", "poll-post", "poll-post-open"), NOT_TRIED)
OTHERS |= dict.fromkeys(
    (action for action in NUMBERED if action.startswith("weekly")), "This table was called off."
)
UNKNOWN_PLAN = "This plan is gone: it was played, dropped or withdrawn."
OF_PLANS = frozenset(
    {
        "plan-drop",
        "plan-any",
        "plan-first",
        "plan-kind",
        "plan-roll",
        "plan-on",
        "plan-undo",
        *PLANNING,
    }
)
OF_CHALLENGES = frozenset(
    {"accept", "decline", "join", "leave", "cancel", "again", "fill", "word", "word-said"}
)


def ids_of(game_id: int, challenge_id: int) -> dict[str, str]:
    """Return a well-formed id of every action on a game or a challenge, and the answer due."""
    ids = {}
    for action, count in NUMBERED.items():
        if action in OF_CHALLENGES:
            ids[control_id(action, challenge_id)] = UNKNOWN_CHALLENGE
        elif action not in HARMLESS | OF_PEOPLE:
            answer = UNKNOWN_PLAN if action in OF_PLANS else OTHERS.get(action, UNKNOWN_GAME)
            ids[control_id(action, game_id, *[0] * (count - 1))] = answer
    for action in BUILDING:
        answer = UNKNOWN_PLAN if action in OF_PLANS else OTHERS.get(action, UNKNOWN_GAME)
        ids[control_id(action, game_id, 0, "4")] = answer
    return ids


async def message_elsewhere(world: World, by: Person) -> Message:
    """Return a message in another server where everybody is, and which its author manages."""
    there = world.another_server("Elsewhere")
    await there.allow("manage_guild", to=by)
    return await by.say("Hello", there)


@sampled("over", [False, True])
async def test_no_id_reveals_or_changes_anything_in_another_server(
    world: World, game: Game, jonas: Person, tmp_path: Path, *, over: bool
) -> None:
    mara = game.players[0]
    lea = world.person("Lea", permissions=discord.Permissions(manage_guild=True))
    await challenge(world, jonas, mara)
    # Jonas waits, so he may plan: his plan has the number of the game.
    await jonas.click(await jonas.click(game.board, "More"), "Plans")
    if over:
        await game.resign(jonas)
    there = await message_elsewhere(world, lea)
    public, stored = all_public(world), all_stored(tmp_path)

    for custom_id, text in ids_of(game.id, challenge_id=2).items():
        for person in (mara, jonas, lea):
            answer = await person.press(there, custom_id, ["1"] if ":pick:" in custom_id else ())
            may_end = person is lea or ":end-yes:" not in custom_id
            assert answer.text == (text if may_end else MODERATORS_ONLY), (person, custom_id)
            assert answer.ephemeral
            assert answer.files == ()
            assert answer.buttons == ()

    assert (all_public(world), all_stored(tmp_path)) == (public, stored)


async def test_no_id_reveals_or_changes_anything_in_direct_messages(
    world: World, game: Game, tmp_path: Path
) -> None:
    mara = game.players[0]
    await challenge(world, game.players[1], mara)
    there = await mara.say("Hello", mara.dm)
    public, stored = all_public(world), all_stored(tmp_path)

    for custom_id, text in ids_of(game.id, challenge_id=2).items():
        answer = await mara.press(there, custom_id, ["1"] if ":pick:" in custom_id else ())
        assert answer.text == (MODERATORS_ONLY if ":end-yes:" in custom_id else text), custom_id
        assert answer.files == ()

    assert (all_public(world), all_stored(tmp_path)) == (public, stored)


async def test_no_command_finds_a_code_of_another_server(
    world: World, game: Game, tmp_path: Path
) -> None:
    mara = game.players[0]
    there = world.another_server("Elsewhere")
    stored = all_stored(tmp_path)
    for command in ("game board", "game text", "game resign", "game export", "move"):
        move = {"move": "=3"} if command == "move" else {}

        answer = await mara.slash(command, there, game=game.code, **move)

        assert answer.text == f"There is no game {game.code} in this server. /games lists yours."
        assert await mara.autocomplete(command, "game", "", there) == (), command
    assert all_stored(tmp_path) == stored


async def test_nothing_is_suggested_for_a_game_of_another_server(world: World, game: Game) -> None:
    there = world.another_server("Elsewhere")

    assert await game.to_move.autocomplete("move", "move", "", there, game=game.code) == ()
