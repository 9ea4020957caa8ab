"""Everybody keeps their colours: in all pictures of a game, and when the seats are swapped."""

from collections import defaultdict

import pytest

from bot.delivery.pictures import Studio, Subject
from games.registry import GAMES
from render.scene import Hand, ResultScene, Review, Scene
from tests.discord.simulated import Person, World
from tests.discord.tables import Game
from tests.discord.tour import Tour, label_of
from tests.tiers import sampled

Drawn = list[Subject]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Return what has been drawn so far."""
    drawn: Drawn = []
    draw = Studio.draw

    async def watched(studio: Studio, subject: Subject) -> bytes | None:
        drawn.append(subject)
        return await draw(studio, subject)

    monkeypatch.setattr(Studio, "draw", watched)
    return drawn


def hues_by_name(drawn: Drawn) -> dict[str, set[int]]:
    """Return the hues in which each person was drawn; a hand has those of the board above it."""
    found = defaultdict[str, set[int]](set)
    names: tuple[str, ...] = ()
    for subject in drawn:
        match subject:
            case Scene() | Review():
                names = subject.names
            case ResultScene():
                names = tuple(player.name for player in subject.players)
            case Hand():
                pass
            case _:
                continue
        for name, hue in zip(names, subject.hues, strict=False):
            found[name].add(hue)
    return found


def seating(drawn: Drawn) -> tuple[str, ...]:
    """Return who sits where on the first board."""
    return next(subject.names for subject in drawn if isinstance(subject, Scene))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
async def test_everybody_keeps_their_colours_through_a_game_and_in_its_rematch(
    world: World, drawn: Drawn, key: str
) -> None:
    seats = GAMES[key].about.seats[-1]
    people = tuple(world.person(name) for name in ("Mara", "Jonas", "Kim", "Sam")[:seats])
    await Tour(world, GAMES[key], people).take()
    before = hues_by_name(drawn)
    first = seating(drawn)

    drawn.clear()
    for person in people[1:]:
        await person.click(world.channel.last, "Accept")
    for person in people[1:]:
        question = await person.slash("game resign", world.channel.threads[-1])
        await person.click(question, label_of(question, "resign-yes") or "")

    assert any(isinstance(subject, ResultScene) for subject in drawn)
    assert first != seating(drawn)
    assert before == hues_by_name(drawn)
    assert sorted(before) == sorted(person.name for person in people)
    assert sorted(hue for (hue,) in before.values()) == list(range(seats))


@pytest.mark.slow
@pytest.mark.parametrize("forgotten", [0, 1])
async def test_nobody_changes_colour_when_somebody_is_forgotten(
    world: World, game: Game, drawn: Drawn, forgotten: int
) -> None:
    await game.type_move()
    (before,) = {subject.hues for subject in drawn if isinstance(subject, Scene)}
    drawn.clear()

    person = game.players[forgotten]
    shown = await person.slash("privacy")
    await person.click(await person.click(shown, "Delete"), "Delete for good")

    after = {subject.hues for subject in drawn if isinstance(subject, Scene | ResultScene)}
    assert after == {before}


@sampled("key", GAMES)
async def test_a_pupil_keeps_their_colours_through_a_lesson(
    world: World, mara: Person, drawn: Drawn, key: str
) -> None:
    page = await mara.slash(f"{GAMES[key].about.command} learn")
    while "Skip" in page.buttons:
        page = await mara.click(page, "Skip")

    boards = [subject for subject in drawn if isinstance(subject, Scene)]
    assert len(boards) > 4
    assert hues_by_name(drawn)["Mara"] == {0}
    assert {len(set(board.hues)) for board in boards} == {len(boards[0].names)}
