"""/leaderboard: who is ahead, page by page, among those who are here."""

import re
from datetime import UTC

import pytest

import render
from games.registry import GAMES
from render.scene import Leaderboard
from tests.discord.challenge.test_cards import let_time_pass
from tests.discord.simulated import Answer, Person, World
from tests.discord.tables import challenge, game_of, start_game
from tests.tiers import sampled

LETTERS = "ABCDEF"
ROW = re.compile(r"(\d+)\. (.+?)(?: (\d+)\??|, points (\d+))?: won (\d+), drawn (\d+), lost (\d+)")
NOT_COUNTED = (
    "-# Not counted: unrated games, players who had completed fewer than 2 turns, draws agreed "
    "early, and games without a result."
)


def rows(answer: Answer) -> list[tuple[int, str, int, int]]:
    """Read a page from its picture's alt text: rank, name, wins, losses."""
    found = ROW.findall(str(answer.pictures[0].alt))
    return [(int(rank), name, int(won), int(lost)) for rank, name, _, _, won, _, lost in found]


def ratings(answer: Answer) -> list[int]:
    """Read the ratings of a page."""
    return [int(rating) for _, _, rating, *_ in ROW.findall(str(answer.pictures[0].alt)) if rating]


async def beat(world: World, winner: Person, loser: Person) -> None:
    """Make one person win a game against another, who resigns after two turns of each."""
    game = await start_game(world, winner, loser)
    await game.play(4)
    await game.resign(loser)


async def fill(world: World, pairs: int) -> list[Person]:
    """Make as many people win a game each, against one other each; return all of them."""
    people = []
    for i in range(pairs):
        one, two = world.person(f"Winner {LETTERS[i]}"), world.person(f"Loser {LETTERS[i]}")
        await beat(world, one, two)
        people += [one, two]
    return people


async def test_an_empty_leaderboard_says_so(mara: Person) -> None:
    for_all = await mara.slash("leaderboard")
    for_one = await mara.slash("leaderboard", game="Dice Matrix")

    nothing = "no rated game has been finished in this server yet."
    assert for_all.text == f"Leaderboard, all games: {nothing}"
    assert for_one.text == f"Leaderboard, Dice Matrix: {nothing}"


