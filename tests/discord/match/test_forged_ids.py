"""Ids that no button of ours has, or has no more: one sentence each, and nothing changes.

Old versions, other programs and curious people send them. Each is tried on a public message
and from the people whom it could serve.
"""

from pathlib import Path

import pytest

from bot import create_bot
from cogs.ui.routing import control_id
from tests.discord.simulated import World
from tests.discord.tables import Game
from tests.discord.traces import all_public, all_stored
from tests.tiers import sampled

BEYOND = "9" * 30
LARGEST = str(2**63 - 1)

NUMBERED = {
    "accept": 1,
    "decline": 1,
    "join": 1,
    "leave": 1,
    "cancel": 1,
    "again": 1,
    "fill": 1,
    "word": 1,
    "word-said": 1,
    "dice": 2,
    "hint": 1,
    "review": 1,
    "replay": 2,
    "animate": 1,
    "animate-post": 1,
    "since": 1,
    "imported": 2,
    "explore": 1,
    "replay-explore": 2,
    "imported-explore": 2,
    "explore-chance": 2,
    "explore-hint": 2,
    "explore-plan": 2,
    "explore-roll": 2,
    "explore-start": 1,
    "explore-undo": 2,
    "poll-ask": 2,
    "poll-move": 1,
    "poll-post": 2,
    "poll-post-open": 2,
    "poll-step": 2,
    "poll-text": 1,
    "poll-vote": 2,
    "text": 2,
    "hand": 1,
    "here": 1,
    "mistake": 2,
    "try-again": 2,
    "why": 1,
    "more": 1,
    "moves": 2,
    "record": 1,
    "rematch": 1,
    "resign": 1,
    "resign-yes": 1,
    "end-yes": 1,
    "leave-it": 1,
    "move": 2,
    "shut": 1,
    "claim": 2,
    "wait": 2,
    "sit": 1,
    "reminders": 1,
    "settle": 2,
    "settle-ask": 2,
    "settle-yes": 3,
    "settle-no": 3,
    "settle-back": 3,
    "ask": 2,
    "take-back": 1,
    "agree": 3,
    "decline-offer": 3,
    "follow": 2,
    "note": 1,
    "note-edit": 1,
    "note-save": 1,
    "note-drop": 1,
    "move-note": 2,
    "move-note-save": 2,
    "move-note-drop": 2,
    "move-notes-clear": 2,
    "plans": 1,
    "about-plans": 1,
    "plan-new": 2,
    "plan-view": 1,
    "plan-drop": 1,
    "plan-any": 2,
    "plan-first": 2,
    "plan-kind": 2,
    "plan-roll": 2,
    "plan-on": 2,
    "plan-undo": 2,
    "ladder": 1,
    "ladder-challenge": 1,
    "tournament": 1,
    "tournament-correct": 1,
    "tournament-end": 1,
    "tournament-ended": 1,
    "tournament-join": 1,
    "tournament-leave": 1,
    "tournament-left": 1,
    "tournament-manage": 1,
    "tournament-move": 1,
    "tournament-start": 1,
    "weekly-computer": 1,
    "weekly-join": 1,
    "weekly-leave": 1,
    "weekly-out": 1,
}
"""The actions whose ids are numbers alone, and how many of them."""
HARMLESS = {"leave-it", "shut", "about-plans", "reminders"}
"""Those that only close an ephemeral message or explain something, whatever the number."""
PLANNING = ("plan-pick", "plan-take", "plan-back", "plan-go")
EXPLORING = ("explore-pick", "explore-take", "explore-back", "explore-go")
BUILDING = ("pick", "take", "back", "go", *PLANNING, *EXPLORING)
PAGED = ("rules", "rules-page", "standings", "standings-by", "standings-mine")
TOURNAMENTS = ("tournament-page", "tournament-corrected")
"""Those that carry the number of a tournament, and a page, or a pairing and a result."""
PUZZLES = ("puzzle", "puzzle-text", "puzzle-solution")
"""Those that carry a game and the number of a day, which the first may leave out."""
PUZZLES_BY_BUILDING = ("puzzle-pick", "puzzle-take", "puzzle-back", "puzzle-go")
"""Those that carry the choices so far too."""
POLLS_BY_BUILDING = ("poll-pick", "poll-take", "poll-back", "poll-go")
"""Those that carry the number of a vote, and the choices so far."""
STANDINGS = ("rivals", "between", "start-person")
"""Those that carry people, or a game and a person."""
LEARNING = ("learn", "learn-text", "learn-shut")
"""The actions whose ids carry a game and the number of an exercise."""
LEARNING_BY_BUILDING = ("learn-pick", "learn-take", "learn-back", "learn-go")
"""Those that carry the choices so far too."""
PLAYING = ("play", "explore-try")
"""Those that carry a game, or what is tried, a number and a turn in notation."""
FILLING = ("fill-at",)
"""Those that carry a challenge and the level of the computers that are to sit."""
SEARCHING = ("found", "found-open")
"""Those that carry what is looked for, or nothing: the game is chosen in a list."""
TYPED = ("which",)
"""Those that carry a game, a command and what was typed into it."""
STARTING = ("start", "start-with", "start-open", "start-computer")
"""Those that carry a game, the last one a level too."""
BARE = (
    "channels",
    "everywhere",
    "help",
    "prefer-nothing",
    "prefer-hours",
    "prefer-hours-save",
    "privacy-export",
    "privacy-delete",
    "privacy-delete-yes",
    "privacy-delete-no",
    "puzzle-channel",
    "puzzles",
    "puzzles-off",
    "server-zone",
    "server-zone-save",
)
"""Those that carry nothing: what they change follows from who clicks, and where."""
CHOOSING = ("prefer", "setting")
"""Those that carry the name of a setting."""


