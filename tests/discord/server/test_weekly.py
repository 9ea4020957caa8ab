"""Weekly tables, by clicks: set once, joined with one click, seated and played as rated matches."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import discord
import pytest

from games.registry import GAMES
from tests.discord.days import pass_days
from tests.discord.simulated import Message, Person, Place, World
from tests.discord.tables import mentioned_first

TWO = next(game.about for game in GAMES.values() if game.about.seats == (2,))
FOUR = next(game.about for game in GAMES.values() if game.about.seats == (4,))
SEVERAL = next(game.about for game in GAMES.values() if len(game.about.seats) > 1)
ZONE = "Europe/Berlin"
DAY_LABELS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@pytest.fixture
def nora(world: World) -> Person:
    """Return a moderator."""
    return world.person("Nora", permissions=discord.Permissions(manage_guild=True))


@pytest.fixture
def people(world: World) -> list[Person]:
    return [world.person(name) for name in ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")]


def cards(place: Place) -> list[Message]:
    return [message for message in place.messages if message.text.startswith("### Weekly table")]


def threads(place: Place) -> list[Place]:
    return [message.thread for message in place.messages if message.thread is not None]


async def set_weekly(
    world: World, nora: Person, game: str = TWO.name, *, hours: int = 30, lead: int = 24
) -> str:
    """Set the weekly table that starts on the full hour some hours from now."""
    start = (world.now + timedelta(hours=hours)).astimezone(ZoneInfo(ZONE))
    answer = await nora.slash(
        "weekly set",
        game=game,
        day=DAY_LABELS[start.weekday()],
        time=f"{start.hour}:00",
        time_zone=ZONE,
        hours=lead,
    )
    return answer.text


async def pass_hours(world: World, hours: float) -> None:
    await pass_days(world, hours / 24)


async def card_of(world: World, nora: Person, game: str = TWO.name) -> Message:
    """Set a weekly table and wait for its card."""
    await set_weekly(world, nora, game)
    await pass_hours(world, 7)
    (card,) = cards(world.channel)
    return card


async def test_a_card_appears_some_hours_before_and_is_joined_with_one_click(
    world: World, nora: Person, people: list[Person]
) -> None:
    said = await set_weekly(world, nora)
    nothing = cards(world.channel)
    await pass_hours(world, 7)
    (card,) = cards(world.channel)
    answer = await people[0].click(card, "Join")
    await people[1].click(card, "Join")

    assert f"**Weekly table**: {TWO.name}, " in said
    assert nothing == []
    assert card.pings == ()
    assert answer.ephemeral
    assert "You are in: it starts" in answer.text
    assert "2 people are in: Ana and Bo" in card.text


async def test_at_the_start_pairs_get_threads_and_rated_games(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    for person in people[:4]:
        await person.click(card, "Join")
    await pass_hours(world, 24)

    assert len(threads(world.channel)) == 2
    assert "Join" not in card.buttons
    players = set[str]()
    for thread in threads(world.channel):
        board = thread.last
        assert "Move" in board.buttons
        assert mentioned_first(board) in people[:4]
        players |= {person.name for person in people[:4] if person.name in thread.name}
    own_cards = [message for message in world.channel.messages if message.thread is not None]
    assert all(each.text.split("\n")[1].startswith("Weekly table: ") for each in own_cards)
    assert all("The game is played in <#" in each.text for each in own_cards)
    assert all("rated" in each.text and "unrated" not in each.text for each in own_cards)
    assert all(message.pings == () for message in own_cards)
    assert players == {person.name for person in people[:4]}


@pytest.mark.slow
async def test_the_odd_one_out_plays_the_computer_by_choice(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    for person in people[:2]:
        await person.click(card, "Join")
    answer = await people[2].click(card, "Join")
    changed = await people[2].click(answer, "Play the computer then")
    told = changed.text
    await pass_hours(world, 24)

    assert "you play the computer" in told
    assert len(threads(world.channel)) == 2
    assert "Cy · " in card.text
    assert "No table" not in card.text


@pytest.mark.slow
async def test_who_chose_nothing_sits_out(world: World, nora: Person, people: list[Person]) -> None:
    card = await card_of(world, nora)
    for person in people[:3]:
        await person.click(card, "Join")
    await pass_hours(world, 24)

    assert len(threads(world.channel)) == 1
    assert "No table could be found for" in card.text


@pytest.mark.slow
async def test_a_table_of_four_is_filled_with_computers(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora, FOUR.name)
    for person in people[:3]:
        await person.click(card, "Join")
    await pass_hours(world, 24)

    (thread,) = threads(world.channel)
    assert any("Move" in message.buttons for message in thread.messages) or thread.messages
    assert card.text.count(" · ") == 3


@pytest.mark.slow
async def test_tables_of_several_sizes_are_even(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora, SEVERAL.name)
    for person in people[:5]:
        await person.click(card, "Join")
    await pass_hours(world, 24)

    assert len(threads(world.channel)) == 2
    assert sorted(line.count(" · ") for line in card.text.split("\n") if " · " in line) == [1, 2]


async def test_too_few_people_are_told_in_one_line(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    await people[0].click(card, "Join")
    await pass_hours(world, 24)

    assert "Too few people joined: there are no tables this time." in card.text
    assert threads(world.channel) == []


@pytest.mark.slow
async def test_people_leave_again_and_late_clicks_are_answered(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    await people[0].click(card, "Join")
    left = await people[0].click(card, "Leave")
    again = await people[0].click(card, "Leave")
    join = next(control.custom_id or "" for control in card.controls if control.label == "Join")
    await pass_hours(world, 24)
    late = await people[1].press(card, join)

    assert "You are no longer in." in left.text
    assert "You have not joined." in again.text
    assert "Nobody has joined yet." not in card.text
    assert "This table has begun" in late.text


@pytest.mark.slow
async def test_who_played_last_week_plays_somebody_else(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    for person in people[:4]:
        await person.click(card, "Join")
    await pass_hours(world, 24)
    before = {line.split(". ")[1] for line in card.text.split("\n") if " · " in line}
    await pass_days(world, 6.2)
    _, card = cards(world.channel)
    for person in people[:4]:
        await person.click(card, "Join")
    await pass_hours(world, 24)
    after = {line.split(". ")[1] for line in card.text.split("\n") if " · " in line}

    assert len(before) == len(after) == 2
    assert {frozenset(pair.split(" · ")) for pair in before}.isdisjoint(
        {frozenset(pair.split(" · ")) for pair in after}
    )


async def test_blocks_are_respected_and_not_told(
    world: World, nora: Person, people: list[Person]
) -> None:
    await people[0].slash("block person", person=people[1])
    card = await card_of(world, nora)
    for person in people[:2]:
        await person.click(card, "Join")
    await pass_hours(world, 24)

    assert threads(world.channel) == []
    assert "block" not in card.text


@pytest.mark.slow
async def test_who_has_left_the_server_is_not_seated(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    for person in people[:3]:
        await person.click(card, "Join")
    await pass_days(world, 0.9)
    await people[2].leave()
    await pass_days(world, 0.2)

    assert len(threads(world.channel)) == 1
    assert "Cy" not in card.text.split("No table")[0]


@pytest.mark.slow
async def test_after_a_downtime_the_card_and_the_tables_come_once(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    for person in people[:2]:
        await person.click(card, "Join")
    await pass_hours(world, 28)
    await pass_hours(world, 1)

    assert len(threads(world.channel)) == 1
    assert len(cards(world.channel)) == 1


async def test_tables_that_are_much_too_late_are_not_made(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    for person in people[:2]:
        await person.click(card, "Join")
    await pass_days(world, 3)

    assert threads(world.channel) == []
    assert "I was away at the time: there are no tables this time." in card.text


async def test_a_week_that_was_missed_has_no_card_and_the_next_one_has(
    world: World, nora: Person
) -> None:
    await set_weekly(world, nora)
    await pass_days(world, 5)
    assert cards(world.channel) == []
    await pass_days(world, 3)
    assert len(cards(world.channel)) == 1


@pytest.mark.slow
@pytest.mark.parametrize("after", [False, True], ids=["before the post", "after it"])
async def test_a_kill_around_a_post_leaves_one_card_and_one_game_a_table(
    world: World, nora: Person, people: list[Person], after: bool
) -> None:
    await set_weekly(world, nora)
    hold = world.hold("POST", "/channels/*/messages", after=after)
    await world.pass_time(hours=7)
    assert hold.reached
    await world.restart(kill=True)
    await world.pass_time(minutes=3)
    (card,) = cards(world.channel)
    for person in people[:2]:
        await person.click(card, "Join")
    hold = world.hold("POST", "/channels/*/messages", after=after)
    await world.pass_time(hours=24)
    assert hold.reached
    await world.restart(kill=True)
    await world.pass_time(minutes=3)

    assert len(cards(world.channel)) == 1
    assert len(threads(world.channel)) == 1


async def test_it_is_switched_off_and_an_open_card_is_called_off(
    world: World, nora: Person, people: list[Person]
) -> None:
    card = await card_of(world, nora)
    await people[0].click(card, "Join")
    off = await nora.slash("weekly off")
    none = await nora.slash("weekly show")
    await pass_days(world, 9)

    assert "There is no weekly table any more." in off.text
    assert "There is no weekly table here" in none.text
    assert world.channel.messages[0].text == "This weekly table was called off."
    assert world.channel.messages[0].buttons == ()
    assert len(world.channel.messages) == 1


async def test_setting_it_again_replaces_it(world: World, nora: Person) -> None:
    await card_of(world, nora)
    await set_weekly(world, nora, SEVERAL.name, hours=60, lead=10)
    shown = await nora.slash("weekly show")
    await pass_hours(world, 55)

    assert SEVERAL.name in shown.text
    (card,) = cards(world.channel)
    assert SEVERAL.name in card.text


@pytest.mark.slow
@pytest.mark.parametrize("month", [3, 10])
async def test_on_the_day_when_clocks_change_there_is_one_card(
    world: World, nora: Person, month: int
) -> None:
    day = next(
        date
        for date in (datetime(2026, month, n, tzinfo=UTC) for n in range(25, 32))
        if date.weekday() == 6
    )
    await pass_days(world, (day - timedelta(days=3) - world.now).total_seconds() / 86400)
    await nora.slash(
        "weekly set", game=TWO.name, day="Sunday", time="2:30", time_zone=ZONE, hours=2
    )
    for _ in range(10):
        await pass_hours(world, 12)

    assert len(cards(world.channel)) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"time": "25:00"}, "I don't understand the time"),
        ({"time_zone": "Mars"}, "I don't know the time zone Mars"),
    ],
)
async def test_what_is_no_time_or_zone_is_refused(
    nora: Person, options: dict[str, str], said: str
) -> None:
    given = {"game": TWO.name, "day": "Friday", "time": "20:00", "time_zone": ZONE} | options
    answer = await nora.slash("weekly set", **given)
    assert said in answer.text


async def test_time_zones_are_suggested_from_the_real_list(nora: Person) -> None:
    choices = await nora.autocomplete("weekly set", "time_zone", "berl")
    assert [choice.value for choice in choices] == [ZONE]


@pytest.mark.slow
async def test_a_card_that_cannot_be_posted_waits_and_who_set_it_is_told_once(
    world: World, nora: Person, people: list[Person]
) -> None:
    await set_weekly(world, nora)
    await world.channel.forbid("send_messages")
    await pass_hours(world, 7)
    await pass_hours(world, 5)
    (told,) = nora.dm.messages
    assert f"I can't post in <#{world.channel.id}> of " in told.text
    assert "Give me View Channel and Send Messages there" in told.text
    assert cards(world.channel) == []

    await world.channel.allow("send_messages")
    await pass_hours(world, 2)

    (card,) = cards(world.channel)
    await people[0].click(card, "Join")
    assert "1 person is in: Ana" in card.text
    assert len(nora.dm.messages) == 1


@pytest.mark.slow
async def test_a_card_whose_time_has_come_is_not_posted_any_more_and_the_next_one_is(
    world: World, nora: Person
) -> None:
    await set_weekly(world, nora)
    await world.channel.forbid("send_messages")
    await pass_hours(world, 40)
    await world.channel.allow("send_messages")
    await pass_hours(world, 2)
    assert cards(world.channel) == []

    await pass_hours(world, 7 * 24 - 34)

    assert len(cards(world.channel)) == 1


async def test_who_lost_manage_server_meanwhile_sets_nothing(
    world: World, mara: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord offers the command to moderators only, unless a server says otherwise."""
    nobody = discord.Permissions.none()
    monkeypatch.setattr(discord.Interaction, "permissions", nobody)
    refused = await world.person("Nora", permissions=discord.Permissions(manage_guild=True)).slash(
        "weekly off"
    )
    assert "You need Manage Server to do that." in refused.text
