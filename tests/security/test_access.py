"""Who can't see a game's channel learns nothing of the game by its code, its number or a list."""

from typing import Final

import discord
import pytest
from discord import app_commands
from simcord.backend import models
from simcord.enums import OverwriteType

from bot.errors import UnknownGame, UnknownTournament
from cogs.ui.game_choice import COMMANDS
from tests.discord.server.test_other_servers import ids_of
from tests.discord.simulated import Person, Place, World
from tests.discord.tables import Game, challenge, start_game
from tests.discord.tournament.events import begin
from tests.discord.traces import all_public

UNKNOWN: Final = "There is no game {code} in this server. /games lists yours."
TYPED: Final = {"move": "1", "text": "Mind this"}
"""What is typed into the other options of commands about one game."""


@pytest.fixture
def lobby(world: World) -> Place:
    """Return a channel that everybody sees."""
    return world.text_channel("lobby")


@pytest.fixture
def vera(world: World) -> Person:
    """Return somebody who manages the server, but is no administrator: who may do the most."""
    return world.person("Vera", permissions=discord.Permissions(manage_guild=True))


def about_one_game(world: World) -> list[app_commands.Command]:  # type: ignore[type-arg]  # of any cog
    """List every command that takes the code of a game."""
    tree: app_commands.CommandTree = world.bot.tree  # type: ignore[attr-defined]  # a Bot's
    return [
        command
        for command in tree.walk_commands()
        if isinstance(command, app_commands.Command)
        and any(parameter.name == "game" for parameter in command.parameters)
        and command.qualified_name.split()[0] in COMMANDS
    ]


async def refused_everywhere(world: World, person: Person, place: Place, code: str) -> None:
    """Check that every command answers as if there were no such game."""
    found = about_one_game(world)
    assert len(found) >= 13
    for command in found:
        typed = {p.name: TYPED[p.name] for p in command.parameters if p.required}
        answers = [
            await person.slash(command.qualified_name, place, **typed, game=tried)
            for tried in (code, f"#{code.lower()}", "QQQQQ")
        ]
        *hidden, unknown = [answer.text for answer in answers]
        assert unknown == UNKNOWN.format(code="QQQQQ"), command.qualified_name
        assert hidden == [UNKNOWN.format(code=code)] * 2, command.qualified_name
        choices = await person.autocomplete(command.qualified_name, "game", "", place)
        assert not choices, command.qualified_name


async def test_in_a_private_channel_no_command_knows_the_game(
    world: World, game: Game, vera: Person, lobby: Place
) -> None:
    await world.channel.forbid("view_channel", to=vera)
    await refused_everywhere(world, vera, lobby, game.code)


@pytest.mark.slow
async def test_in_a_private_thread_no_command_knows_the_game(
    world: World, mara: Person, jonas: Person, vera: Person, lobby: Place
) -> None:
    thread = world.backend.create_thread(world.channel.id, "Secret", mara.id, type=12)
    for person_id in (jonas.id, world.backend.bot_user.id):
        world.backend.add_thread_member(thread.id, person_id)
    await world.rest()
    secret = await start_game(world, mara, jonas, world.place(thread.id))
    await refused_everywhere(world, vera, lobby, secret.code)

    world.backend.add_thread_member(thread.id, vera.id)
    await world.rest()
    assert "Mara" in (await vera.slash("game text", lobby, game=secret.code)).text


@pytest.mark.slow
async def test_a_finished_game_in_a_deleted_channel_is_known_to_its_players_alone(
    world: World, game: Game, mara: Person, vera: Person, lobby: Place
) -> None:
    await game.resign(mara)
    assert (await vera.slash("game export", lobby, game=game.code)).files
    await world.channel.delete()
    unknown = await vera.slash("game export", lobby, game=game.code)
    assert unknown.text == UNKNOWN.format(code=game.code)
    assert (await mara.slash("game export", lobby, game=game.code)).files


@pytest.mark.slow
async def test_who_sees_the_channel_reads_archived_threads_by_code(
    world: World, game: Game, mara: Person, vera: Person, lobby: Place
) -> None:
    await game.resign(mara)
    await game.place.archive()
    await world.restart()
    assert (await vera.slash("game export", lobby, game=game.code)).files


async def test_a_player_who_no_longer_sees_the_channel_still_reaches_their_own_game(
    world: World, game: Game, mara: Person, lobby: Place
) -> None:
    await world.channel.forbid("view_channel", to=mara)
    assert "Mara" in (await mara.slash("game text", lobby, game=game.code)).text


async def test_the_list_of_somebody_elses_games_holds_only_what_one_may_see(
    world: World, game: Game, mara: Person, jonas: Person, vera: Person, lobby: Place
) -> None:
    seen = await start_game(world, mara, jonas, lobby)
    await world.channel.forbid("view_channel", to=vera)
    listed = (await vera.slash("games", lobby, person=mara)).text
    assert seen.code in listed
    assert game.code not in listed
    assert game.code in (await jonas.slash("games", lobby, person=mara)).text
    # The own list needs no channel.
    assert game.code in (await mara.slash("games", lobby)).text


