"""The card of a tournament: joining, leaving, managing, results, and what goes wrong."""

import discord
import pytest

from data.tournament_values import PairingResult, TournamentState
from tests.discord.challenge.test_cards import let_time_pass
from tests.discord.simulated import Person, World
from tests.discord.tournament.events import begin, create
from tests.tiers import sampled


@pytest.fixture
def moderator(world: World) -> Person:
    """Return somebody who may manage the server."""
    return world.person("Nora", permissions=discord.Permissions(manage_guild=True))


async def test_a_card_says_the_terms_and_who_takes_part(world: World, mara: Person) -> None:
    card = await create(world, mara, format="swiss", seats=8, rounds=3, clock="7 days", starts_in=2)
    assert card.text.startswith("### Spring cup\nDice Matrix · Swiss\n-# rated · two games")
    assert "7 days per turn · running out of time forfeits · 8 seats · 3 rounds" in card.text
    assert "Nobody has joined yet (8 seats)." in card.text
    assert "or when it is full." in card.text
    await mara.click(card, "Join")
    assert "Taking part (1 of 8): Mara" in card.text
    assert card.buttons == ("Join", "Leave", "Results", "Manage")
    again = await mara.click(card, "Join")
    assert again.text == "You already take part in this tournament."
    await mara.click(card, "Leave")
    assert "Nobody has joined yet" in card.text
    never = await mara.click(card, "Leave")
    assert never.text == "You don't take part in this tournament."


@pytest.mark.slow
async def test_a_card_pings_nobody_and_each_player_is_pinged_once_a_pairing(world: World) -> None:
    event = await begin(world, 4, format="swiss")
    for _ in range(2):
        pinged = [person for message in world.messages() for person in message.pings]
        assert pinged == []
        for paired in await event.playing():
            thread = world.place((await event.view()).places[paired.id])
            inside = [person.id for message in thread.messages for person in message.pings]
            assert sorted(inside) == sorted(paired.pairing.players)
        await event.play_round()


async def test_a_pairing_carries_its_fingerprint_and_begins_when_it_is_posted(world: World) -> None:
    event = await begin(world, 4, format="swiss")
    cards = [message for message in world.messages() if "Dice fingerprint" in message.text]
    assert len(cards) == 2
    for card in cards:
        assert "Spring cup, round 1, board" in card.text
        assert card.text.count("Dice fingerprint") == 2, "one for each game of the match"
        assert "The game is played in" in card.text
        assert card.buttons == ("Rules",)
    assert event.card.text.count("<#") == 2


async def test_only_who_made_it_and_moderators_start_and_end_it(
    world: World, mara: Person, jonas: Person, moderator: Person
) -> None:
    card = await create(world, mara, format="knockout")
    refused = await jonas.click(card, "Manage")
    assert refused.text == "Only Mara and moderators (Manage Server) can do that."
    offered = await mara.click(card, "Manage")
    early = await mara.click(offered, "Start now")
    assert early.text.startswith("That is too few players")
    question = await moderator.click(await moderator.click(card, "Manage"), "End it")
    ended = await moderator.click(question, "End it")
    assert ended.text == "The tournament is over."
    assert "Cancelled." in card.text
    late = await jonas.press(card, "t:tournament-join:1")
    assert late.text == "This tournament was cancelled."


async def test_a_knockout_takes_nobody_who_comes_late_and_a_swiss_does(world: World) -> None:
    late = world.person("Zoe")
    knockout = await begin(world, 3, format="knockout")
    assert "Join" not in knockout.card.buttons
    forged = await late.press(knockout.card, f"t:tournament-join:{knockout.id}")
    assert forged.text == "This tournament has begun, so nobody can join any more."


@pytest.mark.slow
async def test_who_comes_late_to_a_swiss_plays_from_the_next_round_on(world: World) -> None:
    event = await begin(world, 4, format="swiss", seats=6, start=True, rounds=2)
    late = world.person("Zoe")
    await late.click(event.card, "Join")
    assert event.round == (1, 2)
    await event.play_round()
    view = await event.view()
    assert late.id in {player for one in view.pairings[2:] for player in one.pairing.players}
    assert "Join" not in event.card.buttons, "it is the last round"


