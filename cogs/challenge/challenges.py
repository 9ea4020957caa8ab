"""Challenges: the card that proposes a game or opens a table, and the answers to it.

How the card looks is in `cogs.challenge.cards`. What depends on Discord is checked here before
anything is stored (who is a bot, who may see the channel, what the bot may do there); the
rest is checked in `bot.services.challenges`.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.discord_errors import Trouble
from bot.delivery.failures import NotYet
from bot.delivery.messages import Delivery, Edit, Posted, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import CardRow, Queued, RematchRow
from bot.errors import ForgedControl, Refused, UnknownChallenge
from bot.match.lots import tidy_word
from bot.match.match_outcome import PAIR
from bot.match.table import Person
from bot.services.finished import ended
from bot.services.proposals import CardClick, ChallengeResult, Proposal
from bot.text.voice import Mention, Name, Voice
from cogs.board.board_message import has_lost_its_place
from cogs.board.boards import may_attach
from cogs.board.channels import tell_placeless
from cogs.challenge.cards import card_layout
from cogs.ui.access import sees_channel
from cogs.ui.components import button, buttons, layout, link, message_link, words
from cogs.ui.game_lookup import actor_of, guild_of
from cogs.ui.permissions import Spot, check_allowed, check_place, here, spot_for_a_game
from cogs.ui.responses import acknowledge, public_language, say, server_language, voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from data.challenges import Challenge, ChallengeState, Terms
from data.computers import Computer
from data.outbox import Post
from data.outcomes import Tally
from data.schedule import JobKind
from data.stored import Match
from games.registry import GAMES
from games.words import Text

Answer = Callable[[int, CardClick], Awaitable[ChallengeResult]]
"""A way to sit down at the table of a challenge."""

REMEMBERED: Final = 500
"""Of how many challenges the private answer is remembered, to be changed when the game begins."""


class ChallengeCards(commands.Cog):
    """Post challenges and take the answers."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        self._openers: dict[int, tuple[Click, bool]] = {}
        bot.outbox.register(CardRow, self._card)
        bot.outbox.register(RematchRow, self._rematch_begun)
        bot.scheduler.register(JobKind.LAPSE, self._lapse)

    # Rows of the outbox, and what falls due

    async def _won_last(self, challenge: Challenge) -> int | None:
        """Return who starts because they won last, while a challenge is open; else None."""
        terms, people = challenge.terms, challenge.players
        knows = GAMES[terms.game].about.winner_starts and len(people) == terms.seats
        if challenge.is_pairing or not knows or challenge.state is not ChallengeState.OPEN:
            return None
        before = await self._bot.matches.winner_before(challenge.guild_id, terms.game, people)
        return None if before is None else before[1]

    async def _score(self, challenge: Challenge, match: Match | None) -> Tally | None:
        """Return how the two of a challenge stand: this month, or when their match ended."""
        if challenge.state not in {ChallengeState.OPEN, ChallengeState.ACCEPTED}:
            return None
        game, at = challenge.terms.game, None if match is None else match.ended_at
        people = challenge.players if challenge.terms.seats == PAIR else ()
        return await self._bot.outcomes.running_score(challenge.guild_id, game, people, at=at)

    async def _card(self, queued: Queued[CardRow]) -> Delivery:
        """Update a card, or post it if it is not there yet."""
        challenge, names = await self._bot.challenges.get(queued.row.challenge_id)
        match = await self._bot.challenges.match_of(challenge.id)
        post = await self._bot.challenges.card_of(challenge.id)
        end = None
        if match is not None and match.ended_at is not None:
            end = await ended(self._bot.database, match.id)
        pictures = may_attach(self._bot, challenge.channel_id)
        paired = (
            await self._bot.tournaments.pairing_of(challenge.id) if challenge.is_pairing else None
        )
        won_last = await self._won_last(challenge)
        view = card_layout(
            challenge,
            names,
            match,
            end,
            score=await self._score(challenge, match),
            pictures=pictures,
            won_last=won_last,
            paired=paired,
            weekly=await self._bot.weekly.made(challenge.id),
        )
        if post is not None:
            return Edit(post.channel_id, post.message_id, view)
        if challenge.state not in {ChallengeState.OPEN, ChallengeState.ACCEPTED}:
            return None

        async def on_posted(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            post = Post(0, posted.channel_id, posted.message_id)
            threads = self._bot.places.may_open_threads(challenge.channel_id)
            await self._bot.challenges.card_posted(
                connection, envelope, challenge.id, post, threads=threads
            )

        async def no_place(_: Trouble) -> Send | None:
            # It waits for one, and who made the tournament is told how to move it.
            if paired is not None and not queued.failures:
                told = await self._bot.tournaments.tell_stuck(paired[0])
                await self._bot.carry_out(told)
            return None

        return Send(
            challenge.channel_id,
            view,
            marker=control_id("rules", challenge.terms.game, challenge.id),
            pings=await self._bot.challenges.to_ping(challenge),
            on_posted=on_posted,
            elsewhere=None if paired is None else no_place,
        )

    async def _rematch_begun(self, queued: Queued[RematchRow]) -> Delivery:
        """Link a rematch in the thread of the game before."""
        challenge, _ = await self._bot.challenges.get(queued.row.challenge_id)
        match = await self._bot.challenges.match_of(challenge.id)
        if match is None or match.place_id is None or challenge.rematch_of is None:
            raise NotYet
        voice = Voice(challenge.language)
        text = Text("The rematch is played in {place}", place=f"<#{match.place_id}>")
        go = link(voice(Text("Go to the game")), message_link(match.guild_id, match.place_id))
        rules = button(voice(Text("Rules")), "rules", match.game, challenge.id)
        marker = control_id("rules", match.game, challenge.id)
        view = layout(None, words(voice(text)), *buttons([go, rules]))
        return Send(challenge.rematch_of, view, marker=marker)

    async def _lapse(self, challenge_id: int) -> None:
        answered = await self._bot.challenges.lapse(challenge_id)
        if answered is not None:
            await self._bot.carry_out(answered.dispatch)

    # Making a challenge

    async def propose(
        self,
        interaction: Click,
        opponents: tuple[discord.User | discord.Member, ...],
        terms: Terms,
        computers: tuple[Computer, ...] = (),
        *,
        instead: bool = False,
        rematch_of: int | None = None,
        is_rematch: bool = False,
        word: str | None = None,
    ) -> None:
        """Make a challenge where the person is, or above the game's thread, and tell them.

        Where another person has proposed the same already, it is accepted instead.
        Where computers take all the other seats, the game begins. With `instead` they are told in
        the ephemeral message that they clicked. `rematch_of` is the thread of the game before,
        `word` what they add to the chance of the game.
        """
        guild_id = guild_of(interaction)
        spot = await spot_for_a_game(interaction)
        check_place(spot)
        check_allowed(interaction)
        for opponent in opponents:
            _check_opponent(interaction, opponent)
        if not interaction.response.is_done():
            await acknowledge(interaction, thinking=True)
        anybody = len(opponents) + len(computers) + 1 < terms.seats
        language = await server_language(interaction) if anybody else public_language(interaction)
        proposal = Proposal(
            guild_id=guild_id,
            channel_id=spot.channel_id,
            challenger=actor_of(interaction),
            asked=tuple(Person(person.id, person.display_name) for person in opponents),
            terms=terms,
            language=language,
            thread=spot.is_threaded,
            computers=computers,
            rematch_of=rematch_of,
            is_rematch=is_rematch,
            word=tidy_word(word),
        )
        answered = await self._bot.challenges.propose(
            proposal,
            interaction_id=interaction.id,
            may_open_threads=self._bot.places.may_open_threads,
        )
        await self._bot.carry_out(answered.dispatch)
        if answered.challenge.challenger_id != interaction.user.id:
            await self._tell_crossed(interaction, answered.challenge.id, instead=instead)
            return
        # It may have begun: computers took the other seats, or others wanted the same at this moment.
        game_id = await self._bot.challenges.game_of(answered.challenge.id)
        if game_id is None:
            await self._tell_challenger(interaction, answered.challenge, spot, instead=instead)
        else:
            await self.tell_begun(interaction, game_id, instead=instead)

    async def tell_begun(self, interaction: Click, game_id: int, *, instead: bool = False) -> None:
        """Tell a person that their game against computers has begun, and where."""
        game = (await self._bot.matches.table(game_id)).game
        place = game.match.place_id
        if place is None:
            await tell_placeless(interaction, game, instead=instead)
            return
        voice = voice_for(interaction)
        text = Text("The game has begun: {place}", place=f"<#{place}>")
        go = link(voice(Text("Go to the game")), message_link(game.match.guild_id, place))
        view = layout(None, words(voice(text)), *buttons([go]))
        await whisper(interaction, view, instead=instead)

    async def _tell_crossed(self, interaction: Click, challenge_id: int, *, instead: bool) -> None:
        """Tell a person that they have accepted what another one had proposed already."""
        game_id = await self._bot.challenges.game_of(challenge_id)
        if game_id is not None:
            await self._tell_opener(challenge_id, game_id)
            await self.tell_begun(interaction, game_id, instead=instead)
            return
        challenge, names = await self._bot.challenges.get(challenge_id)
        text = Text(
            "{person} had already asked for this game, and you have accepted. It begins as soon as "
            "everybody has.",
            person=Name(names.get(challenge.challenger_id, "?")),
        )
        post = await self._bot.challenges.card_of(challenge_id)
        voice = voice_for(interaction)
        go = None
        if post is not None:
            address = message_link(challenge.guild_id, post.channel_id, post.message_id)
            go = link(voice(Text("Go to the challenge")), address)
        await whisper(
            interaction, layout(None, words(voice(text)), *buttons([go])), instead=instead
        )

    async def _tell_challenger(
        self, interaction: Click, challenge: Challenge, spot: Spot, *, instead: bool
    ) -> None:
        post = await self._bot.challenges.card_of(challenge.id)
        if post is None and await self._bot.challenges.withdraw_unposted(challenge.id):
            await say(
                interaction,
                Text(
                    "Discord doesn't let me post in this channel, so no challenge was made. "
                    "Ask a moderator to check my permissions, or use another channel."
                ),
                instead=instead,
            )
            return
        if post is None:
            await say(
                interaction,
                Text(
                    "Your challenge is saved, but Discord doesn't let me post it right now. "
                    "I'll keep trying; /games shows it, with a button to cancel it."
                ),
                instead=instead,
            )
            return
        voice = voice_for(interaction)
        when, where = f"<t:{challenge.lapses_at}:R>", f"<#{spot.channel_id}>"
        if challenge.terms.is_table:
            text = Text("Your table is open. It expires {when} unless it fills up.", when=when)
        else:
            text = Text("Your challenge is open. It expires {when} if nobody answers.", when=when)
        if spot.beside:
            text = Text(
                "{text}\nIt is in {place}: this thread belongs to its game, and the new game gets "
                "one of its own.",
                text=text,
                place=where,
            )
        address = message_link(challenge.guild_id, post.channel_id, post.message_id)
        row = [
            link(voice(Text("Go to the challenge")), address),
            button(voice(Text("Cancel")), "cancel", challenge.id),
        ]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)), instead=instead)
        self._openers[challenge.id] = interaction, instead
        if len(self._openers) > REMEMBERED:
            del self._openers[next(iter(self._openers))]

    async def _tell_opener(self, challenge_id: int, game_id: int) -> None:
        """Tell who opened a challenge, where they were told of it, that the game has begun.

        Only a convenience: after a restart, or when Discord takes no more changes of the answer
        (a quarter of an hour), the card and the ping of the first board tell them.
        """
        opener = self._openers.pop(challenge_id, None)
        if opener is not None:
            interaction, instead = opener
            await self.tell_begun(interaction, game_id, instead=instead)

    # Clicks

    @control("accept")
    async def _accept(self, interaction: Click, parts: list[str]) -> None:
        """Say yes; with the last seat taken the game starts."""
        await self.sit(interaction, parts, self._bot.challenges.accept)

    @control("join")
    async def _join(self, interaction: Click, parts: list[str]) -> None:
        """Take an open seat of a table; with the last one the game starts."""
        await self.sit(interaction, parts, self._bot.challenges.join)

    async def sit(
        self, interaction: Click, parts: list[str], answer: Answer, word: str | None = None
    ) -> None:
        """Seat somebody by an answer, with a word of theirs or without."""
        await acknowledge(interaction)
        challenge, _ = await self.challenge_here(interaction, parts)
        check_place(here(interaction))
        answered = await answer(challenge.id, replace(clicked(interaction), word=word))
        await self._bot.carry_out(answered.dispatch)
        if answered.game_id is not None:
            game = (await self._bot.matches.table(answered.game_id)).game
            if has_lost_its_place(game):
                await tell_placeless(interaction, game)
            else:
                await self._tell_opener(challenge.id, game.id)

    @control("decline")
    async def _decline(self, interaction: Click, parts: list[str]) -> None:
        """Say no; at a table the seat is open to anybody then."""
        await acknowledge(interaction)
        challenge, _ = await self.challenge_here(interaction, parts)
        answered = await self._bot.challenges.decline(challenge.id, clicked(interaction))
        await self._bot.carry_out(answered.dispatch)

    @control("leave")
    async def _leave(self, interaction: Click, parts: list[str]) -> None:
        """Leave a table that has not started."""
        await acknowledge(interaction)
        challenge, _ = await self.challenge_here(interaction, parts)
        answered = await self._bot.challenges.leave(challenge.id, clicked(interaction))
        await self._bot.carry_out(answered.dispatch)

    @control("cancel")
    async def _cancel(self, interaction: Click, parts: list[str]) -> None:
        """Take one's own challenge back, from the card or from a list."""
        await acknowledge(interaction)
        challenge, _ = await self.challenge_here(interaction, parts)
        answered = await self._bot.challenges.cancel(challenge.id, actor_of(interaction))
        await self._bot.carry_out(answered.dispatch)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await say(interaction, Text("The challenge is cancelled."), instead=True)

    @control("again")
    async def _again(self, interaction: Click, parts: list[str]) -> None:
        """Make a lapsed challenge once more, to all who were asked or sat."""
        challenge, names = await self.challenge_here(interaction, parts)
        if challenge.state is not ChallengeState.LAPSED:
            raise ForgedControl
        if interaction.user.id != challenge.challenger_id:
            raise Refused(
                Text(
                    "Only {challenger} can make this challenge again. Use /{command} challenge "
                    "to make your own.",
                    challenger=Name(names[challenge.challenger_id]),
                    command=GAMES[challenge.terms.game].about.command,
                )
            )
        await acknowledge(interaction, thinking=True)
        opponents = await self.members(interaction, challenge.people[1:])
        await self.propose(interaction, opponents, challenge.terms, challenge.computers)

    async def challenge_here(
        self, interaction: Click, parts: list[str]
    ) -> tuple[Challenge, dict[int, str]]:
        """Return the challenge that a custom_id names.

        UnknownChallenge if it is another server's, or in a channel that a stranger does not see.
        """
        (challenge_id,) = numbers(parts, 1)
        challenge, names = await self._bot.challenges.get(challenge_id)
        if challenge.guild_id != interaction.guild_id:
            raise UnknownChallenge
        concerned = interaction.user.id in (challenge.challenger_id, *challenge.people)
        if not concerned and not await sees_channel(interaction, challenge.channel_id):
            raise UnknownChallenge
        return challenge, names

    async def members(
        self, interaction: Click, user_ids: tuple[int, ...]
    ) -> tuple[discord.Member, ...]:
        """Return people as members of the server; Refused if one has left it."""
        guild = interaction.guild
        if guild is None:
            raise Refused(Text("This only works in a server."))
        members = {member.id: member for member in await self._bot.members.find(guild, user_ids)}
        for user_id in user_ids:
            if user_id not in members:
                gone = Text("{person} is not in this server any more.", person=Mention(user_id))
                raise Refused(gone)
        return tuple(members[user_id] for user_id in user_ids)