async def test_a_number_in_an_old_button_shows_no_game_of_a_hidden_channel(
    world: World, game: Game, vera: Person, lobby: Place
) -> None:
    """Private messages keep their buttons when the person loses sight of the channel."""
    more = await vera.click(game.board, "Text")
    kept = await vera.slash("game note", game.place, text="mine")
    await world.channel.forbid("view_channel", to=vera)
    answer = await vera.slash("games", lobby)
    for custom_id in (
        f"t:text:{game.id}:0",
        f"t:note:{game.id}",
        f"t:follow:{game.id}:1",
        f"t:more:{game.id}",
        f"t:record:{game.id}",
        f"t:replay:{game.id}:0",
        f"t:which:{game.id}:game text",
    ):
        told = await vera.press(answer, custom_id)
        assert told.text == UnknownGame().text.source, custom_id
    assert more.ephemeral
    assert kept.ephemeral


@pytest.mark.slow
async def test_a_tournament_of_a_hidden_channel_is_in_no_list_suggestion_or_page(
    world: World, vera: Person, lobby: Place
) -> None:
    event = await begin(world, 3)
    mara, number = event.people[0], event.id
    shown = await vera.slash("tournament list", lobby)
    assert "Spring cup" in shown.text
    assert await vera.autocomplete("tournament show", "tournament", "spring", lobby)
    await world.channel.forbid("view_channel", to=vera)
    await world.channel.forbid("view_channel", to=mara)

    nothing = "This server has had no tournament yet. /tournament create makes one."
    assert (await vera.slash("tournament list", lobby)).text == nothing
    assert await vera.autocomplete("tournament show", "tournament", "spring", lobby) == ()
    unknown = (await vera.slash("tournament show", lobby, tournament="QQQ")).text
    for named in ({}, {"tournament": "Spring cup"}, {"tournament": str(number)}):
        assert (await vera.slash("tournament show", lobby, **named)).text == unknown
    for custom_id in (
        f"t:tournament:{number}",
        f"t:tournament-page:{number}:standings",
        f"t:tournament-join:{number}",
        f"t:tournament-leave:{number}",
        f"t:tournament-manage:{number}",
        f"t:tournament-end:{number}",
        f"t:ladder:{number}",
    ):
        told = await vera.press(shown, custom_id)
        assert told.text == UnknownTournament().text.source, custom_id
    # Who takes part keeps it, wherever they are.
    assert "Mara" in (await mara.slash("tournament show", lobby)).text
    assert "Mara" in (await mara.press(shown, f"t:tournament:{number}")).text


@pytest.mark.parametrize("over", [False, True])
async def test_no_control_at_all_knows_a_game_or_challenge_of_a_hidden_channel(
    world: World, game: Game, mara: Person, jonas: Person, vera: Person, lobby: Place, *, over: bool
) -> None:
    await challenge(world, jonas, mara)
    if over:
        await game.resign(jonas)
    told = await vera.slash("games", lobby)
    await world.channel.forbid("view_channel", to=vera)
    public = all_public(world)
    for custom_id, unknown in ids_of(game.id, challenge_id=2).items():
        answer = await vera.press(told, custom_id, ["1"] if ":pick:" in custom_id else ())
        assert (answer.text, answer.files, answer.buttons) == (unknown, (), ()), custom_id
    assert all_public(world) == public


async def hide(world: World, place: Place, *, to: Person | None = None) -> None:
    """Hide a channel from a person, or from all who are no administrators and not the bot."""
    if to is not None:
        await place.forbid("view_channel", to=to)
        return
    await place.allow("view_channel")
    everybody = models.Overwrite(
        world.guild.id, OverwriteType.ROLE, 0, discord.Permissions(view_channel=True).value
    )
    world.backend.set_overwrite(place.id, everybody)
    await world.rest()


@pytest.mark.parametrize("hidden_for", ["everybody", "a person", "who is in no private thread"])
async def test_what_is_between_two_is_told_to_nobody_who_does_not_see_where_they_played(
    world: World, mara: Person, jonas: Person, vera: Person, lobby: Place, hidden_for: str
) -> None:
    place = world.channel
    if hidden_for == "who is in no private thread":
        thread = world.backend.create_thread(world.channel.id, "Secret", mara.id, type=12)
        for person_id in (jonas.id, world.backend.bot_user.id):
            world.backend.add_thread_member(thread.id, person_id)
        await world.rest()
        place = world.place(thread.id)
    games = [await start_game(world, mara, jonas, place)]
    await games[0].resign(jonas)
    games.append(await start_game(world, mara, jonas, place))
    if place is world.channel:
        assert not (await mara.slash("versus", lobby, person=jonas)).ephemeral
        await hide(world, place, to=vera if hidden_for == "a person" else None)

    shown = await mara.slash("versus", lobby, person=jonas)

    assert shown.ephemeral
    assert all(game.code in shown.text for game in games)
    codes = [game.code for game in games]
    assert not any(code in each.text for each in lobby.messages[1:] for code in codes)
