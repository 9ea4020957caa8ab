"""The card of a challenge: what is proposed, to whom, and what came of it.

A card for two asks one person or anybody; a table of more shows its seats as they fill up. What
does not belong here: the clicks on it (`cogs.challenge.challenges`), and who may do what
(`bot.services.challenge_checks`).
"""

from typing import Any, Final

import discord

from bot.match.ledger_entry import keeps_ledger
from bot.match.lots import promised
from bot.services.finished import Finished
from bot.text.voice import Mention, Name, Voice, computer_title
from cogs.board.board_message import fingerprint_text, words_text
from cogs.board.result_text import headline, places
from cogs.board.score_text import score_text
from cogs.board.strength_text import mixes_text
from cogs.challenge.handicaps import handicap_text
from cogs.challenge.pairings import Paired, meeting_of, title_of
from cogs.ui.components import AnyItem, button, buttons, layout, small, words
from cogs.ui.game_ui import ui_of
from cogs.ui.permissions import NO_PICTURES
from data.challenges import Challenge, ChallengeState, ClockEnd, First, MatchKind, Terms
from data.computers import Computer, is_computer
from data.outcomes import Tally
from data.stored import Match
from games.registry import GAMES
from games.words import Plural, Text, joined

SITTING_DOWN: Final = discord.ButtonStyle.success
"""How the buttons look with which people sit down."""


def card_layout(
    challenge: Challenge,
    names: dict[int, str],
    match: Match | None,
    end: Finished | None = None,
    *,
    score: Tally | None = None,
    pictures: bool = True,
    won_last: int | None = None,
    paired: Paired | None = None,
    weekly: bool = False,
) -> discord.ui.LayoutView:
    """Lay out a challenge's card, or that of a pairing (`paired`) or of a table of a `weekly` one.

    `end` is how its match ended, once it has; `score` is how its two people stand; `won_last` starts because of the game before.
    Without `pictures` it says that boards will come in words.
    """
    voice = Voice(challenge.language)
    about = GAMES[challenge.terms.game].about
    # Where computers take all other seats, it begins as soon as this card is posted.
    is_open = challenge.state is ChallengeState.OPEN and not challenge.is_full
    items: list[AnyItem] = [
        words(f"### {about.name}"),
        *([] if paired is None else [small(voice(title_of(paired)))]),
        words(
            voice(
                _proposal(challenge, names, weekly=weekly) if paired is None else meeting_of(paired)
            )
        ),
        small(voice(_terms_text(challenge, names, won_last))),
    ]
    handicap = handicap_text(challenge, lambda player: _name(player, names))
    if handicap is not None:
        items.append(words(voice(handicap)))
    if challenge.rematch_of is not None:
        before = f"<#{challenge.rematch_of}>"
        items.append(small(voice(Text("Rematch of {place}", place=before))))
    if challenge.terms.is_table and (is_open or challenge.state is ChallengeState.ACCEPTED):
        items.append(words(voice(_seats(challenge, names))))
    if challenge.state in {ChallengeState.OPEN, ChallengeState.ACCEPTED}:
        items += [small(voice(text)) for text in _mixes(challenge, names)]
        items += [small(voice(text)) for text in (*_promises(challenge), *_words(challenge, names))]
    rules = button(voice(Text("Rules")), "rules", about.key, challenge.id)
    between = []
    if score is not None:
        one, other = (_name(player, names) for player in challenge.players)
        between = [small(voice(score_text(score, one, other)))]
    if not is_open:
        items.append(words(voice(_outcome(challenge, names, match, weekly=weekly))))
        if end is not None:
            told = Text("{headline}\n{places}", headline=headline(end), places=places(end))
            items.append(words(voice(told)))
        again = None
        if challenge.state is ChallengeState.LAPSED:
            again = button(voice(Text("Challenge again")), "again", challenge.id)
        return layout(None, *items, *between, *buttons([again, rules]))
    if not pictures:
        items.append(small(voice(NO_PICTURES)))
    row = [*_answers(challenge, voice), rules]
    return layout(
        ui_of(about.key).accent,
        *items,
        *between,
        *buttons(row),
        small(voice(_conditions(challenge))),
    )


def _mixes(challenge: Challenge, names: dict[int, str]) -> list[Text]:
    """Tell how the computers choose that play like the challenger."""
    like = Name(names.get(challenge.challenger_id, "?"))
    return mixes_text(challenge.sitting, names.values(), like)