def malformed() -> list[str]:
    """List ids that can't be right, whatever is stored."""
    ids = [" ", ":", "t", "t:", "x:text:1:0", "t:unknown:1", "t:TEXT:1:0", "text:1:0", "t::1", "💥"]
    for action, count in NUMBERED.items():
        right = ["1"] * count
        ids += [
            control_id(action),
            control_id(action, *right, 1, 1),
            *(control_id(action, wrong, *right[1:]) for wrong in ("-1", "x", "", "1.0", "١", " 1")),
            control_id(action, BEYOND, *right[1:]),
        ]
    for action in (*BUILDING, *PLAYING):
        ids += [
            control_id(action),
            control_id(action, 1, 0),
            control_id(action, 1, 0, "1", "2"),
            control_id(action, "x", 0, "1"),
            control_id(action, 1, "-1", "1"),
            control_id(action, 1, BEYOND, "1"),
        ]
    for action in (*LEARNING, *LEARNING_BY_BUILDING):
        chosen = ("1",) if action in LEARNING_BY_BUILDING else ()
        ids += [
            control_id(action),
            control_id(action, "dice_matrix"),
            control_id(action, "chess", 0, *chosen),
            control_id(action, "dice_matrix", 0, *chosen, "1"),
            *(
                control_id(action, "dice_matrix", wrong, *chosen)
                for wrong in ("-1", "x", "", 8, LARGEST, BEYOND)
            ),
        ]
    ids += [control_id(action, 1) for action in BARE]
    for action in (*TOURNAMENTS, *SEARCHING, "standings-by", "standings-mine"):
        ids += [
            control_id(action, "x"),
            control_id(action, "x", 1),
            control_id(action, BEYOND, 1, "won"),
            control_id(action, 1, 1, 1, 1, 1, 1, 1),
        ]
    for action in (*PUZZLES, *PUZZLES_BY_BUILDING):
        ids += [control_id(action, "chess"), control_id(action, "dice_matrix", "x")]
        ids += [
            control_id(action, "dice_matrix", LARGEST, "1"),
            control_id(action, "chess", 1, "1"),
        ]
    for action in STANDINGS:
        ids += [control_id(action, "x"), control_id(action, "chess", 1), control_id(action, BEYOND)]
    for action in FILLING:
        ids += [
            control_id(action),
            control_id(action, 1),
            control_id(action, 1, "brilliant"),
            control_id(action, 1, "easy", 1),
            control_id(action, "x", "easy"),
            control_id(action, BEYOND, "easy"),
        ]
    for action in STARTING:
        ids += [
            control_id(action),
            control_id(action, "chess"),
            control_id(action, "dice_matrix", "x"),
            control_id(action, "chess", "easy"),
        ]
    ids += ["t:which", "t:which:1", "t:which:x:move:=3", "t:which:1:no such command"]
    for action in CHOOSING:
        ids += [control_id(action), control_id(action, "theme"), control_id(action, "x", "y")]
    return [
        *ids,
        *malformed_in_polls(),
        "t:start-with:dice_matrix",
        "t:start-computer:dice_matrix",
        "t:start-computer:dice_matrix:easy:1",
        "t:channels",
        "t:rules",
        "t:rules:chess:0",
        "t:rules-page",
        "t:rules-page:chess:0",
        "t:rules-page:dice_matrix",
        "t:rules-page:dice_matrix:3",
        f"t:rules-page:dice_matrix:{LARGEST}",
        "t:rules-page:dice_matrix:-1",
        "t:standings",
        "t:standings:chess:0:1",
        "t:standings:all:0",
        "t:standings:all:-1:1",
        f"t:standings:all:{BEYOND}:1",
        "t:standings:all:0:1:chess",
        "t:standings:all:0:1:people:1",
    ]


