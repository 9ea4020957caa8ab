"""Where the database holds people's ids, and what an export and a deletion do with each.

`PERSONAL` says it for every column that holds a person's id; a test compares it with the tables.
A row about the person alone is deleted; where it belongs to a game of others, the id is replaced.
Whom somebody else has blocked stays blocked, and what limits how often one may do something
(`data.limits`) ends by itself within hours: else who is kept from something could delete that.
What does not belong here: to export and to delete (`data.privacy`).
"""

from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Select,
    Table,
    select,
)

from data.contact_tables import CONTACTS
from data.exploration_tables import EXPLORATIONS
from data.import_tables import IMPORTS
from data.move_note_tables import MOVE_NOTES
from data.personal_columns import (
    Fate,
    Personal,
    code_of,
    first_code_of,
    in_their_games,
    in_their_matches,
    in_their_tournaments,
    kind_of,
)
from data.poll_tables import POLL_VOTES, POLLS
from data.result_tables import FEATS, OUTCOMES, RATING_CHANGES, SEASON_ROWS, SEASONS
from data.schedule import JobKind
from data.tables import (
    AWAY,
    BLOCKS,
    CHALLENGE_SEATS,
    CHALLENGES,
    COMPUTER_RATINGS,
    EVENTS,
    FOLLOWERS,
    HANDICAP_RATINGS,
    LEDGER,
    NOTES,
    OFFER_ANSWERS,
    OFFERS,
    PEOPLE,
    PLANS,
    PLAYERS,
    PREFERENCES,
    PUZZLE_ANSWERS,
    RATINGS,
    SCHEDULE,
)
from data.tournament_tables import CORRECTIONS, ENTRANTS, PAIRINGS, TOURNAMENTS
from data.weekly_tables import WEEKLY_SEATS

ENDED_BY_SOMEBODY: Final = EVENTS.c.notation == "!abort"
"""The condition for the events that somebody outside of a game can have made in it."""
ABOUT_PERSON: Final = (JobKind.BACK, JobKind.DIGEST, JobKind.FORGET)
"""The kinds of jobs whose subject is a person."""


def _paired(column: Column[Any]) -> "Personal":  # Any: as above
    return Personal(
        column,
        Fate.REPLACE,
        "pairings",
        {
            "tournament": PAIRINGS.c.tournament_id,
            "round": PAIRINGS.c.round,
            "board": PAIRINGS.c.board,
            "outcome": PAIRINGS.c.outcome,
            "how": PAIRINGS.c.how,
            "ended_at": PAIRINGS.c.ended_at,
        },
        in_their_tournaments(PAIRINGS.c.tournament_id),
    )


def _rated(table: Table) -> Personal:
    return Personal(
        table.c.user_id,
        Fate.DELETE,
        str(table.name),
        {
            "server": table.c.guild_id,
            "game": table.c.game,
            "rating": table.c.shown,
            "wins": table.c.wins,
            "draws": table.c.draws,
            "losses": table.c.losses,
            "strength": table.c.mu,
            "uncertainty": table.c.sigma,
        },
        lambda user_id: table.c.guild_id.in_(
            select(PLAYERS.c.guild_id).where(PLAYERS.c.user_id == user_id).scalar_subquery()
        ),
    )


_OUTCOME: Final[dict[str, ColumnElement[Any]]] = {  # Any: as above
    "server": OUTCOMES.c.guild_id,
    "game": OUTCOMES.c.game,
    "code": first_code_of(OUTCOMES.c.match_id),
    "against": OUTCOMES.c.against,
    "players": OUTCOMES.c.seats,
    "place": OUTCOMES.c.place + 1,
    "ending": OUTCOMES.c.ending,
    "on_time": OUTCOMES.c.on_time,
    "ended_at": OUTCOMES.c.ended_at,
}
_LEDGER: Final[dict[str, ColumnElement[Any]]] = {  # Any: as above
    "server": LEDGER.c.guild_id,
    "game": LEDGER.c.game,
    "code": first_code_of(LEDGER.c.match_id),
    "points": LEDGER.c.points,
    "coins": LEDGER.c.coins,
    "settled": LEDGER.c.settled,
}

