"""A server may have the commands without the bot: everybody who uses them there is told how to add it."""

from tests.discord.simulated import Person, World
from tests.discord.tables import start_game


def without_the_bot(world: World) -> None:
    """Make the server keep the commands, as "Add App" without the bot leaves it."""
    guild = world.backend.get_guild(world.guild.id)
    del guild.members[world.backend.bot_user.id]
    world.backend.emit("GUILD_DELETE", {"id": str(guild.id)})


async def test_commands_say_that_the_bot_is_not_there_with_the_invitation(
    world: World, mara: Person, jonas: Person
) -> None:
    without_the_bot(world)
    for answer in (
        await mara.slash("games"),
        await mara.slash("dice-matrix challenge", opponent=jonas),
    ):
        assert answer.ephemeral
        assert "I am not a member of this server" in answer.text
        (button,) = answer.message.controls
        assert button.label == "Add me"
        assert f"guild_id={world.guild.id}" in (button.url or "")
        assert "integration_type=0" in (button.url or "")
        assert "scope=bot+applications.commands" in (button.url or "")
    assert not world.messages()


async def test_the_answer_is_in_the_language_of_who_asks(world: World) -> None:
    without_the_bot(world)
    aiko = world.person("Aiko", locale="ja")
    assert "ボットを追加できます" in (await aiko.slash("games")).text


async def test_nothing_is_suggested_and_no_old_button_works_there(
    world: World, mara: Person, jonas: Person
) -> None:
    game = await start_game(world, mara, jonas)
    board = game.board
    without_the_bot(world)
    assert await mara.autocomplete("move", "move", "", game.place) == ()
    assert "I am not a member of this server" in (await mara.click(board, "Move")).text


async def test_discord_is_asked_once_a_minute_at_most_whether_the_bot_is_there(
    world: World, mara: Person
) -> None:
    without_the_bot(world)
    before = len(world.requests)
    for _ in range(5):
        await mara.slash("games")
    asked = [request for request in world.requests[before:] if request.is_for("GET", "/guilds/*")]
    assert len(asked) == 1


async def test_where_discord_does_not_say_the_command_works(world: World, mara: Person) -> None:
    without_the_bot(world)
    world.fail("GET", "/guilds/*", status=503, times=5)
    assert "You have no running games here" in (await mara.slash("games")).text
