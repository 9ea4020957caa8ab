"""The words of a vote on a position: who asks what, and what came of it.

What does not belong here: the message and its controls (`cogs.match.polls`).
"""

from typing import Final

from bot.match.positions import rules_of
from bot.services.polls import Position, votes_in_order
from bot.text.voice import Name
from data.stored import StoredGame
from games.words import Plural, Seat, Text, joined

TITLE: Final = Text("### What would you play?")


def question(position: Position) -> Text:
    """Say who asks, from which game the position is, and whose turn it is."""
    game, line = position.game, position.line
    title = Text("{game} {code}", game=rules_of(game).about.name, code=game.code)
    where = Plural("after {n} turn", "after {n} turns", line.turns)
    whose = Text("It is {player}'s turn.", player=Seat(position.seat))
    if position.asker is None:
        return Text("A position of {game}, {where}. {whose}", game=title, where=where, whose=whose)
    return Text(
        "{asker} shows a position of {game}, {where}. {whose}",
        asker=Name(position.asker),
        game=title,
        where=where,
        whose=whose,
    )


def name_of_turn(position: Position, turn: str) -> Text:
    """Name a turn in notation."""
    line = position.line
    seen = line.position.seen_by(position.seat)
    return line.game.name_turn(seen, [line.game.parse(move) for move in turn.split(" ")])


def rules_text(position: Position) -> Text:
    """Say how long one can vote, and what is shown when."""
    return Text(
        "Everybody has one vote and can change it. The vote closes {when}; the votes are shown then.",
        when=f"<t:{position.poll.closes_at}:R>",
    )


def result_text(position: Position) -> Text:
    """Say how a vote ended, and what was played in the game."""
    tally, played = position.poll.tally or {}, position.poll.played
    total = sum(tally.values())
    said: list[Text] = [
        Plural("**The vote is closed: {n} vote.**", "**The vote is closed: {n} votes.**", total)
    ]
    for n, (turn, count) in enumerate(votes_in_order(tally), 1):
        votes = Plural("{n} vote", "{n} votes", count)
        move = name_of_turn(position, turn)
        text = Text("{n}. **{move}**: {votes}", n=n, move=move, votes=votes)
        if turn == played:
            text = Text("{answer} (played in the game)", answer=text)
        said.append(text)
    if played is not None and played not in tally:
        said.append(
            Text(
                "In the game {player} played {move}.",
                player=Seat(position.seat),
                move=name_of_turn(position, played),
            )
        )
    return joined(said, "{one}\n{two}")


def unposted_text(game: StoredGame, channel_id: int) -> Text:
    """Tell who asked for a vote that it was never posted, and what they can do."""
    return Text(
        "The position of {game} that you asked about could not be posted in {channel} for a day, so "
        "there is no vote on it. Ask again as soon as I can post there, or in another channel.",
        game=Text("{game} {code}", game=rules_of(game).about.name, code=game.code),
        channel=f"<#{channel_id}>",
    )


def voted_text(position: Position, turn: str, count: int) -> Text:
    """Tell a person what they vote for, and how many have voted."""
    return Plural(
        "You vote for **{move}**. You can change it until {when}. {n} person has voted.",
        "You vote for **{move}**. You can change it until {when}. {n} people have voted.",
        count,
        move=name_of_turn(position, turn),
        when=f"<t:{position.poll.closes_at}:f>",
    )
