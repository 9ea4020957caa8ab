"""A whole game of MatriO, from the table to four new ratings, with its real pictures."""

import re

import pytest

from bot.app import Tavolo
from games.chance import SeededSource
from games.fairness import verify
from games.record import Record, replay
from tests.data.backends import ON_EACH
from tests.discord.simulated import Person, World
from tests.discord.tables import result_in

pytestmark = ON_EACH

PNG = b"\x89PNG"


@pytest.mark.slow
async def test_four_play_to_the_end_and_are_all_rated(
    world: World, mara: Person, jonas: Person
) -> None:
    ines, teo = world.person("Ines"), world.person("Teo")
    people = {person.id: person for person in (mara, jonas, ines, teo)}
    await mara.slash("matrio challenge", opponent1=jonas, opponent2=ines)
    card = world.messages()[-1]
    assert "1 Mara" in card.text
    assert card.pings == (jonas, ines)
    await jonas.click(card, "Accept")
    await teo.click(card, "Join")
    await ines.click(card, "Accept")
    (thread,) = world.channel.threads
    assert isinstance(world.bot, Tavolo)
    (game,) = await world.bot.matches.running_in(thread.id)

    source = SeededSource(1)
    while True:
        table = await world.bot.matches.table(game.id)
        if not table.game.running:
            break
        board = thread.last
        assert board.pictures[0].data.startswith(PNG)
        mover = people[table.game.players[table.game.to_move or 0]]
        last = table.line.last
        # Where all others are out, who has moved goes on, and is here.
        goes_on = last is not None and last.seat == table.game.to_move
        assert goes_on or mover in board.pings
        rules, position = table.line.game, table.line.position
        move = rules.format(rules.random_move(position, source))
        await mover.slash("move", thread, move=move)

    result = result_in(thread)
    assert re.search(r" wins( by \d+ points)?\n| share the win", result.text)
    assert len(re.findall(r"\d{3,4}\? \([+\u2212±]\d+\)", result.text)) == 4
    assert [picture.data[:4] for picture in result.pictures] == [PNG, PNG]
    (file,) = [each for each in thread.last.files if each.name.endswith(".json")]
    record = Record.read(file.data.decode())
    assert replay(record).result == record.result
    assert verify(record).checked == 1
    answer = await teo.slash("leaderboard", game="matrio")
    assert {person.name for person in people.values()} <= set(
        re.findall(r"\d\. (\w+) ", answer.pictures[0].alt or "")
    )