@pytest.mark.slow
async def test_a_game_ranks_by_rating_and_all_games_by_wins(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    await beat(world, mara, jonas)

    for_one = await jonas.slash("leaderboard", game="Dice Matrix")
    for_all = await jonas.slash("leaderboard")

    assert for_one.text == (
        "### Leaderboard, Dice Matrix\n-# Games with computers or a handicap are counted separately.\n"
        f"{NOT_COUNTED}\n-# ? is a rating from fewer than 5 games, which may be far off."
    )
    assert rows(for_one) == [(1, "Mara", 2, 0), (2, "Jonas", 0, 2)]
    assert ratings(for_one)[0] > 1200 > ratings(for_one)[1]
    assert for_all.text == (
        "### Leaderboard, all games\n-# Games with computers or a handicap are counted separately.\n-# "
        "Across all games there are only wins, no rating: each game has a leaderboard of its "
        f"own.\n{NOT_COUNTED}"
    )
    assert rows(for_all) == [(1, "Mara", 2, 0), (2, "Jonas", 0, 2)]
    assert not for_one.ephemeral
    assert for_one.message.pings == ()


@pytest.mark.slow
async def test_a_rating_from_a_few_games_is_marked_until_there_are_more(
    world: World, mara: Person, jonas: Person
) -> None:
    for _ in range(4):
        await beat(world, mara, jonas)
    few = await jonas.slash("leaderboard", game="Dice Matrix")
    assert re.findall(r"\d{4}\?", str(few.pictures[0].alt)) != []
    assert "? is a rating from fewer than 5 games" in few.text
    await beat(world, mara, jonas)
    enough = await jonas.slash("leaderboard", game="Dice Matrix")
    assert "?" not in str(enough.pictures[0].alt)
    assert "?" not in enough.text


@pytest.mark.slow
@pytest.mark.parametrize("game", [{}, {"game": "Dice Matrix"}])
async def test_equal_rows_share_their_rank(
    world: World, mara: Person, game: dict[str, str]
) -> None:
    await fill(world, 2)

    page = await mara.slash("leaderboard", **game)

    assert [rank for rank, *_ in rows(page)] == [1, 1, 3, 3]
    assert {name for _, name, won, _ in rows(page) if won} == {"Winner A", "Winner B"}


@pytest.mark.slow
async def test_pages_keep_their_numbers_and_never_overlap(world: World, mara: Person) -> None:
    people = await fill(world, 6)

    first = await mara.slash("leaderboard", game="Dice Matrix")
    assert first.buttons == ("Next", "My rank")
    one = rows(first)
    second = await mara.click(first, "Next")
    two = rows(second)
    back = await mara.click(second, "Previous")

    assert (len(one), len(two)) == (10, 2)
    assert {name for _, name, *_ in one + two} == {str(person) for person in people}
    assert [rank for rank, *_ in one + two] == [1] * 6 + [7] * 6
    assert second.message == first.message
    assert rows(back) == one


@pytest.mark.slow
async def test_whoever_else_turns_the_page_gets_a_copy_of_their_own(
    world: World, mara: Person, jonas: Person
) -> None:
    await fill(world, 6)
    first = await mara.slash("leaderboard", game="Dice Matrix")
    shown = rows(first)

    copy = await jonas.click(first, "Next")

    assert copy.ephemeral
    assert len(rows(copy)) == 2
    assert rows(first) == shown
    turned = await jonas.click(copy, "Previous")
    assert turned.message == copy.message
    assert rows(turned) == shown


@pytest.mark.slow
async def test_what_everybody_reads_marks_nobody(world: World, mara: Person, jonas: Person) -> None:
    card = await challenge(world, mara, jonas)
    await jonas.click(card, "Accept")
    again = game_of(world, mara, jonas, card)
    await again.play(4)
    await again.resign(jonas)

    asked = [await person.slash("leaderboard", game="Dice Matrix") for person in (mara, jonas)]

    assert asked[0].pictures[0].data == asked[1].pictures[0].data


@pytest.mark.slow
async def test_a_page_that_is_gone_is_no_page(world: World, mara: Person) -> None:
    await fill(world, 1)
    first = await mara.slash("leaderboard")

    answer = await mara.press(first, f"t:standings:all:7:{mara.id}")

    assert answer.text == "This page no longer exists."
    assert answer.ephemeral


@pytest.mark.slow
async def test_unrated_games_do_not_count(world: World, mara: Person, jonas: Person) -> None:
    card = await challenge(world, mara, jonas, rated=False)
    await jonas.click(card, "Accept")
    again = game_of(world, mara, jonas, card)
    await again.play(4)
    await again.resign(jonas)

    assert "no rated game" in (await mara.slash("leaderboard")).text


@pytest.mark.slow
async def test_who_left_is_not_listed_and_returns_with_all_that_was_won(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    await mara.leave()
    await let_time_pass(world, hours=25)

    without = await jonas.slash("leaderboard", game="Dice Matrix")
    assert rows(without) == [(1, "Jonas", 0, 1)]

    await mara.join()
    await let_time_pass(world, hours=25)
    again = await jonas.slash("leaderboard", game="Dice Matrix")
    assert rows(again) == [(1, "Mara", 1, 0), (2, "Jonas", 0, 1)]


@pytest.mark.slow
async def test_who_plays_again_is_listed_at_once(world: World, mara: Person, jonas: Person) -> None:
    await beat(world, mara, jonas)
    await mara.leave()
    await let_time_pass(world, hours=25)
    await jonas.slash("leaderboard")
    await mara.join()

    await challenge(world, mara, jonas)

    assert (1, "Mara", 1, 0) in rows(await jonas.slash("leaderboard"))


@pytest.mark.slow
async def test_another_server_has_a_leaderboard_of_its_own(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    there = world.another_server("Elsewhere")

    assert "no rated game" in (await mara.slash("leaderboard", there)).text


# ---------------------------------------------------------------- the two lists of a game


@pytest.mark.slow
async def test_a_list_switches_to_the_games_with_computers_and_back(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    await mara.slash("dice-matrix challenge", computer="easy", rated=True)
    thread = world.channel.threads[-1]
    await mara.click(await mara.slash("game resign", thread), "Resign")

    people = await mara.slash("leaderboard", game="Dice Matrix")
    assert rows(people) == [(1, "Mara", 1, 0), (2, "Jonas", 0, 1)]
    with_computers = await mara.choose(people, "Counted: with computers")

    assert with_computers.message == people.message
    assert with_computers.text == (
        "### Leaderboard, Dice Matrix, with computers\n-# Only games with computers are counted here.\n"
        "-# Computers of a level share one row and one fixed rating: Ada and others (easy), Ines and "
        "others (medium), Iris and others (hard), Mona and others (expert). Those that play like somebody "
        "have no row.\n"
        f"{NOT_COUNTED}\n-# ? is a rating from fewer than 5 games, which may be far off."
    )
    # A computer is as strong as it was measured to be, no matter who it has beaten.
    assert rows(with_computers) == [(1, "Mara", 0, 1), (2, "Computers (easy)", 1, 0)]
    await mara.choose(with_computers, "Counted: between people")
    assert rows(people) == [(1, "Mara", 1, 0), (2, "Jonas", 0, 1)]


@pytest.mark.slow
async def test_an_empty_list_leads_to_the_other_one_too(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    shown = await mara.slash("leaderboard", list="computers")
    assert shown.ephemeral
    assert shown.text == (
        "Leaderboard, all games, with computers: "
        "no rated game has been finished in this server yet."
    )

    people = await mara.choose(shown, "Counted: between people")

    assert people.ephemeral
    assert rows(people) == [(1, "Mara", 1, 0), (2, "Jonas", 0, 1)]
    await mara.choose(people, "Counted: with computers")
    assert people.text == shown.text


@pytest.mark.slow
@sampled("key", [None, *GAMES])
async def test_a_list_leads_from_one_game_to_every_other(
    world: World, mara: Person, jonas: Person, key: str | None
) -> None:
    await beat(world, mara, jonas)
    names = ["all games", *(game.about.name for game in GAMES.values())]
    name = "all games" if key is None else GAMES[key].about.name
    chosen = {} if key is None else {"game": name}

    shown = await mara.slash("leaderboard", list="people", **chosen)

    assert [one for one in shown.options if one.startswith("Game: ")] == [
        f"Game: {other}" for other in names
    ]
    for other in (*names, name):
        turned = await mara.choose(shown, f"Game: {other}")
        assert turned.message == shown.message
        assert re.match(rf"(?:### )?Leaderboard, {other}(?:\n|: no rated game)", turned.text)
    assert ("Mara" in str(shown.pictures[0].alt)) if key in {None, "dice_matrix"} else True


@pytest.mark.slow
async def test_another_game_is_shown_in_the_same_of_the_lists(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    shown = await mara.slash("leaderboard", list="computers")
    await mara.choose(shown, "Game: Dice Matrix")

    assert shown.text.startswith("Leaderboard, Dice Matrix, with computers: no rated game")
    public = await mara.slash("leaderboard")
    copy = await jonas.choose(public, "Game: Tablero di Berona")
    assert copy.ephemeral
    assert copy.text.startswith("Leaderboard, Tablero di Berona: no rated game")
    assert "Mara" in str(public.pictures[0].alt)


@pytest.mark.slow
async def test_everything_adds_up_games_between_people_and_with_computers(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    await mara.slash("dice-matrix challenge", computer="easy", rated=True)
    await mara.click(await mara.slash("game resign", world.channel.threads[-1]), "Resign")

    shown = await mara.slash("leaderboard", game="Dice Matrix", list="everything")

    assert shown.text.startswith(
        "### Leaderboard, Dice Matrix, people and computers\n-# Games between people and with "
        "computers are added up: there is no rating for both."
    )
    assert rows(shown) == [(1, "Computers (easy)", 1, 0), (2, "Mara", 1, 1), (3, "Jonas", 0, 1)]
    assert ratings(shown) == []


# ---------------------------------------------------------------- a time


@pytest.mark.slow
async def test_a_month_counts_what_ended_in_it_and_says_by_which_rule(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, jonas, mara)
    await let_time_pass(world, hours=31 * 24)
    await beat(world, mara, jonas)
    month = f"{world.now.astimezone(UTC):%B %Y}"

    shown = await mara.slash("leaderboard", period="this month")

    assert shown.text == (
        f"### Leaderboard, all games · {month}\n-# Games with computers or a handicap are counted separately.\n"
        f"-# A win is 2 points, a draw 1, for games that ended in {month} (UTC).\n{NOT_COUNTED}"
    )
    assert shown.pictures[0].alt == (
        "1. Mara, points 2: won 1, drawn 0, lost 0\n2. Jonas, points 0: won 0, drawn 0, lost 1"
    )
    ever = await mara.choose(shown, "Time: all time")
    assert rows(ever) == [(1, "Mara", 1, 1), (1, "Jonas", 1, 1)]
    tablero = await mara.choose(
        await mara.choose(ever, f"Time: this month: {month}"), "Game: Tablero di Berona"
    )
    assert tablero.text == (
        f"Leaderboard, Tablero di Berona · {month}: no rated game was finished in this time."
    )


# ---------------------------------------------------------------- the reader's own row


@pytest.mark.slow
async def test_who_asks_finds_their_own_row_below_a_page_on_which_they_are_not(
    world: World, mara: Person
) -> None:
    people = await fill(world, 6)
    last = people[-1]

    shown = await last.slash("leaderboard", game="Dice Matrix")

    assert str(shown.pictures[0].alt).split("\n")[10:] == [
        "…",
        f"7. {last} 1137?: won 0, drawn 0, lost 1",
    ]
    second = await last.click(shown, "Next")
    assert "…" not in str(second.pictures[0].alt)
    assert "…" not in str((await mara.slash("leaderboard")).pictures[0].alt)


@pytest.mark.slow
async def test_anybody_finds_their_rank_from_a_public_message_in_private(
    world: World, mara: Person
) -> None:
    people = await fill(world, 6)
    public = await mara.slash("leaderboard", game="Dice Matrix")
    before = public.pictures[0].alt

    mine = await people[-1].click(public, "My rank")
    nobody = await mara.click(public, "My rank")

    assert mine.ephemeral
    assert [name for _, name, *_ in rows(mine)][-1] == str(people[-1])
    assert len(rows(mine)) == 2
    assert "My rank" not in mine.buttons
    assert nobody.text.endswith("-# You are not on this list.")
    assert public.pictures[0].alt == before


@pytest.mark.slow
async def test_the_lists_of_a_leaderboard_work_after_a_restart(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    shown = await mara.slash("leaderboard")
    await world.restart()

    await mara.choose(shown, "Counted: everything")

    assert shown.text.startswith("### Leaderboard, all games, people and computers")


@pytest.mark.slow
@pytest.mark.parametrize(
    "forged",
    [
        "t:standings:chess:0:1:people:all",
        "t:standings:all:0:1:people:s99999999999999999999",
        "t:standings:all:0:1:people:week",
        "t:standings:all:0:1:ghosts:all",
        "t:standings:all:0",
        "t:standings-by:who:all:people:all:1",
        "t:standings-mine:all:people",
    ],
)
async def test_a_forged_leaderboard_is_from_an_older_version(
    world: World, mara: Person, jonas: Person, forged: str
) -> None:
    await beat(world, mara, jonas)
    shown = await mara.slash("leaderboard")
    assert "from an older version" in (await mara.press(shown, forged)).text


@pytest.mark.slow
async def test_in_the_thread_of_a_game_the_leaderboard_is_for_who_asks_alone(
    world: World, mara: Person, jonas: Person
) -> None:
    await beat(world, mara, jonas)
    game = await start_game(world, mara, jonas)

    shown = await jonas.slash("leaderboard", game.place)

    assert shown.ephemeral
    assert rows(shown) == [(1, "Mara", 1, 0), (2, "Jonas", 0, 1)]
    assert game.place.last == game.board


@pytest.mark.slow
async def test_nobody_is_marked_in_a_picture_that_everybody_sees(
    world: World, mara: Person, jonas: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Leaderboard] = []
    draw = render.leaderboard_picture

    def drawing(board: Leaderboard) -> bytes:
        drawn.append(board)
        return draw(board)

    monkeypatch.setattr(render, "leaderboard_picture", drawing)
    await beat(world, mara, jonas)
    game = await start_game(world, mara, jonas)

    shown = await mara.slash("leaderboard")
    await jonas.choose(shown, "Counted: with computers")
    await mara.slash("leaderboard", game.place)

    marked = [[row.name for row in board.rows if row.reader] for board in drawn]
    assert marked == [[], ["Mara"]]
