"""/game replay: finished games are found by person, game, result and date, and gone through."""

from datetime import timedelta

import pytest

from cogs.match.archive import LISTED
from tests.discord.days import pass_days
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import Game, start_game
from tests.tiers import sampled


def found(shown: Answer) -> list[str]:
    """Return the codes of the games that a page lists."""
    return [line[1:6] for line in shown.text.splitlines() if line.startswith("`")]


async def finish(world: World, one: Person, two: Person, winner: Person) -> Game:
    """Play a short game that somebody wins by resignation."""
    game = await start_game(world, one, two)
    await game.play(4)
    await game.resign(two if winner is one else one)
    return game


async def test_finished_games_are_listed_latest_first_and_opened(
    world: World, mara: Person, jonas: Person
) -> None:
    first = await finish(world, mara, jonas, mara)
    second = await finish(world, mara, jonas, jonas)

    shown = await mara.slash("game replay")

    assert shown.ephemeral
    assert shown.text.startswith(f"### Finished games of {mara.mention}\n")
    assert found(shown) == [second.code, first.code]
    assert f"`{first.code}` Dice Matrix with Jonas: won, <t:" in shown.text
    replay = await mara.choose(shown, f"{first.code} · Dice Matrix with Jonas")
    assert replay.ephemeral
    assert f"Dice Matrix {first.code}: the start" in replay.text
    assert found(shown) == [second.code, first.code]


@pytest.mark.slow
async def test_games_are_found_by_person_game_result_and_date(
    world: World, mara: Person, jonas: Person
) -> None:
    won = await finish(world, mara, jonas, mara)
    lost = await finish(world, mara, jonas, jonas)
    lea = world.person("Lea")

    async def seen(reader: Person, **asked: object) -> list[str]:
        return found(await reader.slash("game replay", **asked))

    assert await seen(mara, result="won") == [won.code]
    assert await seen(mara, result="lost") == [lost.code]
    assert await seen(mara, result="drawn") == []
    assert await seen(lea) == []
    assert await seen(lea, person=jonas, result="won") == [lost.code]
    assert await seen(mara, kind="dice_matrix") == [lost.code, won.code]
    assert await seen(mara, kind="tablero") == []


@pytest.mark.parametrize("date", ["yesterday", "2026-13", "2026-02-30", "0000"])
async def test_what_is_no_date_is_answered_with_how_one_is_written(mara: Person, date: str) -> None:
    shown = await mara.slash("game replay", date=date)

    assert shown.ephemeral
    assert shown.text.replace("\\", "") == (
        f"{date} is not a date: write a year, a month or a day, like 2026, 2026-11 or 2026-11-05."
    )


@pytest.mark.slow
async def test_pages_of_many_games_are_turned(world: World, mara: Person, jonas: Person) -> None:
    codes = [(await finish(world, mara, jonas, mara)).code for _ in range(LISTED + 2)][::-1]
    shown = await mara.slash("game replay")
    assert found(shown) == codes[:LISTED]
    assert shown.buttons == ("Older",)

    await mara.click(shown, "Older")

    assert found(shown) == codes[LISTED:]
    assert shown.buttons == ("Newer",)
    await mara.click(shown, "Newer")
    assert found(shown) == codes[:LISTED]


@pytest.mark.slow
async def test_in_the_thread_of_a_game_its_own_replay_opens(game: Game) -> None:
    await game.play(3)

    running = await game.players[0].slash("game replay", game.place)
    await game.resign(game.players[0])
    over = await game.players[0].slash("game replay", game.place)

    assert f"Dice Matrix {game.code}: the start" in running.text
    assert f"Dice Matrix {game.code}: the start" in over.text
    assert "turn 4 of 4" in (await game.players[0].click(over, "Last")).text
    listed = await game.players[0].slash("game replay", game.place, result="lost")
    assert found(listed) == [game.code]
    coded = await game.players[0].slash("game replay", game=game.code.lower())
    assert f"Dice Matrix {game.code}: the start" in coded.text


@pytest.mark.slow
async def test_codes_of_finished_games_are_suggested(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await finish(world, mara, jonas, mara)
    running = await start_game(world, mara, jonas)

    for typed in ("", "jon", game.code.lower()):
        (suggested,) = await mara.autocomplete("game replay", "game", typed)
        assert suggested.name == f"{game.code} · Dice Matrix with Jonas"
        assert suggested.value == game.code
    assert not await mara.autocomplete("game replay", "game", running.code)


@pytest.mark.slow
async def test_games_of_a_channel_that_one_cannot_see_are_not_listed(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    lea, lobby = world.person("Lea"), world.text_channel("lobby")
    await world.channel.forbid("view_channel", to=lea)
    await game.play(4)
    await game.resign(mara)

    theirs = await mara.slash("game replay")
    seen = await lea.slash("game replay", lobby, person=mara)

    assert found(theirs) == [game.code]
    assert found(seen) == []
    assert game.code not in seen.text
    forged = await lea.press(seen, "t:found-open", [str(game.id)])
    assert forged.pictures == ()


@pytest.mark.slow
async def test_a_game_is_found_by_the_day_month_and_year_of_its_end(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await finish(world, mara, jonas, mara)
    day, after = world.now, world.now + timedelta(days=40)
    await pass_days(world, 40)
    later = await finish(world, mara, jonas, mara)

    for date, codes in {
        f"{day:%Y-%m-%d}": [game.code],
        f"{day:%Y-%m}": [game.code],
        f"{after:%Y-%m}": [later.code],
        f"{day:%Y}": [later.code, game.code] if day.year == after.year else [game.code],
        f"{day.year - 1}": [],
    }.items():
        shown = await mara.slash("game replay", date=date)
        assert found(shown) == codes, date


@sampled(
    "custom_id",
    [
        "t:found:1:dice_matrix:won:0:9",
        "t:found:1:chess:won:0:9:0",
        "t:found:1:-:best:0:9:0",
        "t:found:x:-:-:0:9:0",
        "t:found-open:1",
    ],
)
async def test_a_page_that_nobody_was_offered_is_refused(
    mara: Person, game: Game, custom_id: str
) -> None:
    answer = await mara.press(game.board, custom_id)

    assert answer.ephemeral
    assert "Finished games" not in answer.text
    assert answer.pictures == ()
