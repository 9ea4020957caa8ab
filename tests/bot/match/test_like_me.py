"""How strong "like me" is: by how somebody's latest games against computers ended."""

import pytest

from bot.match.like_me import LATEST, mix_for
from data.outcomes import Alone, Ending
from games.players import Level
from games.players.mix import EIGHTHS, LIKE_ME, Mix, Strength, place_of
from games.registry import GAMES

WON, DRAWN, LOST = Ending.WON, Ending.DRAWN, Ending.LOST


def after(key: str, endings: list[Ending], others: int = 1) -> list[Mix]:
    """Return the mixes that somebody meets who always asks for one like them, the next one last."""
    record: list[Alone] = []
    met = [mix_for(key, record)]
    for ending in endings:
        record.insert(0, Alone(ending, (met[-1],) * others))
        met.append(mix_for(key, record[:LATEST]))
    return met


def places(met: list[Mix]) -> list[int]:
    return [place_of(mix) for mix in met]


@pytest.mark.parametrize("key", GAMES)
def test_it_begins_between_easy_and_medium_and_follows_what_happens(key: str) -> None:
    assert after(key, []) == [LIKE_ME] == [Mix(Level.EASY, EIGHTHS // 2)]
    won = places(after(key, [WON] * LATEST))
    lost = places(after(key, [LOST] * LATEST))
    # At once, step by step, and far.
    assert won[0] < won[1] <= won[0] + 2
    assert lost[0] > lost[1] >= lost[0] - 2
    assert won == sorted(won)
    assert lost == sorted(lost, reverse=True)
    assert won[-1] >= place_of(Level.HARD)
    assert lost[-1] == 0


@pytest.mark.parametrize("key", GAMES)
def test_who_wins_as_often_as_they_lose_stays_near_it(key: str) -> None:
    assert all(abs(place - 4) <= 2 for place in places(after(key, [WON, LOST] * 10)))
    drawn = places(after(key, [DRAWN] * LATEST))
    assert drawn == [4] * (LATEST + 1)


@pytest.mark.parametrize("key", ["matrio", "dicefest"])
def test_among_three_others_who_wins_one_game_in_four_stays_near_it(key: str) -> None:
    met = places(after(key, [WON, LOST, LOST, LOST] * 5, others=3))
    assert all(abs(place - 4) <= 2 for place in met)


@pytest.mark.parametrize("key", GAMES)
def test_nobody_has_to_win_their_way_back_from_below_the_weakest(key: str) -> None:
    met = places(after(key, [LOST] * LATEST + [WON] * 3))
    assert met[LATEST] == 0 < met[-1]


def test_games_against_levels_count_and_a_stronger_one_counts_more() -> None:
    def placed(strength: Strength, ending: Ending) -> int:
        return place_of(mix_for("tablero", [Alone(ending, (strength,))] * 3))

    assert placed(Level.HARD, WON) > placed(Level.EASY, WON) > place_of(LIKE_ME)
    assert placed(Level.EASY, LOST) < placed(Level.HARD, LOST) < place_of(LIKE_ME)