PERSONAL: Final = (
    Personal(
        PREFERENCES.c.user_id,
        Fate.DELETE,
        "preferences",
        {column.name: column for column in PREFERENCES.c if column.name != "user_id"},
    ),
    Personal(
        PEOPLE.c.user_id,
        Fate.DELETE,
        "names",
        {
            "server": PEOPLE.c.guild_id,
            "name": PEOPLE.c.name,
            "in_the_server": PEOPLE.c.member,
            "looked_up_at": PEOPLE.c.checked_at,
            "in_a_timeout_until": PEOPLE.c.silenced_until,
        },
    ),
    Personal(
        BLOCKS.c.user_id,
        Fate.DELETE,
        "blocks",
        {"person": BLOCKS.c.blocked_id, "created_at": BLOCKS.c.created_at},
    ),
    # Who has blocked somebody is told to nobody.
    Personal(BLOCKS.c.blocked_id, Fate.KEEP, "", {}),
    Personal(
        AWAY.c.user_id,
        Fate.DELETE,
        "absences",
        {"from_at": AWAY.c.from_at, "until_at": AWAY.c.until_at},
    ),
    _rated(RATINGS),
    _rated(COMPUTER_RATINGS),
    _rated(HANDICAP_RATINGS),
    Personal(
        RATING_CHANGES.c.user_id,
        Fate.REPLACE,
        "rating_changes",
        {
            "server": RATING_CHANGES.c.guild_id,
            "game": RATING_CHANGES.c.game,
            "code": first_code_of(RATING_CHANGES.c.match_id),
            "list": RATING_CHANGES.c.ladder,
            "outcome": RATING_CHANGES.c.outcome,
            "ended_at": RATING_CHANGES.c.ended_at,
            "before": RATING_CHANGES.c.before,
            "after": RATING_CHANGES.c.after,
        },
        in_their_matches(RATING_CHANGES.c.match_id),
    ),
    Personal(
        OUTCOMES.c.user_id,
        Fate.REPLACE,
        "results",
        _OUTCOME,
        in_their_matches(OUTCOMES.c.match_id),
    ),
    Personal(
        SEASON_ROWS.c.user_id,
        Fate.REPLACE,
        "seasons",
        {
            "ended_at": select(SEASONS.c.ends_at)
            .where(SEASONS.c.id == SEASON_ROWS.c.season_id)
            .scalar_subquery(),
            **{column.name: column for column in SEASON_ROWS.c if column.name != "user_id"},
        },
    ),
    Personal(
        FEATS.c.user_id,
        Fate.REPLACE,
        "milestones",
        {
            "server": FEATS.c.guild_id,
            "game": FEATS.c.game,
            "code": first_code_of(FEATS.c.match_id),
            "feat": FEATS.c.feat,
            "ended_at": FEATS.c.ended_at,
        },
        in_their_matches(FEATS.c.match_id),
    ),
    # Their own row tells the same.
    Personal(OUTCOMES.c.other_id, Fate.REPLACE, "", {}, in_their_matches(OUTCOMES.c.match_id)),
    Personal(
        LEDGER.c.low_id,
        Fate.DELETE,
        "ledger",
        _LEDGER,
        in_their_matches(LEDGER.c.match_id),
    ),
    Personal(
        LEDGER.c.high_id,
        Fate.DELETE,
        "ledger",
        _LEDGER | {"points": -LEDGER.c.points, "coins": -LEDGER.c.coins},
        in_their_matches(LEDGER.c.match_id),
    ),
    Personal(
        LEDGER.c.asked_by,
        Fate.DELETE,
        "asked_to_settle",
        _LEDGER,
        in_their_matches(LEDGER.c.match_id),
    ),
    Personal(
        NOTES.c.user_id,
        Fate.DELETE,
        "notes",
        {"code": code_of(NOTES.c.game_id), "text": NOTES.c.text},
    ),
    Personal(
        CONTACTS.c.user_id,
        Fate.DELETE,
        "servers_you_set_up",
        {"server": CONTACTS.c.guild_id, "told_at": CONTACTS.c.told_at},
    ),
    Personal(
        MOVE_NOTES.c.user_id,
        Fate.DELETE,
        "notes_on_moves",
        {
            "code": code_of(MOVE_NOTES.c.game_id),
            "after_event": MOVE_NOTES.c.seq,
            "text": MOVE_NOTES.c.text,
        },
    ),
    Personal(
        PLANS.c.user_id,
        Fate.DELETE,
        "plans",
        {
            "code": code_of(PLANS.c.game_id),
            "after_move": PLANS.c.seq,
            "steps": PLANS.c.steps,
            "state": PLANS.c.state,
            "failed_after_move": PLANS.c.failed_seq,
            "failed_step": PLANS.c.failed_step,
            "created_at": PLANS.c.created_at,
        },
    ),
    Personal(
        PUZZLE_ANSWERS.c.user_id,
        Fate.DELETE,
        "puzzles",
        {
            "game": PUZZLE_ANSWERS.c.game,
            "day": PUZZLE_ANSWERS.c.day,
            "first_answer": PUZZLE_ANSWERS.c.first,
            "tries": PUZZLE_ANSWERS.c.tries,
            "right": PUZZLE_ANSWERS.c.right,
            "answered_at": PUZZLE_ANSWERS.c.answered_at,
        },
    ),
    Personal(
        IMPORTS.c.user_id,
        Fate.DELETE,
        "imported_games",
        {"record": IMPORTS.c.record, "imported_at": IMPORTS.c.created_at},
    ),
    Personal(
        EXPLORATIONS.c.user_id,
        Fate.DELETE,
        "explored_positions",
        {
            "code": code_of(EXPLORATIONS.c.game_id),
            "record": EXPLORATIONS.c.record,
            "tried": EXPLORATIONS.c.steps,
            "seat": EXPLORATIONS.c.seat,
            "computers": EXPLORATIONS.c.level,
            "changed_at": EXPLORATIONS.c.changed_at,
        },
    ),
    Personal(
        POLLS.c.user_id,
        Fate.REPLACE,
        "positions_shown",
        {
            "server": POLLS.c.guild_id,
            "channel": POLLS.c.channel_id,
            "code": code_of(POLLS.c.game_id),
            "record": POLLS.c.record,
            "answers": POLLS.c.answers,
            "played": POLLS.c.played,
            "language": POLLS.c.language,
            "closes_at": POLLS.c.closes_at,
            "votes": POLLS.c.tally,
        },
    ),
    Personal(
        POLL_VOTES.c.user_id,
        Fate.DELETE,
        "votes_on_positions",
        {
            "position": POLL_VOTES.c.poll_id,
            "turn": POLL_VOTES.c.turn,
            "voted_at": POLL_VOTES.c.voted_at,
        },
    ),
    Personal(
        WEEKLY_SEATS.c.user_id,
        Fate.DELETE,
        "weekly_tables_joined",
        {
            "card": WEEKLY_SEATS.c.card_id,
            "computer_if_left_over": WEEKLY_SEATS.c.computer,
            "joined_at": WEEKLY_SEATS.c.joined_at,
        },
    ),
    Personal(
        FOLLOWERS.c.user_id, Fate.DELETE, "followed_games", {"code": code_of(FOLLOWERS.c.game_id)}
    ),
    Personal(
        OFFER_ANSWERS.c.user_id,
        Fate.DELETE,
        "agreed_to",
        {"code": code_of(OFFER_ANSWERS.c.game_id), "kind": OFFER_ANSWERS.c.kind},
    ),
    Personal(
        OFFERS.c.user_id,
        Fate.DELETE,
        "offers",
        {
            "code": code_of(OFFERS.c.game_id),
            "kind": OFFERS.c.kind,
            "after_move": OFFERS.c.seq,
            "back_to_move": OFFERS.c.back_to,
            "created_at": OFFERS.c.created_at,
        },
    ),
    Personal(
        CHALLENGES.c.challenger_id,
        Fate.REPLACE,
        "challenges",
        {
            "server": CHALLENGES.c.guild_id,
            "channel": CHALLENGES.c.channel_id,
            "game": CHALLENGES.c.game,
            "seats": CHALLENGES.c.seats,
            "options": CHALLENGES.c.options,
            "settings": CHALLENGES.c.settings,
            "kind": CHALLENGES.c.kind,
            "first": CHALLENGES.c.first,
            "rated": CHALLENGES.c.rated,
            "days_a_move": CHALLENGES.c.clock_days,
            "on_time": CHALLENGES.c.clock_end,
            "takebacks": CHALLENGES.c.takebacks,
            "handicap_of_newcomers": CHALLENGES.c.handicap,
            "language": CHALLENGES.c.language,
            "thread": CHALLENGES.c.thread,
            "state": CHALLENGES.c.state,
            "created_at": CHALLENGES.c.created_at,
            "expires_at": CHALLENGES.c.lapses_at,
        },
        lambda user_id: CHALLENGES.c.id.in_(challenges_with(user_id).scalar_subquery()),
    ),
    Personal(
        CHALLENGE_SEATS.c.user_id,
        Fate.REPLACE,
        "asked_or_seated",
        {
            "challenge": CHALLENGE_SEATS.c.challenge_id,
            "sits": CHALLENGE_SEATS.c.sits,
            "word": CHALLENGE_SEATS.c.word,
            "declined_at": CHALLENGE_SEATS.c.declined_at,
            "handicap": CHALLENGE_SEATS.c.handicap,
        },
    ),
    Personal(
        EVENTS.c.user_id,
        Fate.REPLACE,
        "moves",
        {
            "code": code_of(EVENTS.c.game_id),
            "number": EVENTS.c.seq,
            "move": EVENTS.c.notation,
            "at": EVENTS.c.created_at,
        },
        in_their_games(EVENTS.c.game_id),
    ),
    Personal(
        EVENTS.c.user_id,
        Fate.REPLACE,
        "ended_games",
        {"code": code_of(EVENTS.c.game_id), "at": EVENTS.c.created_at},
        lambda _user_id: ENDED_BY_SOMEBODY,
    ),
    Personal(
        PLAYERS.c.user_id,
        Fate.REPLACE,
        "games",
        {
            "server": PLAYERS.c.guild_id,
            "code": code_of(PLAYERS.c.game_id),
            "game": kind_of(PLAYERS.c.game_id),
            "seat": PLAYERS.c.seat,
            "running": PLAYERS.c.running,
            "stand_in": PLAYERS.c.stand_in,
            "handicap": PLAYERS.c.handicap,
        },
    ),
    Personal(
        TOURNAMENTS.c.creator_id,
        Fate.REPLACE,
        "tournaments_made",
        {
            "server": TOURNAMENTS.c.guild_id,
            "channel": TOURNAMENTS.c.channel_id,
            "name": TOURNAMENTS.c.name,
            "game": TOURNAMENTS.c.game,
            "kind": TOURNAMENTS.c.kind,
            "format": TOURNAMENTS.c.format,
            "seats": TOURNAMENTS.c.seats,
            "rounds": TOURNAMENTS.c.rounds,
            "days_a_move": TOURNAMENTS.c.clock_days,
            "rated": TOURNAMENTS.c.rated,
            "computers": TOURNAMENTS.c.level,
            "language": TOURNAMENTS.c.language,
            "state": TOURNAMENTS.c.state,
            "created_at": TOURNAMENTS.c.created_at,
            "starts_at": TOURNAMENTS.c.starts_at,
            "started_at": TOURNAMENTS.c.started_at,
            "ended_at": TOURNAMENTS.c.ended_at,
        },
    ),
    _paired(PAIRINGS.c.first_id),
    _paired(PAIRINGS.c.second_id),
    Personal(
        CORRECTIONS.c.user_id,
        Fate.REPLACE,
        "corrections",
        {
            "pairing": CORRECTIONS.c.pairing_id,
            "before": CORRECTIONS.c.before,
            "after": CORRECTIONS.c.after,
            "at": CORRECTIONS.c.created_at,
        },
    ),
    # After the pairings, which are found by it.
    Personal(
        ENTRANTS.c.user_id,
        Fate.REPLACE,
        "tournaments",
        {
            "tournament": ENTRANTS.c.tournament_id,
            "seed": ENTRANTS.c.seed,
            "from_round": ENTRANTS.c.joined_round,
            "withdrew_after_round": ENTRANTS.c.left_round,
            "joined_at": ENTRANTS.c.joined_at,
        },
    ),
    Personal(
        SCHEDULE.c.subject_id,
        Fate.DELETE,
        "scheduled",
        {"what": SCHEDULE.c.kind, "at": SCHEDULE.c.due_at},
        lambda _user_id: SCHEDULE.c.kind.in_(ABOUT_PERSON),
    ),
)
"""Every column with people's ids, in the order in which a deletion goes through them.

A column may be in it twice: for the rows of games of theirs, and for others.
"""


def challenges_with(user_id: int) -> Select[tuple[int]]:
    """Select the challenges at which a person sits or is asked to."""
    return select(CHALLENGE_SEATS.c.challenge_id).where(CHALLENGE_SEATS.c.user_id == user_id)