@pytest.mark.slow
async def test_a_correction_is_shown_with_who_when_from_what_to_what(
    world: World, moderator: Person
) -> None:
    event = await begin(world, 4, format="swiss")
    await event.play_round()
    (paired, *_) = (await event.view()).pairings
    assert paired.pairing.outcome is PairingResult.FIRST
    assert not (await event.people[0].click(event.card, "Manage")).message.menus
    offered = await moderator.click(event.card, "Manage")
    labels = [option.label for option in offered.message.menus[0].options]
    assert len(labels) == 4
    assert not any("<" in label for label in labels), "a list shows no channels"
    question = await moderator.choose(offered, str(paired.id))
    assert "How did it end?" in question.text
    (draw,) = (label for label in question.buttons if label == "½:½")
    done = await moderator.click(question, draw)
    assert done.text == "The result has been corrected."
    page = await event.people[0].click(event.card, "Results")
    page = await event.people[0].click(page, "Corrections")
    assert "1:0 → ½:½, by" in page.text
    assert moderator.mention in page.text
    page = await event.people[0].click(page, "Rounds")
    page = await event.people[0].click(page, "Previous")
    assert "½:½ (decided by a moderator)" in page.text
    forged = await event.people[0].press(
        event.card, f"t:tournament-corrected:{event.id}:{paired.id}:first"
    )
    assert forged.text == "You need Manage Server to do that."


@pytest.mark.slow
async def test_the_page_explains_how_ties_are_broken(world: World) -> None:
    event = await begin(world, 4, format="swiss")
    page = await event.people[0].click(event.card, "Results")
    assert page.ephemeral
    page = await event.people[0].click(page, "How ties are broken")
    for name in ("Buchholz", "Sonneborn-Berger", "Direct encounter"):
        assert f"**{name}**" in page.text


@pytest.mark.slow
async def test_who_has_left_the_server_is_not_paired_again(world: World) -> None:
    event = await begin(world, 5, format="swiss", rounds=3)
    await event.people[2].leave()
    for paired in await event.playing():
        players = [one for one in paired.pairing.players if one != event.people[2].id]
        await event.resign(paired, players[-1])
    await let_time_pass(world, hours=25)
    await event.next()
    view = await event.view()
    assert view.round == 2
    (gone,) = (one for one in view.entrants if one.id == event.people[2].id)
    assert not gone.takes_part


@pytest.mark.slow
async def test_a_bot_that_is_killed_before_it_pairs_pairs_after_it_is_back(world: World) -> None:
    event = await begin(world, 4, format="swiss")
    for paired in await event.playing():
        await event.resign(paired, paired.pairing.first)
    await world.restart(kill=True)
    await event.next()
    assert event.round == (2, 2)
    boards = [(one.pairing.round, one.pairing.board) for one in (await event.view()).pairings]
    assert boards == [(1, 1), (1, 2), (2, 1), (2, 2)]


@pytest.mark.slow
async def test_games_without_a_channel_wait_and_who_made_it_is_told_and_moves_them(
    world: World,
) -> None:
    event = await begin(world, 4, format="swiss")
    mara, *_ = event.people
    for paired in await event.playing():
        await event.resign(paired, paired.pairing.first)
    await world.channel.forbid("send_messages", "view_channel")
    await event.next()
    assert len(await event.playing()) == 2
    assert (await event.view()).places.keys() == {1, 2}
    assert "can't begin" in mara.dm.last.text
    other = world.text_channel("elsewhere")
    page = await mara.slash("tournament show", other)
    offered = await mara.click(page, "Manage")
    moved = await mara.click(offered, "Go on in this channel")
    assert moved.text == "The tournament goes on here."
    await world.rest()
    assert (await event.view()).places.keys() == {1, 2, 3, 4}
    assert any("**Round 2 of 2**" in message.text for message in other.messages)


async def test_a_card_that_was_deleted_is_posted_again_with_the_next_change(
    world: World, mara: Person
) -> None:
    card = await create(world, mara, seats=4)
    answer = await mara.slash("tournament show")
    await card.delete()
    for action in ("join", "leave", "join"):
        await mara.press(answer, f"t:tournament-{action}:1")
    assert "Taking part (1 of 4): Mara" in world.channel.last.text


@pytest.mark.slow
async def test_a_tournament_in_japanese(world: World) -> None:
    await world.speak("ja", community=True)
    event = await begin(world, 4, join="参加", format="swiss")
    assert "スイス式" in event.card.text
    assert "**1回戦（全2回戦）**" in event.card.text
    await event.play_round()
    assert "ブッフホルツ" in event.standings


