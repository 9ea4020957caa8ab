"""What a person prefers and what their server has set, looked up at every interaction.

One place decides between the two: a person's own choice comes before the server's, and that
before Discord's. Nothing is kept between interactions, so a change counts immediately in every
process. What does not belong here: what the choices do to a message (`cogs`).
"""

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args

from bot.services.puzzles import Puzzles
from bot.services.reminders import Reminders
from bot.services.seasons import Seasons
from bot.text.voice import language_of, languages
from data import games_found, preferences, servers
from data.engine import Database, DatabaseError
from data.preferences import BoardForm, Preferences
from data.servers import Server
from render.scene import ThemeName

log = logging.getLogger(__name__)

THEMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)


@dataclass(frozen=True, slots=True)
class PictureStyle:
    """How pictures look: their theme, and whether colours have marks as well."""

    theme: ThemeName = "dark"
    marks: bool = False


@dataclass(frozen=True, slots=True)
class Viewer:
    """A person who sees an answer, and the server they see it in (0: a direct message).

    `silenced_until` says until when they are in a timeout there, as far as it was seen; 0: in none.
    """

    preferences: Preferences
    server: Server
    silenced_until: int = 0

    def language(self, locale: str) -> str:
        """Return the language for this person, whose Discord speaks that of a locale."""
        chosen = self.preferences.language
        # A language that a later version no longer has leaves the choice to Discord again.
        return chosen if chosen is not None and chosen in languages() else language_of(locale)

    @property
    def style(self) -> PictureStyle:
        """Return how pictures look that only they see."""
        chosen = self.preferences
        return _style(
            chosen.theme or self.server.theme,
            marks=self.server.marks if chosen.marks is None else chosen.marks,
        )

    @property
    def wants_pictures(self) -> bool:
        """Tell whether they want pictures of boards."""
        return self.preferences.boards is not BoardForm.TEXT

    @property
    def wants_words(self) -> bool:
        """Tell whether they want boards in words."""
        return self.preferences.boards is not BoardForm.PICTURE


def public_style(server: Server) -> PictureStyle:
    """Return how pictures look that everybody in a server sees."""
    return _style(server.theme, marks=server.marks)


def chosen_language(server: Server) -> str | None:
    """Return the language that a server has chosen; None if none, or one that is no more."""
    return server.language if server.language in languages() else None


def known_theme(theme: str) -> ThemeName:
    """Return a theme that was chosen, or the first where a later version no longer has it."""
    return next((known for known in THEMES if known == theme), THEMES[0])


def _style(theme: str, *, marks: bool) -> PictureStyle:
    return PictureStyle(known_theme(theme), marks)


def unknown_viewer(user_id: int, guild_id: int | None) -> Viewer:
    """Return a person who has chosen nothing."""
    return Viewer(Preferences(user_id), Server(guild_id or 0))


class PreferenceService:
    """Look up and change what people prefer and servers have set."""

    def __init__(
        self, database: Database, reminders: Reminders, puzzles: Puzzles, seasons: Seasons
    ) -> None:
        self._database = database
        self._reminders = reminders
        self._puzzles = puzzles
        self._seasons = seasons

    async def read(self, user_id: int, guild_id: int | None) -> Viewer:
        """Return a person as a viewer; one whose choices can't be read has none."""
        try:
            async with self._database.reading() as connection:
                found = await preferences.with_server(connection, user_id, guild_id or 0)
        except DatabaseError as error:
            # What they asked for says so itself, if it needs the records too.
            log.warning("the preferences of %s could not be read: %s", user_id, error)
            return unknown_viewer(user_id, guild_id)
        return Viewer(*found)

    async def change(
        self, user_id: int, change: Callable[[Preferences], Preferences]
    ) -> Preferences:
        """Change what a person prefers."""
        async with self._database.writing() as connection:
            chosen = change(await preferences.get(connection, user_id))
            await preferences.store(connection, chosen)
            await self._reminders.arm_digest(connection, chosen)
        return chosen

    async def any_private(self, user_ids: Sequence[int]) -> bool:
        """Tell whether one of some people keeps their profile to themselves."""
        async with self._database.reading() as connection:
            chosen = await preferences.of_all(connection, user_ids)
        return any(not one.profile for one in chosen.values())

    async def server(self, guild_id: int) -> Server:
        """Return what a server has set."""
        async with self._database.reading() as connection:
            return await servers.get(connection, guild_id)

    async def usual_language(self, guild_id: int) -> str | None:
        """Return the language of most of a server's latest matches; None where there is no such one."""
        async with self._database.reading() as connection:
            spoken = Counter(await games_found.languages_in(connection, guild_id))
        match spoken.most_common(2):
            case [(language, _)]:
                return language
            case [(language, most), (_, second)] if most > second:
                return language
        return None

    async def begin_greeting(self, guild_id: int, now: int) -> bool:
        """Note that a server is greeted now; return False if it was before."""
        async with self._database.writing() as connection:
            settled = await servers.get(connection, guild_id)
            if settled.greeted_at is not None:
                return False
            await servers.store(connection, replace(settled, greeted_at=now))
        return True

    async def change_server(self, guild_id: int, change: Callable[[Server], Server]) -> Server:
        """Change what a server has set."""
        async with self._database.writing() as connection:
            before = await servers.get(connection, guild_id)
            settled = change(before)
            await servers.store(connection, settled)
            if settled.puzzle_channel_id != before.puzzle_channel_id:
                await self._puzzles.arm(connection, settled)
            if (settled.seasons, settled.time_zone) != (before.seasons, before.time_zone):
                await self._seasons.arm(connection, settled)
        return settled