def _promises(challenge: Challenge) -> list[Text]:
    """Show the commitments to the host's part of the chance, before anybody accepts."""
    hidden = GAMES[challenge.terms.game].about.hidden
    return [fingerprint_text(commitment, hidden=hidden) for commitment in promised(challenge)]


def _words(challenge: Challenge, names: dict[int, str]) -> list[Text]:
    """Show the words of those who sit: nobody can change theirs once they know what others say."""
    added = [
        (_name(person, names), challenge.words[person])
        for person in challenge.sitting
        if person in challenge.words
    ]
    return words_text(added, hidden=GAMES[challenge.terms.game].about.hidden)


def _answers(
    challenge: Challenge, voice: Voice
) -> list[discord.ui.Button[Any]]:  # Any: as in cogs.ui.components
    """Return the buttons of those answers that somebody may give now."""
    table, plain = challenge.terms.is_table, discord.ButtonStyle.secondary
    accepts = bool(challenge.asked) or not table
    answers = (
        (Text("Accept"), "accept", SITTING_DOWN, accepts),
        (word_label(challenge), "word", plain, accepts),
        (Text("Decline"), "decline", plain, challenge.asked),
        (Text("Join"), "join", SITTING_DOWN, table and challenge.open_seats),
        (word_label(challenge), "word", plain, not accepts),
        (Text("Leave"), "leave", plain, table and _others_sit(challenge)),
        (_fill_label(challenge), "fill", plain, may_be_filled(challenge)),
        (Text("Cancel"), "cancel", plain, True),
    )
    return [
        button(voice(label), action, challenge.id, style=style)
        for label, action, style, possible in answers
        if possible
    ]


def word_label(challenge: Challenge) -> Text:
    """Name the answer with which somebody adds to the chance of the game."""
    if challenge.asked or not challenge.terms.is_table:
        return Text("Accept with a word")
    return Text("Join with a word")


def may_be_filled(challenge: Challenge) -> bool:
    """Tell whether computers may sit down on open seats."""
    return challenge.open_seats > 0 and not keeps_ledger(challenge.terms.settings)


def _fill_label(challenge: Challenge) -> Text:
    if challenge.terms.is_table:
        return Text("Fill with computers")
    return Text("Play the computer")


def _others_sit(challenge: Challenge) -> bool:
    return any(person in challenge.sitting for person in challenge.people[1:])


def _proposal(challenge: Challenge, names: dict[int, str], *, weekly: bool) -> Text:
    if weekly:
        people = joined(
            [Text("{name}", name=_name(person, names)) for person in challenge.players],
            "{one} · {two}",
        )
        return Text("Weekly table: {people}", people=people)
    challenger = _name(challenge.challenger_id, names)
    if challenge.terms.is_table:
        return Text("{challenger} opens a table", challenger=challenger)
    others = challenge.players[1:]
    if not others:
        return Text("{challenger} is looking for an opponent", challenger=challenger)
    # A computer takes another name where the challenger has its own.
    opponent = _name(others[0], names) if is_computer(others[0]) else Mention(others[0])
    return Text("{challenger} challenges {opponent}", challenger=challenger, opponent=opponent)


def _terms_text(challenge: Challenge, names: dict[int, str], won_last: int | None) -> Text:
    """Say what is proposed: "rated · two games, points added · one starts"."""
    terms = challenge.terms
    said = [Text("rated") if terms.rated else Text("unrated")]
    if terms.kind is MatchKind.TWO_GAME:
        said.append(Text("two games, seats swapped, points added"))
    if terms.rated and terms.takebacks:
        said.append(Text("takebacks allowed"))
    said += _clock_texts(challenge)
    rules = GAMES[terms.game]
    chosen = {**terms.options, **rules.settings_of(terms.settings)}
    for option in (*rules.about.options, *rules.about.settings):
        value = chosen[option.key]
        if value != option.default:
            said.append(option.labels[option.values.index(value)])
    if rules.about.starter is not None:
        said.append(rules.about.starter)
    elif won_last is not None:
        said.append(Text("{player} starts (won last)", player=_name(won_last, names)))
    else:
        said.append(_who_starts(challenge, terms, names))
    return joined(said, "{one} · {two}")


