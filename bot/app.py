"""The application: the Discord client and the services that cogs work with.

`create_bot` in `bot` builds it; nothing connects or opens before `setup_hook`.
"""

import asyncio
import importlib
import logging
import secrets
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from random import SystemRandom
from typing import TYPE_CHECKING, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.config import Settings, async_url
from bot.delivery.channels import Places
from bot.delivery.command_sync import publish_commands
from bot.delivery.outbox import Delivered, Outbox
from bot.delivery.outbox_writer import Dispatch, claimant_of
from bot.delivery.pictures import Studio
from bot.delivery.schedule import Scheduler
from bot.errors import Restarting
from bot.log_context import note
from bot.match.counting import settle_computers
from bot.match.event import Referee
from bot.match.limits import forget_limits
from bot.match.setup import Chances
from bot.services.absences import Absences
from bot.services.agreements import Agreements
from bot.services.animations import Animations
from bot.services.blocks import Blocks
from bot.services.bot_clock import BotClock, listener
from bot.services.challenges import Challenges
from bot.services.clocks import Clocks
from bot.services.computers import Computers
from bot.services.contacts import Contacts
from bot.services.daily_backups import DailyBackups
from bot.services.explorations import Explorations
from bot.services.followers import Followers
from bot.services.imports import Imports
from bot.services.ledgers import Ledgers
from bot.services.lost_time import LostTime
from bot.services.matches import Matches
from bot.services.members import Members
from bot.services.membership import Membership
from bot.services.move_notes import MoveNotes
from bot.services.notes import Notes
from bot.services.outcomes import Outcomes
from bot.services.plan_editor import PlanEditor
from bot.services.polls import Polls
from bot.services.practice import Practices
from bot.services.preferences import PreferenceService
from bot.services.privacy import Privacy
from bot.services.puzzles import Puzzles
from bot.services.reminders import Reminders
from bot.services.retention import Retention
from bot.services.reviews import Reviews
from bot.services.seasons import Seasons
from bot.services.shared_pages import SharedPages
from bot.services.tournaments import Tournaments
from bot.services.weekly import Weekly
from bot.sharding import SessionStarts
from bot.text.translator import CatalogueTranslator
from bot.workers.elsewhere import SharedWorkers
from bot.workers.pool import Workers
from data.engine import Database, DatabaseError
from data.stored import StoredGame

if TYPE_CHECKING:
    from bot.monitor import Monitor

log = logging.getLogger(__name__)

EVERY: Final = "every "
"""What the name of a task begins with that does something again and again."""
SWEEP_SECONDS: Final = 5
DUE_SECONDS: Final = 30
CLOSING_SECONDS: Final = 2
"""How long the workers, and Discord, each have to close."""
FLUSHING_SECONDS: Final = 3
"""How many seconds are left to send what waits when the bot stops."""
ANSWERING_SECONDS: Final = 1
"""How long those who are being answered when the bot stops have for it."""
VIEWER: Final = "viewer"
"""Under this name an interaction carries the `Viewer` who makes it."""

Failed = Callable[[discord.Interaction["Tavolo"], Exception], Awaitable[None]]


def fair_chances() -> Chances:
    """Draw secrets and lots from the system's own source."""
    return Chances(secret=lambda: secrets.token_bytes(32), choose=SystemRandom())