async def test_tournaments_are_listed_shown_and_suggested(world: World, mara: Person) -> None:
    nothing = await mara.slash("tournament list")
    assert nothing.text.startswith("This server has had no tournament yet.")
    missing = await mara.slash("tournament show")
    assert missing.text.startswith("There is no such tournament")
    await create(world, mara, name="Spring cup")
    await create(world, mara, name="Summer *cup*", format="ladder")
    listed = await mara.slash("tournament list")
    assert "**Summer \\*cup\\*** · Dice Matrix · ladder · people can join" in listed.text
    found = await mara.autocomplete("tournament show", "tournament", "spring")
    assert [choice.name for choice in found] == ["Spring cup"]
    shown = await mara.slash("tournament show", tournament=str(found[0].value))
    assert shown.text.startswith("### Spring cup")


async def test_experts_can_take_the_free_seats(world: World, mara: Person) -> None:
    card = await create(world, mara, computers="expert")
    assert "computers (expert) take free seats" in card.text


@sampled(
    ("options", "said"),
    [
        ({"format": "robin", "seats": 20}, "At most 16 can take part in a round robin."),
        ({"format": "knockout", "rounds": 3}, "Only a Swiss tournament has a number of rounds"),
        ({"format": "ladder", "computers": "easy"}, "A ladder is between people"),
        ({"name": "\u200b"}, "A tournament needs a name that can be read."),
    ],
)
async def test_options_that_do_not_fit_are_refused(
    mara: Person, options: dict[str, object], said: str
) -> None:
    given = {
        "name": "Spring cup",
        "game": "Dice Matrix",
        **options,
        "format": {
            "robin": "round robin: everybody meets everybody",
            "knockout": "knockout: one loss and you are out",
            "ladder": "ladder: never ends, challenge those above you",
        }.get(str(options.get("format")), "Swiss: people with equal points meet"),
    }
    answer = await mara.slash("tournament create", **given)
    assert answer.text.startswith(said)
    assert answer.ephemeral


async def test_without_threads_there_is_no_tournament(world: World, mara: Person) -> None:
    await world.channel.forbid("create_public_threads")
    given = {"name": "Cup", "game": "Dice Matrix", "format": "Swiss: people with equal points meet"}
    answer = await mara.slash("tournament create", **given)
    assert "Create Public Threads" in answer.text
    elsewhere = world.voice_channel("voice")
    answer = await mara.slash("tournament create", elsewhere, **given)
    assert answer.text.startswith("A tournament needs a text channel")


@pytest.mark.slow
async def test_deleting_one_s_data_withdraws(world: World) -> None:
    event = await begin(world, 4, format="swiss")
    mara, *_ = event.people
    question = await mara.click(await mara.slash("privacy"), "Delete")
    await mara.click(question, "Delete for good")
    await event.next()
    assert "Mara" not in event.card.text
    assert "a former player" in event.standings
    assert (await event.view()).tournament.state is TournamentState.RUNNING


@pytest.mark.slow
async def test_a_game_that_a_moderator_has_decided_goes_on_but_counts_no_more(
    world: World, moderator: Person
) -> None:
    event = await begin(world, 4, format="swiss")
    paired, _ = await event.playing()
    first = paired.pairing.first
    await moderator.press(event.card, f"t:tournament-corrected:{event.id}:{paired.id}:draw")
    await event.resign(paired, first)
    (still, _) = (await event.view()).pairings
    assert still.pairing.outcome is PairingResult.DRAW


@pytest.mark.slow
async def test_the_words_of_a_picture_are_no_longer_than_discord_takes(world: World) -> None:
    names = [f"Maximilian von Ahrenberg {n:07}" for n in range(16)]
    people = [world.person(name) for name in names]
    card = await create(world, people[0], format="swiss", seats=16)
    for person in people:
        await person.click(card, "Join")
    await world.rest()
    alt = str(card.pictures[0].alt)
    assert len(alt) == 1024
    assert alt.startswith("1. Maximilian")
    assert "*" not in alt


async def test_a_tournament_for_which_too_few_have_come_says_that_it_is_cancelled(
    world: World, mara: Person, jonas: Person
) -> None:
    await mara.slash(
        "tournament create", name="Cup", game="dice_matrix", format="knockout", starts_in=1
    )
    card = world.channel.last
    await jonas.click(card, "Join")
    await world.pass_time(minutes=62)
    assert "Cancelled." in card.text
    assert "Join" not in card.buttons
