"""The card of a weekly table: what is played when, who is in, and what became of it.

What does not belong here: the clicks on it (`cogs.server.weekly`), and the cards of its games, which
are ordinary ones (`cogs.challenge.cards`).
"""

from collections.abc import Sequence
from typing import Final

import discord

from bot.services.weekly import CardView
from bot.text.voice import Name, Voice, computer_title, listed
from cogs.ui.components import button, buttons, layout, small, words
from cogs.ui.game_ui import ui_of
from data.computers import Computer
from data.weekly import CardState
from games.registry import GAMES
from games.words import Plural, Text, joined

FIRST_MARK: Final = 10**12
"""Added to a card's number in the id of its Rules: no challenge has such a number."""


def mark_of(card_id: int) -> tuple[str, int]:
    """Return the action and the number that the card keeps for ever, after its game."""
    return "rules", FIRST_MARK + card_id


def card_layout(view: CardView, voice: Voice) -> discord.ui.LayoutView:
    """Lay out a card."""
    card, about = view.card, GAMES[view.card.game].about
    action, mark = mark_of(card.id)
    rules = button(voice(Text("Rules")), action, about.key, mark)
    items = [words(voice(Text("### Weekly table: {game}", game=about.name)))]
    if card.state is not CardState.OPEN:
        items += [words(voice(text)) for text in _outcome(view)]
        return layout(None, *items, *buttons([rules]))
    items.append(
        words(
            voice(
                Text(
                    "It starts {when} ({relative}). Everybody who has joined by then is seated, and every "
                    "table gets a game of its own.",
                    when=f"<t:{card.starts_at}:F>",
                    relative=f"<t:{card.starts_at}:R>",
                )
            )
        )
    )
    items.append(words(voice(_joined(view))))
    success = discord.ButtonStyle.success
    row = [
        button(voice(Text("Join")), "weekly-join", card.id, style=success),
        button(voice(Text("Leave")), "weekly-leave", card.id),
        rules,
    ]
    return layout(
        ui_of(about.key).accent,
        *items,
        *buttons(row),
        small(voice(_sizes(about.seats))),
    )


def called_off_layout(voice: Voice) -> discord.ui.LayoutView:
    """Lay out what is left of a card that was called off."""
    return layout(None, words(voice(Text("This weekly table was called off."))))


def _joined(view: CardView) -> Text:
    if not view.joined:
        return Text("Nobody has joined yet.")
    people = _names([each.user_id for each in view.joined], view.names)
    return Plural(
        "{n} person is in: {people}",
        "{n} people are in: {people}",
        len(people),
        people=listed(people),
    )


def _sizes(seats: Sequence[int]) -> Text:
    """Say how tables are made."""
    if seats[-1] == 2:
        return Text("Pairs; with an odd number, one person sits out or plays the computer. Rated.")
    if len(seats) == 1:
        return Text(
            "Tables of {seats}; computers take the seats that are left. Rated.", seats=seats[0]
        )
    return Text("Tables of {fewest} to {most}. Rated.", fewest=seats[0], most=seats[-1])


def _outcome(view: CardView) -> list[Text]:
    match view.card.state:
        case CardState.FEW:
            return [Text("Too few people joined: there are no tables this time.")]
        case CardState.MISSED:
            return [Text("I was away at the time: there are no tables this time.")]
    tables = [
        Text(
            "{n}. {people}",
            n=number,
            people=joined([_name(person, view.names) for person in table], "{one} · {two}"),
        )
        for number, table in enumerate(view.tables, 1)
    ]
    said: list[Text] = [joined(tables, "{one}\n{two}")]
    if view.left:
        left = listed(_names(view.left, view.names))
        said.append(Text("No table could be found for {people}.", people=left))
    return said


def _names(people: Sequence[int], names: dict[int, str]) -> list[Name]:
    return [Name(names.get(person, "?")) for person in people]


def _name(person: int, names: dict[int, str]) -> Text:
    computer = Computer.of(person)
    if computer is not None:
        return computer_title(computer, names.values())
    return Text("{name}", name=Name(names.get(person, "?")))