def malformed_in_polls() -> list[str]:
    """List ids of the panel of a vote that can't be right."""
    wrong: list[tuple[int | str, ...]] = [(), (1,), ("x", "1"), (BEYOND, "1"), (1, "1", "1")]
    return [control_id(action, *parts) for action in POLLS_BY_BUILDING for parts in wrong]


def unknown() -> list[str]:
    """List well-formed ids of what there is not."""
    ids = [
        control_id(action, number, *["0"] * (count - 1))
        for action, count in NUMBERED.items()
        if action not in HARMLESS
        for number in ("0", "999", LARGEST)
    ]
    ids += [control_id(action, LARGEST, 0, "1") for action in (*BUILDING, *PLAYING)]
    ids += [control_id(action, LARGEST, "easy") for action in FILLING]
    ids += [control_id(action, LARGEST, "1") for action in POLLS_BY_BUILDING]
    return [*ids, "t:text:1:999", f"t:text:1:{LARGEST}", f"t:standings:all:{LARGEST}:{LARGEST}"]


def impossible() -> list[str]:
    """List ids of the running game 1 with choices that are none."""
    return [
        "t:take:1:0:7",
        "t:take:1:0:0",
        "t:take:1:0:c4",
        "t:take:1:0:1.1",
        "t:take:1:0:zz.yy.xx.ww",
        "t:take:1:0:'; DROP TABLE games; --",
        "t:go:1:0:",
        "t:go:1:0:9",
        "t:go:1:0:4.c4.c6",
        "t:back:1:0:9.9",
        "t:pick:1:0:1",
        "t:play:1:0:",
        "t:play:1:0:c4",
        "t:play:1:0:side:S",
        "t:play:1:0:@6-6",
        "t:learn-take:dice_matrix:0:7",
        "t:learn-take:dice_matrix:7:",
        "t:learn-go:dice_matrix:0:",
        "t:learn-go:dice_matrix:1:4.c4.c6",
        "t:learn-back:dice_matrix:0:9.9",
        "t:learn-pick:dice_matrix:1:",
        "t:learn-text:dice_matrix:7",
        "t:ask:1:3",
        f"t:ask:1:{LARGEST}",
        "t:ask:1:1",
        "t:agree:1:0:3",
        "t:agree:1:0:0",
        "t:decline-offer:1:7:1",
        "t:follow:1:2",
        "t:note-save:1",
        "t:plan-new:1:0",
        "t:plan-new:1:7",
        "t:plan-view:1",
        "t:plan-take:1:0:4",
        "t:plan-go:1:0:",
        "t:rematch:1",
        "t:again:1",
        "t:decline:1",
        "t:join:1",
        "t:leave:1",
        "t:cancel:1",
    ]


async def test_every_action_is_tried(tmp_path: Path) -> None:
    bot = create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db")
    await bot.load_cogs()
    controls = bot.get_cog("Controls")
    assert controls is not None

    handled = controls.handlers()  # type: ignore[attr-defined]  # the cog's class is loaded again with every bot
    learning = {*LEARNING, *LEARNING_BY_BUILDING}
    assert set(handled) == {
        *NUMBERED,
        *BUILDING,
        *PLAYING,
        *PAGED,
        *FILLING,
        *STARTING,
        *BARE,
        *CHOOSING,
        *TYPED,
        *SEARCHING,
        *TOURNAMENTS,
        *PUZZLES,
        *PUZZLES_BY_BUILDING,
        *POLLS_BY_BUILDING,
        *STANDINGS,
        *learning,
    }


@pytest.mark.slow
@sampled("ids", [malformed(), unknown(), impossible()], ids=["malformed", "unknown", "impossible"])
async def test_one_sentence_answers_and_nothing_changes(
    world: World, game: Game, tmp_path: Path, ids: list[str]
) -> None:
    player = game.to_move
    public, stored = all_public(world), all_stored(tmp_path)

    for custom_id in ids:
        answer = await player.press(game.board, custom_id)

        assert len(answer.messages) == 1, custom_id
        assert answer.ephemeral, custom_id
        assert answer.text.endswith((".", "starts.")), (custom_id, answer.text)
        assert len(answer.text) < 300, (custom_id, answer.text)
        assert answer.files == (), custom_id
        assert all_public(world) == public, custom_id
    assert all_stored(tmp_path) == stored
