"""Every game follows from two parts, however it begins: the secret on its card, and the card's id."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.lots import promised, tidy_word
from bot.match.record import record_of
from bot.match.table import Person, Table
from data.challenges import Challenge, First
from data.stored import StoredGame
from games.fairness import verify
from games.lots import WORD_LENGTH, Lots
from games.players import Level
from games.record import Record
from tests.bot.club import CARD, JON, KIM, MARA, SINGLE, TWO_GAME, Club
from tests.bot.den import EASY, Den
from tests.tiers import sampled

RANDOM = replace(SINGLE, first=First.RANDOM)
TABLE = replace(SINGLE, game="matrio", seats=4, options={"lead": "any"}, first=First.RANDOM)


async def first_game(club: Club, challenge: Challenge) -> StoredGame:
    number = await club.challenges.game_of(challenge.id)
    assert number is not None
    return (await club.matches.table(number)).game


async def asked(den: Den) -> Challenge:
    challenge = await den.club.propose(JON, terms=RANDOM)
    await den.club.accept(challenge)
    return challenge


async def to_anybody(den: Den) -> Challenge:
    challenge = await den.club.propose(terms=RANDOM)
    await den.club.accept(challenge, KIM)
    return challenge


async def filled(den: Den) -> Challenge:
    challenge = await den.club.propose(terms=TABLE)
    await den.club.challenges.join(challenge.id, den.club.click(JON))
    await den.club.challenges.may_fill(challenge.id, den.club.click(MARA))
    await den.club.challenges.fill(
        challenge.id, Level.EASY, MARA, interaction_id=den.club.ticket(), threads=True
    )
    return challenge


async def alone(den: Den) -> Challenge:
    return (await den.propose(EASY, terms=RANDOM)).challenge


async def again(den: Den) -> Challenge:
    """Make them play a rematch, which is a challenge in the thread of the game before."""
    proposal = replace(den.club.proposal(JON, terms=RANDOM), rematch_of=71)
    answered = await den.club.challenges.propose(proposal, interaction_id=den.club.ticket())
    await den.club.accept(answered.challenge)
    return answered.challenge


WAYS = [asked, to_anybody, filled, alone, again]


async def ended(club: Club, game: StoredGame) -> Record:
    await club.matches.abort(game.id, Person(99, "Ida"), interaction_id=club.ticket())
    _, record = await record_of(club.database, game.id)
    return record


@sampled("way", WAYS, ids=lambda way: way.__name__)
async def test_however_a_game_begins_its_chance_is_what_its_card_promised(
    den: Den, way: Callable[[Den], Awaitable[Challenge]]
) -> None:
    challenge = await way(den)
    before = promised(challenge)
    game = await first_game(den.club, challenge)
    record = await ended(den.club, game)
    lots = record.fair

    assert isinstance(lots, Lots)
    assert (lots.commitment, lots.card) == (before[0], str(CARD))
    assert verify(record).checked >= 1
    seated = [lots.players[place] for place in lots.seating()]
    people = [str(player) for player in game.players if player > 0]
    assert [player for player in seated if player.isdigit()] == people


async def test_the_first_card_counts_where_it_is_posted_again(club: Club) -> None:
    challenge = await club.propose(JON)
    later = replace(club.click(KIM), message_id=CARD + 1)
    await club.post_card(challenge)
    await club.challenges.accept(challenge.id, replace(later, actor=JON))
    game = await first_game(club, challenge)
    assert game.lots is not None
    assert game.lots.card == str(CARD)


async def test_nothing_begins_before_its_card_has_an_id(club: Club) -> None:
    """A click that is forged while the card is on its way to Discord would leave that part out."""
    challenge = await club.propose()
    fill = club.challenges.fill
    with pytest.raises(Refused, match="has not been posted yet"):
        await fill(challenge.id, Level.EASY, MARA, interaction_id=club.ticket(), threads=True)
    await club.post_card(challenge)
    await fill(challenge.id, Level.EASY, MARA, interaction_id=club.ticket(), threads=True)
    game = await first_game(club, challenge)
    assert game.lots is not None
    assert game.lots.card == str(CARD)


async def test_both_games_of_a_match_are_promised_and_neither_secret_tells_the_other(
    club: Club,
) -> None:
    challenge = await club.propose(JON, terms=TWO_GAME)
    await club.accept(challenge)
    first = await first_game(club, challenge)
    await club.play_out(await club.matches.table(first.id))
    _, second = await club.games_of(first.match.id)
    assert promised(challenge) == (first.commitment, second.commitment)
    assert first.secret != second.secret
    assert {challenge.secret} & {first.secret, second.secret} == set()
    record = await ended(club, second)
    assert verify(record).seating == (1, 0)


# Words


async def test_words_go_into_the_chance_and_into_the_record(club: Club) -> None:
    proposal = replace(club.proposal(JON, terms=RANDOM), word="pear")
    answered = await club.challenges.propose(proposal, interaction_id=club.ticket())
    click = replace(club.click(JON), word="plum")
    await club.challenges.accept(answered.challenge.id, click)
    record = await ended(club, await first_game(club, answered.challenge))
    lots = record.fair
    assert isinstance(lots, Lots)
    assert lots.words == ("pear", "plum")
    assert verify(record).checked == 1
    assert Record.read(record.to_json()) == record


async def test_a_word_leaves_with_who_gave_it(den: Den) -> None:
    club = den.club
    challenge = await club.propose(terms=TABLE)
    await club.challenges.join(challenge.id, replace(club.click(JON), word="plum"))
    await club.challenges.leave(challenge.id, club.click(JON))
    await club.challenges.join(challenge.id, club.click(JON))
    now, _ = await club.challenges.get(challenge.id)
    assert now.words == {}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (None, None),
        (" \t", None),
        ("\u200b\u202e", None),
        ("a\x00b\nc", "a b c"),
        ("七対子", "七対子"),
        ("x" * 100, "x" * WORD_LENGTH),
    ],
)
def test_words_are_kept_as_a_record_can_hold_them(typed: str | None, kept: str | None) -> None:
    assert tidy_word(typed) == kept


# Secrets


async def test_no_value_that_is_handed_around_shows_a_secret(club: Club) -> None:
    challenge = await club.propose(JON)
    await club.accept(challenge)
    table: Table = await club.matches.table((await first_game(club, challenge)).id)
    assert table.game.lots is not None
    for value in (challenge, table.game, table.game.lots):
        assert challenge.secret not in repr(value)
        assert table.game.secret not in repr(value)