class Tree(app_commands.CommandTree["Tavolo"]):
    """The slash commands; what goes wrong in one is answered by the cog that knows how."""

    async def interaction_check(self, interaction: discord.Interaction["Tavolo"], /) -> bool:
        """Look up a person's preferences before a command runs; false where it can't run."""
        try:
            await interaction.client.prepare_answer(interaction)
        except Exception as error:  # noqa: BLE001 -- answered and, where unexpected, logged there
            await interaction.client.failed(interaction, error)
            return False
        return True

    async def on_error(
        self,
        interaction: discord.Interaction["Tavolo"],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer an error of a command."""
        await interaction.client.failed(interaction, error)


class Tavolo(commands.AutoShardedBot):
    """The whole bot: Discord's client with our services."""

    tree: Tree
    swept_at: float = 0.0
    """When the outbox was last swept, by the event loop's clock; 0 before the first time."""
    _ending: asyncio.Task[None] | None = None

    def __init__(
        self,
        settings: Settings,
        *,
        clock: Callable[[], int] | None = None,
        chances: Chances | None = None,
        guild_ready_timeout: float = 2.0,
    ) -> None:
        self.clock = clock = clock or BotClock()
        self.monitor = _monitor(self, settings)
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            # Commands for single accounts would come without the bot; see `bot.invitation`.
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            # What works in direct messages says so itself.
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=guild_ready_timeout,
            http_trace=_trace(clock, self.monitor),
            shard_count=settings.shard_count,
        )
        self.shard_ids = None if settings.share.is_whole else sorted(settings.share.ids)
        self.settings = settings
        self.database = Database(async_url(settings.database_url), settings.share)
        self.session_starts = SessionStarts(self.database)
        chances = chances or fair_chances()
        self.referee = Referee(self.database, clock=clock, chances=chances)
        self.lost_time = LostTime(self.database, clock=clock)
        self.matches = Matches(self.referee)
        self.challenges = Challenges(self.database, self.matches, settings, clock=clock)
        self.weekly = Weekly(self.database, self.matches, settings, clock=clock)
        self.agreements = Agreements(self.referee)
        self.plan_editor = PlanEditor(self.referee)
        self.notes = Notes(self.database)
        self.move_notes = MoveNotes(self.database)
        self.contacts = Contacts(self.database, clock=self.clock)
        self.imports = Imports(self.database, self.clock)
        self.explorations = Explorations(self.database, choose=chances.choose, clock=clock)
        self.followers = Followers(self.referee)
        self.workers = _workers(self.database, settings)
        self.tournaments = Tournaments(
            self.database, self.matches, clock=clock, workers=self.workers
        )
        self.computers = Computers(self.referee, self.matches, self.workers, self.carry_out)
        self.practices = Practices(self.database, self.explorations, self.workers, clock=clock)
        self.polls = Polls(self.database, self.computers, clock=clock)
        self.outbox = Outbox(
            self.database,
            self,
            clock=clock,
            wake=self.computers.wake,
            failed=None if self.monitor is None else self.monitor.metrics.failed,
        )
        self.clocks = Clocks(self.referee)
        self.reminders = Reminders(self.database, clock=clock)
        self.absences = Absences(self.database, clock=clock)
        self.places = Places(self.database, self, self.clocks.follow_place)
        self.members = Members(self.database, clock=clock)
        self.membership = Membership(self.referee, self, self.members, self.places)
        self.blocks = Blocks(self.database, clock=clock)
        self.ledgers = Ledgers(self.database, clock=clock)
        self.privacy = Privacy(self.referee)
        self.retention = Retention(self.database, settings, clock=clock)
        self.daily_backups = DailyBackups(self.database, settings, clock=clock)
        self.puzzles = Puzzles(self.database, clock=clock)
        self.seasons = Seasons(self.database, clock=clock)
        self.preferences = PreferenceService(
            self.database, self.reminders, self.puzzles, self.seasons
        )
        self.scheduler = Scheduler(self.database, clock=clock, reachable=self.lost_time.reachable)
        self.studio = Studio()
        self.outcomes = Outcomes(self.database, clock=clock)
        self.reviews = Reviews(self.database, self.workers, clock=clock)
        self.animations = Animations(self.database, self.workers, clock=clock)
        self.shared_pages = SharedPages(self.database, self.workers, clock=clock)
        self.failed: Failed = _log_failure
        self._answering: set[asyncio.Task[object]] = set()
        self._loops: list[asyncio.Task[None]] = []

    async def load_cogs(self) -> None:
        """Load what people touch; needs neither the database nor a connection."""
        # By name: it is the only reference upwards.
        await importlib.import_module("cogs").load(self)

    async def setup_hook(self) -> None:
        """Open the database, load the cogs, and finish what an earlier run left over."""
        settings = self.settings
        if self.monitor is not None:
            await self.monitor.start()
        await self.database.migrate()
        if self.database.is_shared:
            log.warning("another process has the same database open: one bot is enough for it")
        exposed = self.database.readable_by_others()
        if exposed:
            log.warning(
                "others on this machine can read the games, with their secrets: chmod 600 %s",
                " ".join(map(str, exposed)),
            )
        await settle_computers(self.database)
        await forget_limits(self.database, self.clock())
        await self.retention.start()
        await self.daily_backups.start()
        await self.load_cogs()
        await self.tree.set_translator(CatalogueTranslator())
        if settings.share.has_common:
            await publish_commands(self, self.database)
        if not settings.share.is_whole:
            limits = await self.fetch_session_start_limits()
            self.session_starts.buckets = limits.max_concurrency
        await self.outbox.take_over()
        await self.computers.take_over()
        self._loops = [
            asyncio.create_task(
                self._regularly(seconds, step, failed), name=f"{EVERY}{seconds} seconds"
            )
            for seconds, step, failed in (
                (SWEEP_SECONDS, self._sweep, "the outbox could not be swept"),
                (DUE_SECONDS, self._run_due, "what is due could not be looked up"),
            )
        ]
        self._loops.append(asyncio.create_task(self.outbox.heartbeat.go_on(), name=f"{EVERY}beat"))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may ask Discord for a new session."""
        if self.settings.share.is_whole or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.session_starts.wait(shard_id)

    async def prepare_answer(self, interaction: discord.Interaction["Tavolo"]) -> None:
        """Look up the preferences of the person who asks.

        Raises NotHere where the bot is not, and Restarting while it is being stopped.
        """
        task, action = asyncio.current_task(), action_of(interaction)
        note(interaction=interaction.id, action=action)
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)
            if self.monitor is not None:
                began, answered = self.loop.time(), self.monitor.metrics.answered
                task.add_done_callback(lambda _: answered(action, self.loop.time() - began))
        # A click on what ended while nobody could reach us must find the time given back.
        await self.lost_time.settle()
        viewer = await self.preferences.read(interaction.user.id, interaction.guild_id)
        interaction.extras[VIEWER] = viewer
        if self._ending is not None:
            raise Restarting
        if interaction.guild_id is not None:
            await self.membership.note_presence(viewer.server)
            now, person = self.clock(), interaction.user
            if viewer.silenced_until > now and not _is_silenced(person, now):
                await self.membership.note_back(interaction.guild_id, person.id)

    async def carry_out(
        self,
        dispatch: Dispatch,
        game: StoredGame | None = None,
        meanwhile: Callable[[], Awaitable[None]] | None = None,
    ) -> list[Delivered]:
        """Do what a transaction left to do; a computer thinks while its board goes out.

        `game` is the one that the transaction changed, as it left it: it is not loaded again.
        `meanwhile` begins when the board is on its way. Returns what has got through.
        """
        self.computers.wake(dispatch.thinking)
        with nullcontext() if game is None else self.matches.at_hand(game):
            return await self.outbox.deliver(dispatch, meanwhile)

    async def close(self) -> None:
        """End the tasks, the connection and the database, in this order; once, and to the end.

        What somebody asks for from now on is refused, and what is to be sent goes out if it can.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._end(), name="the bot's end")
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        for loop in self._loops:
            loop.cancel()
        # All work on the database must end before it closes.
        await asyncio.gather(*self._loops, return_exceptions=True)
        await self._finish_answers()
        await self.computers.close()
        await self.reviews.close()
        await self.animations.close()
        await self.shared_pages.close()
        await self.daily_backups.close()
        await _within(FLUSHING_SECONDS, self.outbox.flush(), "what is to be sent")
        await _within(CLOSING_SECONDS, self.outbox.close(), "what is on its way")
        await _within(CLOSING_SECONDS, self.workers.close(), "the workers")
        await _within(CLOSING_SECONDS, self.outbox.heartbeat.end(), "the heartbeat")
        # Discord may never say goodbye.
        await _within(CLOSING_SECONDS, super().close(), "the connection")
        self.studio.close()
        if self.monitor is not None:
            await self.monitor.close()
        await self.database.close()

    async def _finish_answers(self) -> None:
        """Finish the answers that are under way; those that take long are cancelled."""
        if self._answering:
            _, late = await asyncio.wait(self._answering, timeout=ANSWERING_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    @property
    def jobs(self) -> tuple[int, int]:
        """How many jobs wait for the workers, and how many are computed."""
        return self.workers.waiting, self.workers.busy

    @property
    def server_count(self) -> int:
        """How many servers this process serves."""
        return len(self.guilds)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log what an event ended with; while the bot stops, what it needs may be closed already."""
        if self._ending is None:
            await super().on_error(event_method, *args, **kwargs)
        else:
            log.info("%s was broken off by the stop: %r", event_method, sys.exception())

    async def on_message(self, message: discord.Message, /) -> None:
        """Ignore messages: everything is a slash command or a click."""

    async def on_shard_connect(self, shard_id: int) -> None:
        """Give back the time in which nobody could reach the servers of a shard."""
        try:
            await self.lost_time.connected(shard_id, self.shard_count or 1)
        except DatabaseError as error:
            # The next round tries it again.
            log.error("the time that was lost could not be given back: %s", error)  # noqa: TRY400 - as expected

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Do so after a connection that broke off, too."""
        await self.on_shard_connect(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that nobody can reach the servers of a shard."""
        self.lost_time.disconnected(shard_id)

    async def on_ready(self) -> None:
        """Send what has waited for Discord to be back."""
        await self._hurry()

    async def on_resumed(self) -> None:
        """Do so after a connection that broke off, too."""
        await self._hurry()

    async def _hurry(self) -> None:
        try:
            await self.outbox.hurry()
        except DatabaseError as error:
            # The sweep tries it again.
            log.error("what waits could not be hurried: %s", error)  # noqa: TRY400 - as expected

    async def _sweep(self) -> None:
        await self.lost_time.handle()
        await self.outbox.sweep()
        self.swept_at = self.loop.time()

    async def _run_due(self) -> None:
        await self.lost_time.handle()
        await self.lost_time.catch_up()
        await self.scheduler.run_due()

    async def _regularly(
        self, seconds: float, step: Callable[[], Awaitable[None]], failed: str
    ) -> None:
        """Do something every few seconds, by a clock that nobody sets (`tasks.loop` does not)."""
        await self.wait_until_ready()
        said = ""
        while True:
            try:
                await step()
                said = ""
            except DatabaseError as error:
                # What stays as it is is said once, not every few seconds.
                if str(error) != said:
                    said = str(error)
                    log.error("%s: %s", failed, said)  # noqa: TRY400 - as expected
            except Exception:
                # Whatever it was, the next round must come: a loop that ends ends all delivery.
                log.exception("%s", failed)
            await asyncio.sleep(seconds)


def action_of(interaction: discord.Interaction[Tavolo]) -> str:
    """Name what somebody does by words of the code alone: a command, or what a control carries out.

    Asked only once it is known that there is such a command or control.
    """
    kind = interaction.type.name
    if interaction.command is not None:
        return f"{kind} {interaction.command.qualified_name}"
    data: Mapping[str, object] = interaction.data or {}
    _prefix, _colon, rest = str(data.get("custom_id", "")).partition(":")
    return f"{kind} {rest.partition(':')[0]}"


def _is_silenced(person: discord.User | discord.Member, now: int) -> bool:
    """Tell whether Discord says with an interaction that the person is in a timeout."""
    until = person.timed_out_until if isinstance(person, discord.Member) else None
    return until is not None and until.timestamp() > now


def _workers(database: Database, settings: Settings) -> Workers:
    count, most_waiting = settings.workers, settings.max_waiting_jobs
    if settings.think_elsewhere:
        return SharedWorkers(count, most_waiting, database, claimant_of(settings.share))
    return Workers(count, most_waiting)


def _monitor(bot: Tavolo, settings: Settings) -> "Monitor | None":
    if settings.metrics_port is None:
        return None
    # Not for who does not ask for it: Prometheus takes time to import.
    from bot.monitor import Monitor  # noqa: PLC0415 - see above

    return Monitor(bot, settings.metrics_port)


def _trace(clock: Callable[[], int], monitor: "Monitor | None") -> aiohttp.TraceConfig:
    """Return what listens to all answers of Discord."""
    trace = listener(clock)
    if monitor is not None:
        trace.on_request_end.append(monitor.metrics.heard)
    return trace


async def _log_failure(interaction: discord.Interaction[Tavolo], error: Exception) -> None:
    log.error("interaction %s failed before the cogs were there", interaction.id, exc_info=error)


async def _within(seconds: float, step: Awaitable[None], what: str) -> None:
    try:
        async with asyncio.timeout(seconds):
            await step
    except TimeoutError:
        log.warning("%s took longer than %g seconds to close", what, seconds)
