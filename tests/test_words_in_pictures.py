"""The words in pictures have room in every language: only a name is ever cut short."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pkgutil import iter_modules
from typing import Any

import pytest

import render
from bot.match.season_dates import Season
from bot.text.voice import SOURCE_LANGUAGE, Name, Voice, languages, listed
from cogs.server.leaderboard_page import LISTINGS
from cogs.server.season_names import season_name
from cogs.tournament.pictures import HEADS
from data.servers import SeasonLength
from games.registry import GAMES
from games.words import Plural, Text, joined
from render import type as lettering
from render.scene import (
    Leaderboard,
    PlayerResult,
    PlayerRow,
    ResultScene,
    Scene,
    Standing,
    TournamentTable,
)
from tests.render import scenes
from tests.render.dicefest import scenes as dicefest_scenes
from tests.render.matrio import scenes as matrio_scenes
from tests.render.tablero import scenes as tablero_scenes

SPOKEN = [language for language in languages() if language != SOURCE_LANGUAGE]
EVERY = 4
"""One board of a game in this many is drawn."""


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what has been cut so far to fit into a picture."""
    found: list[str] = []
    fit = lettering.fit

    def watched(text: str, width: int, *styles: Any) -> tuple[str, Any]:  # Any: a font's affair
        shown, style = fit(text, width, *styles)
        if shown != text:
            found.append(shown)
        return shown, style

    for name in (module.name for module in iter_modules(render.__path__)):
        module = import_module(f"render.{name}")
        if getattr(module, "fit", None) is fit:
            monkeypatch.setattr(module, "fit", watched)
    return found


def boards() -> Iterator[Scene]:
    """Yield boards from whole games of every game, the first and the last ones too."""
    games = (
        [scenes.opening(), *scenes.played(scenes.opening())],
        [*tablero_scenes.whole_game(3)],
        [*matrio_scenes.whole_game(3)],
        [*islice(dicefest_scenes.whole_game(3), 80)],
    )
    for game in games:
        yield from (*game[::EVERY], game[-1])


def outcomes(voice: Voice) -> Iterator[ResultScene]:
    """Yield ends of each kind."""
    won = Text("{winner} wins", winner=Name("Mara"))
    shared = Text("{players} share the win", players=listed([Name("Mara"), Name("Teo")]))
    moves = Plural("{n} move", "{n} moves", 41)
    ends = (
        ("dice_matrix", won, Plural("by {n} point", "by {n} points", 27), Text("final result")),
        ("tablero", Text("A draw"), Text("by agreement"), Text("game 1 of 2")),
        ("matrio", shared, Text(""), Text("final result")),
        ("dicefest", Text("No result"), Text("ended by a moderator"), Text("final result")),
    )
    for key, headline, detail, which in ends:
        yield ResultScene(
            GAMES[key],
            tuple(PlayerResult(name, 142, name == "Mara", 1187, -21) for name in ("Mara", "Teo")),
            headline,
            detail,
            Text("{which} · {moves}", which=which, moves=moves),
            voice,
        )


@pytest.mark.parametrize("language", SPOKEN)
def test_no_word_on_a_board_is_cut(language: str, cut: list[str]) -> None:
    drawn = 0
    for scene in boards():
        render.picture(replace(scene, translate=Voice(language, scene.names).plain()))
        drawn += 1
    assert cut == []
    assert drawn > 40


@pytest.mark.parametrize("language", SPOKEN)
def test_no_word_of_a_hand_is_cut(language: str, cut: list[str]) -> None:
    for seat in range(4):
        hand = matrio_scenes.hand(matrio_scenes.middle_game(), seat)
        render.hand_picture(replace(hand, translate=Voice(language).plain()))
    assert cut == []


@pytest.mark.parametrize("language", SPOKEN)
def test_no_word_of_a_result_or_a_leaderboard_is_cut(language: str, cut: list[str]) -> None:
    voice = Voice(language).plain()
    for outcome in outcomes(voice):
        render.result_picture(outcome)
    for name in (game.about.name for game in GAMES.values()):
        render.leaderboard_picture(
            Leaderboard(
                Text("Leaderboard, {game}", game=name),
                Text("page {n} of {all}", n=10, all=12),
                (Standing(1, "Mara", 1243, 100, 10, 99, reader=True),),
                voice,
            )
        )
        for number in range(1, 13):
            time = season_name(Season(SeasonLength.MONTH, 2026, number))
            for listing in LISTINGS.values():
                render.leaderboard_picture(
                    Leaderboard(
                        Text("Leaderboard, {list}", list=Text("{game}", game=name)),
                        joined([listing, time], "{one} · {two}"),
                        (Standing(1, "Mara", None, 100, 10, 99, points=210),),
                        voice,
                    )
                )
    assert cut == []


@pytest.mark.parametrize("language", SPOKEN)
def test_no_word_of_a_tournament_s_standings_is_cut(language: str, cut: list[str]) -> None:
    voice = Voice(language).plain()
    for heads in HEADS.values():
        row = PlayerRow(1, "Mara", ("12½", "108½", "96¾")[: len(heads)])
        for note in (
            Text("round {n} of {all}", n=15, all=15),
            Plural("{n} game", "{n} games", 1000),
        ):
            render.tournament_picture(TournamentTable(Text("Cup"), note, heads, (row,), voice))
    assert cut == []


def test_a_word_that_is_cut_is_seen(cut: list[str]) -> None:
    name = "A name that is longer than any picture is wide, whatever it is written in"
    render.picture(replace(scenes.opening(), names=(name, "Jonas")))
    assert [text for text in cut if text.endswith("…")]
