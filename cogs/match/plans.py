"""Plans in Discord: how a person answers what the others may do; only they see it.

[Plans] in More lists them; one is made on the board as it would be, with the turn panel's own
controls, first for what the others do and then for the answer. What plans mean is in
`bot.match.plans`, who may make them in `bot.services.plan_editor`; the words for them are in
`cogs.match.plan_text`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Delivery, Direct, Posted
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import PlanDroppedRow, Queued
from bot.errors import ForgedControl, UnknownPlan
from bot.match.plans import WHATEVER
from bot.match.table import Person
from bot.services.plan_editor import Book, PlanEditor, Planned
from bot.text.voice import Voice, language_of
from cogs.board.hues import hues_of
from cogs.board.private_view import Sight, view_of
from cogs.match.plan_text import lost_text, plan_text, question
from cogs.ui.components import (
    TEXT_LENGTH,
    AnyItem,
    button,
    buttons,
    choices,
    layout,
    line,
    link,
    message_link,
    shorten,
    words,
)
from cogs.ui.game_lookup import actor_of, table_here
from cogs.ui.move_panel import Panel, read_choices, with_listed
from cogs.ui.responses import acknowledge_first, say, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from games.errors import GameError
from games.game import CHANCE
from games.words import Text

MOST_OPTIONS: Final = 25
EXPLANATION: Final = Text(
    "A plan plays your answer as soon as what you planned for happens; nobody else sees it "
    "until then."
)
Step = Callable[[PlanEditor, int, Person, int], Awaitable[Planned]]


class Plans(commands.Cog):
    """Make, show and withdraw plans."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(PlanDroppedRow, self._dropped)

    async def _dropped(self, queued: Queued[PlanDroppedRow]) -> Delivery:
        """Tell a person alone that a plan of theirs could not be played."""
        plan_id = queued.row.plan_id
        planned = await self._bot.plan_editor.dropped(plan_id)
        if planned is None:
            return None
        match = planned.table.game.match
        person = planned.plan.user_id
        chosen = (await self._bot.preferences.read(person, match.guild_id)).preferences.language
        language = match.language if chosen is None else language_of(chosen)
        voice = Voice(language, planned.table.game.names)

        async def told(connection: Transaction, _envelope: Envelope, _posted: Posted) -> None:
            await self._bot.plan_editor.told(connection, plan_id)

        async def refused(_connection: Transaction, _envelope: Envelope) -> None:
            """Leave it to the list of their plans to tell them."""

        place = match.place_id or match.channel_id
        row_of = [
            link(voice(Text("Go to the game")), message_link(match.guild_id, place)),
            button(voice(Text("About plans")), "about-plans", queued.id),
        ]
        view = layout(None, words(voice(lost_text(planned))), *buttons(row_of))
        marker = control_id("about-plans", queued.id)
        return Direct(person, view, marker, refused, told)

    # The list

    @control("plans")
    async def _plans(self, interaction: Click, parts: list[str]) -> None:
        """List a person's plans in a game."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        await self._show_list(interaction, table.game.id)

    @control("plan-view")
    async def _view(self, interaction: Click, parts: list[str]) -> None:
        """Show the plan that was chosen in the list, on the board as it would be."""
        (game_id,) = numbers(parts, 1)
        await acknowledge_first(interaction, instead=True)
        table = await table_here(self._bot, interaction, game_id)
        (plan_id,) = numbers(list(with_listed((), interaction)), 1)
        planned = await self._find(interaction, plan_id)
        if planned.table.game.id != table.game.id:
            raise UnknownPlan
        voice = voice_for(interaction, planned.table.game.names)
        try:
            sight = await self._sight(interaction, planned)
        except GameError:  # what came meanwhile may have made a step impossible
            sight = Sight((), (), TEXT_LENGTH)
        row = [
            button(voice(Text("Withdraw")), "plan-drop", plan_id, style=discord.ButtonStyle.danger),
            button(voice(Text("Back")), "plans", planned.table.game.id),
        ]
        text = words(shorten(voice(plan_text(planned)), sight.room))
        await whisper(
            interaction, layout(None, *sight.items, text, *buttons(row)), sight.files, instead=True
        )

    @control("plan-drop")
    async def _drop(self, interaction: Click, parts: list[str]) -> None:
        """Withdraw a plan."""
        (plan_id,) = numbers(parts, 1)
        planned = await self._find(interaction, plan_id)
        await self._bot.plan_editor.withdraw(plan_id, actor_of(interaction))
        book = await self._bot.plan_editor.book(planned.table.game.id, interaction.user.id)
        await self._show_book(interaction, book)

    @control("about-plans")
    async def _explain(self, interaction: Click, parts: list[str]) -> None:
        """Say what plans do; it works in a direct message too."""
        numbers(parts, 1)
        await say(
            interaction,
            Text(
                "{explanation} While it is somebody else's turn, find yours under More on the "
                "board, then Plans.",
                explanation=EXPLANATION,
            ),
        )

    async def _show_list(self, interaction: Click, game_id: int) -> None:
        book = await self._bot.plan_editor.book(game_id, interaction.user.id)
        if book.is_empty and _may_plan(book, interaction.user.id):
            # Nothing to list: the first question of a new plan comes right away.
            actor, seq = actor_of(interaction), book.table.seq
            planned = await self._bot.plan_editor.begin(game_id, actor, seq)
            await self._show(interaction, planned, above=EXPLANATION)
            return
        await self._show_book(interaction, book)

    async def _show_book(self, interaction: Click, book: Book) -> None:
        """Show a person their plans; those that are gone are in the list once."""
        await whisper(interaction, _list_layout(book, interaction), instead=True)
        await self._bot.plan_editor.forget(book.dropped)

    # Making one

    @control("plan-new")
    async def _new(self, interaction: Click, parts: list[str]) -> None:
        """Begin a plan on the board that the list was shown for."""
        game_id, seq = numbers(parts, 2)
        table = await table_here(self._bot, interaction, game_id)
        planned = await self._bot.plan_editor.begin(table.game.id, actor_of(interaction), seq)
        await self._show(interaction, planned)

    @control("plan-pick")
    async def _pick(self, interaction: Click, parts: list[str]) -> None:
        """Add what was chosen in a list to the turn that is being built."""
        planned, chosen = await self._building(interaction, parts)
        await self._choose(interaction, planned, with_listed(chosen, interaction))

    @control("plan-take")
    async def _take_choice(self, interaction: Click, parts: list[str]) -> None:
        """Go on with the choices that a button carries."""
        planned, chosen = await self._building(interaction, parts)
        await self._choose(interaction, planned, chosen)

    async def _choose(self, interaction: Click, planned: Planned, chosen: tuple[str, ...]) -> None:
        """Ask for the next choice; what the others play is a step as soon as it is complete."""
        panel = _panel(planned, chosen).onward()
        turn = panel.step.turn
        if turn and planned.next_to_move != planned.seat:
            await self._add(interaction, planned, " ".join(map(panel.game.format, turn)))
        else:
            await self._show(interaction, planned, chosen)

    @control("plan-back")
    async def _back(self, interaction: Click, parts: list[str]) -> None:
        """Take the last choice back, and those that had no alternative with it."""
        planned, chosen = await self._building(interaction, parts)
        earlier = _panel(planned, chosen).backward()
        await self._show(interaction, planned, () if earlier is None else earlier.chosen)

    @control("plan-go")
    async def _go(self, interaction: Click, parts: list[str]) -> None:
        """Answer with the turn that was built, which saves the plan."""
        planned, chosen = await self._building(interaction, parts)
        game = planned.start.game
        turn = _panel(planned, chosen).step.turn
        if not turn or planned.next_to_move != planned.seat:
            raise ForgedControl
        await self._answer(interaction, planned, " ".join(map(game.format, turn)))

    @control("plan-first")
    async def _first(self, interaction: Click, parts: list[str]) -> None:
        """Answer with one move that fits every roll which is planned for, and save the plan."""
        planned = await self._seen(interaction, parts)
        (move,) = with_listed((), interaction)
        if move not in planned.first_moves:
            raise ForgedControl
        await self._answer(interaction, planned, move)

    @control("plan-any")
    async def _any(self, interaction: Click, parts: list[str]) -> None:
        """Leave open what the others do."""
        planned = await self._seen(interaction, parts)
        await self._add(interaction, planned, WHATEVER)

    @control("plan-roll")
    async def _roll(self, interaction: Click, parts: list[str]) -> None:
        """Take the roll that was chosen in the list as the next step."""
        planned = await self._seen(interaction, parts)
        (roll,) = with_listed((), interaction)
        await self._add(interaction, planned, f"@{roll}")

    @control("plan-kind")
    async def _kind(self, interaction: Click, parts: list[str]) -> None:
        """Take the kind of roll that was chosen in the list as the next step."""
        await self._roll(interaction, parts)

    @control("plan-on")
    async def _on(self, interaction: Click, parts: list[str]) -> None:
        """Go on after an answer."""
        await self._step(interaction, parts, PlanEditor.go_on, onward=True)

    @control("plan-undo")
    async def _undo(self, interaction: Click, parts: list[str]) -> None:
        """Take the last step back."""
        await self._step(interaction, parts, PlanEditor.undo)

    async def _step(
        self, interaction: Click, parts: list[str], change: Step, *, onward: bool = False
    ) -> None:
        plan_id, count = numbers(parts, 2)
        await self._find(interaction, plan_id)
        planned = await change(self._bot.plan_editor, plan_id, actor_of(interaction), count)
        await self._show(interaction, planned, onward=onward)

    async def _add(self, interaction: Click, planned: Planned, step: str) -> None:
        plan = planned.plan
        added = await self._bot.plan_editor.add(
            plan.id, actor_of(interaction), len(plan.steps), step
        )
        await self._show(interaction, added)

    async def _answer(self, interaction: Click, planned: Planned, step: str) -> None:
        plan, actor = planned.plan, actor_of(interaction)
        saved = await self._bot.plan_editor.answer(plan.id, actor, len(plan.steps), step)
        await self._show(interaction, saved)

    async def _find(self, interaction: Click, plan_id: int) -> Planned:
        planned = await self._bot.plan_editor.find(plan_id, interaction.user.id)
        if planned.table.game.match.guild_id != interaction.guild_id:
            raise UnknownPlan
        return planned

    async def _seen(self, interaction: Click, parts: list[str]) -> Planned:
        """Return a plan that is being made, as far as the person saw it."""
        plan_id, count = numbers(parts, 2)
        planned = await self._find(interaction, plan_id)
        if count > len(planned.plan.steps):
            raise ForgedControl
        return replace(planned, plan=replace(planned.plan, steps=planned.plan.steps[:count]))

    async def _building(
        self, interaction: Click, parts: list[str]
    ) -> tuple[Planned, tuple[str, ...]]:
        if len(parts) != 3:
            raise ForgedControl
        return await self._seen(interaction, parts[:2]), read_choices(parts[2])

    async def _show(
        self,
        interaction: Click,
        planned: Planned,
        chosen: tuple[str, ...] = (),
        *,
        onward: bool = False,
        above: Text | None = None,
    ) -> None:
        """Show a plan that is being made: its next step, or all of it once it ends in an answer."""
        await acknowledge_first(interaction, instead=True)
        voice = voice_for(interaction, planned.table.game.names)
        done = planned.is_complete and not onward and not chosen
        panel = None
        if not done and planned.foreseen.to_move != CHANCE and not planned.first_moves:
            panel = _panel(planned, chosen).onward()
        sight = await self._sight(interaction, planned, () if panel is None else panel.tokens)
        controls = _finished(planned, voice) if done else _next_step(planned, panel, voice)
        told = Text("Saved: {plan}", plan=plan_text(planned)) if done else question(planned, panel)
        if above is not None:
            told = Text("{explanation}\n{question}", explanation=above, question=told)
        view = layout(None, *sight.items, words(shorten(voice(told), sight.room)), *controls)
        await whisper(interaction, view, sight.files, instead=True)

    async def _sight(
        self, interaction: Click, planned: Planned, marked: tuple[str, ...] = ()
    ) -> Sight:
        game = planned.table.game
        return await view_of(
            self._bot,
            viewer_of(interaction),
            planned.foreseen,
            voice_for(interaction, game.names),
            hues_of(game),
            seat=planned.seat,
            marked=marked,
        )


def _panel(planned: Planned, chosen: tuple[str, ...]) -> Panel:
    """Return the panel that builds the next turn of a plan, of any player."""
    ahead = planned.foreseen
    if not isinstance(ahead.to_move, int):
        raise ForgedControl
    seen = ahead.position.seen_by(planned.seat)
    place = (planned.plan.id, len(planned.plan.steps))
    return Panel(ahead.game, seen, place, chosen, family="plan-")


def _next_step(planned: Planned, panel: Panel | None, voice: Voice) -> list[AnyItem]:
    """Lay out what can be chosen next: a turn by its panel, or a roll."""
    plan, count = planned.plan, len(planned.plan.steps)
    plain = voice.plain()
    items: list[AnyItem] = []
    if panel is not None:
        items += panel.open_choices(voice)
    elif first_moves := planned.first_moves:
        seen = planned.foreseen.position.seen_by(planned.seat)
        game = planned.start.game
        options = [
            (move, plain(game.name_move(seen, game.parse(move))), None)
            for move in first_moves[:MOST_OPTIONS]
        ]
        items.append(choices(plain(Text("Which move?")), options, "plan-first", plan.id, count))
    else:
        kinds = [roll for roll in planned.rolls if len(roll.events) > 1]
        rolls = [roll for roll in planned.rolls if len(roll.events) == 1]
        lists = (
            ("plan-roll", Text("Which roll?"), rolls),
            ("plan-kind", Text("Or any of several"), kinds),
        )
        for action, title, listed in lists:
            options = [(roll.token, plain(roll.label), None) for roll in listed]
            if options:
                items.append(choices(plain(title), options, action, plan.id, count))
    back = None if panel is None else panel.back(voice)
    if back is None and planned.may_go_back:
        back = button(plain(Text("Back")), "plan-undo", plan.id, count)
    whatever = None
    if planned.may_be_whatever and (panel is None or not panel.chosen):
        whatever = button(plain(Text("Whatever they do")), "plan-any", plan.id, count)
    give_up = button(plain(Text("Cancel")), "plans", planned.table.game.id)
    save = None
    if panel is not None and planned.next_to_move == planned.seat:
        save = panel.confirm(voice, Text("Save"))
    return [*items, line(), *buttons([whatever, back, give_up, save])]


def _finished(planned: Planned, voice: Voice) -> list[AnyItem]:
    """Lay out what can be done with a plan that was saved."""
    plan, count = planned.plan, len(planned.plan.steps)
    more = None
    if planned.may_go_on:
        more = button(voice(Text("Add another answer")), "plan-on", plan.id, count)
    row = [
        more,
        button(voice(Text("Withdraw")), "plan-drop", plan.id, style=discord.ButtonStyle.danger),
        button(voice(Text("All plans")), "plans", planned.table.game.id),
    ]
    return buttons(row)


def _may_plan(book: Book, user_id: int) -> bool:
    """Tell whether a person plays and waits for somebody else's move."""
    game, playing = book.table.game, book.table.line.playing
    seat = game.seat_of(user_id)
    return game.running and seat in playing and book.table.line.to_move != seat


def _list_layout(book: Book, interaction: Click) -> discord.ui.LayoutView:
    game = book.table.game
    voice = voice_for(interaction, game.names)
    title = Text("Your plans in this game, which nobody else sees:")
    if not book.waiting:
        title = Text("You have no plan in this game. {explanation}", explanation=EXPLANATION)
    said = [voice(lost_text(planned)) for planned in book.dropped]
    said += [voice(title)]
    said += [
        voice(Text("{n}. {plan}", n=n, plan=plan_text(planned)))
        for n, planned in enumerate(book.waiting, 1)
    ]
    items: list[AnyItem] = [words("\n".join(said))]
    if book.waiting:
        plain = voice.plain()
        options = [
            (str(planned.plan.id), plain(Text("Plan {n}", n=n)), None)
            for n, planned in enumerate(book.waiting, 1)
        ]
        items.append(choices(plain(Text("View a plan")), options, "plan-view", game.id))
    new = None
    if _may_plan(book, interaction.user.id):
        new = button(voice(Text("New plan")), "plan-new", game.id, book.table.seq)
    return layout(None, *items, *buttons([new]))


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Plans(bot))