def cards_of(bot: Tavolo) -> ChallengeCards:
    """Return the cog through which every game's command makes its challenges."""
    cog = bot.get_cog(ChallengeCards.__cog_name__)
    if not isinstance(cog, ChallengeCards):
        msg = "cogs.challenge.challenges is not loaded"
        raise TypeError(msg)
    return cog


def clicked(interaction: Click) -> CardClick:
    """Return who clicked on a card, and where it is."""
    message = interaction.message
    return CardClick(
        actor=actor_of(interaction),
        interaction_id=interaction.id,
        channel_id=interaction.channel_id or 0,
        message_id=0 if message is None else message.id,
        threads=here(interaction).may_open_threads,
    )


def _check_opponent(interaction: Click, opponent: discord.User | discord.Member) -> None:
    """Refuse an opponent who can't play here."""
    name = Name(opponent.display_name)
    if opponent.bot:
        raise Refused(Text("{person} is a bot and does not play.", person=name))
    if not isinstance(opponent, discord.Member):
        raise Refused(Text("{person} is not in this server.", person=name))
    seen = opponent.resolved_permissions
    channel = interaction.channel
    if seen is None and isinstance(channel, (discord.abc.GuildChannel, discord.Thread)):
        seen = channel.permissions_for(opponent)
    if seen is None or not seen.view_channel:
        raise Refused(
            Text(
                "{person} can't see this channel. Challenge them in one that you both see.",
                person=name,
            )
        )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(ChallengeCards(bot))
