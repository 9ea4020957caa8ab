"""Where several games may be meant, or none is here, the answer offers them by name."""

import pytest

from tests.discord.simulated import Person, World
from tests.discord.tables import Game, start_game
from tests.tiers import sampled


@pytest.fixture
async def two(world: World, mara: Person, jonas: Person) -> tuple[Game, Game]:
    """Return two games that are played in the channel itself; Mara is to move in both."""
    await world.channel.forbid("create_public_threads")
    lea = world.person("Lea")
    return await start_game(world, mara, jonas), await start_game(world, mara, lea)


async def test_several_games_here_are_offered_by_name_and_the_move_is_played_in_the_chosen_one(
    world: World, mara: Person, two: tuple[Game, Game]
) -> None:
    one, other = two
    asked = await mara.slash("move", move="1")
    assert asked.text == "Several games are played here. Which one do you mean?"
    assert set(asked.buttons) == {
        f"{one.code} · Dice Matrix with Jonas",
        f"{other.code} · Dice Matrix with Lea",
    }
    played = await mara.click(asked, f"{other.code} · Dice Matrix with Lea")
    assert played.ephemeral
    assert (one.moves, other.moves) == (0, 1)


@sampled("command", ["game text", "game resign", "game board", "game note"])
async def test_every_command_about_one_game_goes_on_in_the_chosen_one(
    world: World, mara: Person, two: tuple[Game, Game], command: str
) -> None:
    one, _ = two
    asked = await mara.slash(command)
    answer = await mara.click(asked, f"{one.code} · Dice Matrix with Jonas")
    assert answer.ephemeral
    assert "Which one" not in answer.text


@pytest.mark.slow
async def test_a_typed_note_is_kept_for_the_chosen_game(
    world: World, mara: Person, two: tuple[Game, Game]
) -> None:
    one, _ = two
    asked = await mara.slash("game note", text="Mind a:b and c6")
    answer = await mara.click(asked, f"{one.code} · Dice Matrix with Jonas")
    assert "Mind a:b and c6" in answer.text.replace("\\", "")
    assert "Mind" not in (await mara.slash("game note", game=two[1].code)).text


@pytest.mark.slow
async def test_without_a_game_here_ones_own_are_offered(
    world: World, game: Game, mara: Person
) -> None:
    asked = await mara.slash("move", move="1")
    assert asked.text == "You have no running game in this channel. Which of yours do you mean?"
    await mara.click(asked, f"{game.code} · Dice Matrix with Jonas")
    assert game.moves == 1
    text = await mara.slash("game text")
    assert text.text == "No game is played in this channel. Which of yours do you mean?"
    assert "Row 7:" in (await mara.click(text, f"{game.code} · Dice Matrix with Jonas")).text


async def test_who_has_no_game_at_all_is_told_so(world: World, mara: Person) -> None:
    asked = await mara.slash("move", move="1")
    assert asked.text.startswith("You have no running game in this channel. Add game:")
    assert asked.buttons == ()


@pytest.mark.slow
async def test_moves_are_suggested_in_all_the_games_that_may_be_meant(
    world: World, mara: Person, two: tuple[Game, Game]
) -> None:
    one, other = two
    choices = await mara.autocomplete("move", "move", "")
    assert {str(choice.value).split()[0] for choice in choices} == {one.code, other.code}
    assert any("Dice Matrix with Lea" in choice.name for choice in choices)
    chosen = next(str(c.value) for c in choices if str(c.value).startswith(other.code))
    await mara.slash("move", move=chosen)
    assert (one.moves, other.moves) == (0, 1)


@pytest.mark.slow
async def test_moves_are_suggested_where_none_of_ones_games_is_played(
    world: World, game: Game, mara: Person
) -> None:
    choices = await mara.autocomplete("move", "move", "")
    await mara.slash("move", move=str(choices[0].value))
    assert game.moves == 1


async def test_the_games_of_a_channel_can_be_chosen_by_who_does_not_play_them(
    world: World, two: tuple[Game, Game]
) -> None:
    kim = world.person("Kim")
    choices = await kim.autocomplete("game text", "game", "")
    assert {choice.value for choice in choices} == {game.code for game in two}


async def test_a_forged_button_carries_out_no_other_command(
    world: World, game: Game, mara: Person
) -> None:
    for name in ("settings", "leaderboard", "nothing"):
        answer = await mara.press(game.board, f"t:which:{game.id}:{name}")
        assert "This button is from an older version" in answer.text


async def test_a_game_without_a_place_is_offered_one_and_never_a_link_to_nowhere(
    world: World, mara: Person, jonas: Person
) -> None:
    elsewhere = world.text_channel("elsewhere")
    game = await start_game(world, mara, jonas, elsewhere)
    await elsewhere.delete()
    (choice, *_) = await mara.autocomplete("move", "move", "", None, game=game.code)
    answer = await mara.slash("move", move=choice.value, game=game.code)
    assert "Go on here" in answer.buttons
    moved = await mara.click(answer, "Go on here")
    (thread,) = world.channel.threads
    assert thread.mention in moved.text
    assert "move 2" in thread.last.text


async def test_while_discord_takes_no_board_no_link_leads_nowhere(
    world: World, mara: Person
) -> None:
    world.fail("POST", "/channels/*/messages/*/threads", status=503, times=None)
    begun = await mara.slash("dice-matrix challenge", computer="easy", first="me")
    assert "None" not in begun.text
    assert "Discord is not accepting the board right now" in begun.text
    (listed,) = [
        word
        for word in (await mara.slash("games")).text.split()
        if len(word) == 5 and word.isupper()
    ]
    board = await mara.slash("game board", game=listed)
    assert "None" not in board.text


@pytest.mark.slow
async def test_an_open_card_and_the_leaderboard_are_in_the_language_of_the_server(
    world: World, mara: Person, jonas: Person
) -> None:
    """Where nobody has chosen it, that is the one in which most of its games are played."""
    aiko = world.person("Aiko", locale="ja")
    await aiko.slash("dice-matrix challenge")
    assert "募集しています" in world.channel.last.text, "nothing is known of this server yet"
    await start_game(world, mara, jonas)
    await aiko.slash("tablero challenge")
    assert "Aiko is looking for an opponent" in world.channel.last.text
    await aiko.slash("matrio challenge", opponent1=mara)
    assert "Aiko opens a table" in world.channel.last.text
    await aiko.slash("dicefest challenge", opponent1=mara)
    assert "Aiko challenges" not in world.channel.last.text, "this is for one person"