def _clock_texts(challenge: Challenge) -> list[Text]:
    """Say how many days a move may take, and what happens then; nothing against computers only."""
    clock = challenge.terms.clock
    if len(challenge.computers) >= challenge.terms.seats - 1:
        return []
    if clock.days is None:
        return [Text("no clock")]
    said: list[Text] = [Plural("{n} day per turn", "{n} days per turn", clock.days)]
    match clock.end:
        case ClockEnd.FORFEIT:
            said.append(Text("running out of time forfeits"))
        case ClockEnd.COMPUTER:
            said.append(Text("on timeout a computer takes over"))
    return said


def _who_starts(challenge: Challenge, terms: Terms, names: dict[int, str]) -> Text:
    others = challenge.players[1:]
    match terms.first:
        case First.ME:
            return Text("{player} starts", player=_name(challenge.challenger_id, names))
        case First.OPPONENT if others:
            return Text("{player} starts", player=_name(others[0], names))
        case First.OPPONENT if terms.is_table:
            return Text("the first to join starts")
        case First.OPPONENT:
            return Text("{player} starts", player=Text("the opponent"))
        case _ if terms.is_table:
            # The rules may say who starts; they never say where people sit.
            return Text("random seats")
        case _ if GAMES[terms.game].about.winner_starts:
            return Text("the last winner starts (random if none)")
        case _:
            return Text("random start")


def _seats(challenge: Challenge, names: dict[int, str]) -> Text:
    """Say seat by seat who sits, who is asked and what is open: "1 one · 2 two (asked)"."""
    said = [
        Text("{n} {player} (asked)", n=n, player=Mention(person))
        if person in challenge.asked
        else Text("{n} {player}", n=n, player=_name(person, names))
        for n, person in enumerate(challenge.players, 1)
    ]
    said += [
        Text("{player} declined", player=_name(person, names)) for person in challenge.declined
    ]
    taken = len(challenge.players)
    said += [Text("{n} open", n=n) for n in range(taken + 1, challenge.terms.seats + 1)]
    return joined(said, "{one} · {two}")


def _conditions(challenge: Challenge) -> Text:
    lapses = Text("expires {when}", when=f"<t:{challenge.lapses_at}:R>")
    if not challenge.terms.is_table:
        return lapses
    starts = Text("starts with {n} players", n=challenge.terms.seats)
    return joined([starts, lapses], "{one} · {two}")


def _outcome(
    challenge: Challenge, names: dict[int, str], match: Match | None, *, weekly: bool
) -> Text:
    seated = weekly or challenge.is_pairing
    match challenge.state:
        case ChallengeState.OPEN:
            return _begun(challenge, match)
        case ChallengeState.ACCEPTED if challenge.terms.is_table:
            return _started(challenge, match)
        case ChallengeState.ACCEPTED if challenge.computers or seated:
            return _begun(challenge, match)
        case ChallengeState.ACCEPTED:
            return _accepted(challenge, names, match)
        case ChallengeState.DECLINED:
            return Text("{opponent} declined.", opponent=_opponent(challenge, names))
        case ChallengeState.CANCELLED:
            return Text("Cancelled.")
        case _ if challenge.terms.is_table:
            return Text("The table did not fill up in time and has expired.")
        case _:
            return Text("Nobody answered in time: this challenge has expired.")


def _accepted(challenge: Challenge, names: dict[int, str], match: Match | None) -> Text:
    other = _opponent(challenge, names)
    if match is None or match.place_id is None:
        return Text("{opponent} accepted.", opponent=other)
    if match.place_id == challenge.channel_id:
        return Text("{opponent} accepted: the game is played right here.", opponent=other)
    return Text("{opponent} accepted: {place}", opponent=other, place=f"<#{match.place_id}>")


def _begun(challenge: Challenge, match: Match | None) -> Text:
    if match is None or match.place_id is None:
        return Text("The game begins.")
    if match.place_id == challenge.channel_id:
        return Text("The game is played right here.")
    return Text("The game is played in {place}", place=f"<#{match.place_id}>")


def _started(challenge: Challenge, match: Match | None) -> Text:
    if match is None or match.place_id is None:
        return Text("The table is full.")
    if match.place_id == challenge.channel_id:
        return Text("The table is full: the game is played right here.")
    return Text("The table is full: {place}", place=f"<#{match.place_id}>")


def _opponent(challenge: Challenge, names: dict[int, str]) -> Name | Text:
    others = (*challenge.players[1:], *challenge.declined)
    return _name(others[0], names) if others else Name("?")


def _name(person: int, names: dict[int, str]) -> Name | Text:
    computer = Computer.of(person)
    if computer is not None:
        return computer_title(computer, names.values())
    return Name(names.get(person, "?"))
