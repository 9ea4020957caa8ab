"""Names are what people chose: shown as they are, they ping nobody and break nothing."""

import re
import unicodedata

import pytest

from tests.discord.simulated import Message, Person, World
from tests.discord.tables import Game, start_game
from tests.tiers import few, sampled

NAMES = {
    "markdown": "**Mara** ~~_`x`_~~ ||spoiler||",
    "code block": "```py\nimport os```",
    "heading": "# Mara\n> quoted\n- listed",
    "numbered": "1. Mara",
    "everyone": "@everyone @here",
    "mention": "<@1> <@&2> <#3>",
    "emoji": "🎲🧑‍🤝‍🧑 <:dice:123456789012345678>",
    "link": "[free dice](https://example.com)",
    "timestamp": "<t:0:R> </move:1>",
    "japanese": "ホロタカの朋子さん",
    "hebrew": "שלום מארה",
    "arabic": "مارا ١٢٣",
    "overridden": "Mara\u202egnaw\u2066x",
    "lines": "Mara\r\nJonas\u2028Kim\n\n",
    "blank": "\u2800\n",
    "longest": "M" * 32,
    "longest, all escaped": "*" * 32,
    "longest, wide": "𝕸" * 32,
    "braces": "{player} {0} {{x}} %s %(n)s",
    "backslash": "Mara\\",
    "markup": "<b>Mara</b> & </b>",
    "combining": "Z\u0351\u0343\u0350a\u0334\u0322lgo",
}

LIVE_MARKUP = re.compile(
    r"(?<!\\)(\*|`|~~|\|\||\[|@everyone|@here|<@&?1>|<@&2>|<#3>|<:dice|<t:0|</move)|^([#>]|\d+\.) ",
    re.MULTILINE,
)
OUR_MARKUP = re.compile(
    r"\[go\]\(|\*\*(?:to move|Waiting for others|Your turn|Their turn)\*\*|^###? |`python -m games \w+`",
    re.MULTILINE,
)


@pytest.fixture(
    params=few(zip(list(NAMES.values())[::2], list(NAMES.values())[1::2], strict=True)),
    ids=[" and ".join(pair) for pair in zip(list(NAMES)[::2], list(NAMES)[1::2], strict=True)],
)
def both(request: pytest.FixtureRequest, world: World) -> tuple[Person, Person]:
    """Return two people with difficult names."""
    one, two = (world.person(name, nick=name) for name in request.param)
    return one, two


def keeps_direction(text: str) -> bool:
    """Tell whether nothing in a text turns the direction of what comes after it."""
    directions = [unicodedata.bidirectional(character) for character in text]
    turning = {"RLO", "LRO", "RLE", "LRE", "RLI", "LRI", "PDF"}
    return turning.isdisjoint(directions) and directions.count("FSI") == directions.count("PDI")


def all_messages(world: World, game: Game) -> list[Message]:
    """List what stands in the channel and in the game's thread."""
    return [*world.messages(), *game.place.messages]


async def test_a_game_of_two_with_difficult_names_runs_from_card_to_leaderboard(
    world: World, both: tuple[Person, Person]
) -> None:
    named, other = both
    game = await start_game(world, named, other)
    title, card = game.place.name, game.card.text
    assert len(title) <= 100
    assert title.endswith(f"· {game.code}")

    answers = [
        await named.click(game.board, "Text"),
        await other.click(game.board, "Move"),
        await game.panel(),
        await game.click_move(),
        await game.panel(),
        await game.type_move(),
        await other.slash("games"),
        await world.person("Kim").click(game.board, "Move"),
    ]
    choices = await other.autocomplete("game board", "game", "")
    assert [choice.value for choice in choices] == [game.code]
    await game.play(2)
    await game.resign(other)
    answers.append(await named.slash("leaderboard"))

    public = all_messages(world, game)
    shown = [message.text for message in public] + [answer.told.text for answer in answers]
    for text in shown:
        assert not LIVE_MARKUP.search(OUR_MARKUP.sub("", text)), text
        assert keeps_direction(text), text
    assert keeps_direction(title)
    assert len(title.splitlines()) == 1
    assert len(card.splitlines()) == 5
    assert all(set(message.pings) <= {named, other} for message in public)
    assert not any(message.pings_everyone for message in public)
    assert [message.pings for message in world.messages()] == [(other,), ()]


@sampled("letter", ["𝕸", "*", "ホ"])
async def test_the_longest_names_keep_every_alt_text_whole_and_within_discords_limit(
    world: World, letter: str
) -> None:
    name = letter * 32
    game = await start_game(world, world.person(name), world.person(name))
    # The first boards are the longest: a die takes more words in the matrix than in an area.
    seen = [game.board]
    for _ in range(5):
        await game.type_move()
        seen.append(game.board)
    alts = [picture.alt or "" for board in seen for picture in board.pictures]
    assert len(alts) == len(seen)
    assert max(map(len, alts)) <= 1024
    assert not any(alt.endswith("…") for alt in alts)


@pytest.mark.slow
async def test_names_are_those_of_the_server_and_follow_a_change(
    world: World, jonas: Person
) -> None:
    mara = world.person("Mara", nick="Mara the Bold")
    game = await start_game(world, mara, jonas)
    assert "Mara the Bold" in game.place.name
    await game.type_move()
    assert "Mara the Bold turned" in game.board.text
