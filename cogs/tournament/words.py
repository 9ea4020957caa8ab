"""What a tournament is called in words: its terms, its pairings, its standings."""

from collections.abc import Sequence
from typing import Final

from bot.services.tournament_view import TournamentView
from bot.text.voice import LEVEL_NAMES, Mention, Name, computer_title
from bot.tournament.standings import Standing
from data.challenges import MatchKind
from data.computers import Computer
from data.tournament_values import Format, How, PairingResult, TournamentState
from data.tournaments import StoredPairing, Tournament
from games.registry import GAMES
from games.words import Plural, Text, joined, listed

FORMATS: Final = {
    Format.ROUND_ROBIN: Text("round robin"),
    Format.SWISS: Text("Swiss"),
    Format.KNOCKOUT: Text("knockout"),
    Format.LADDER: Text("ladder"),
}
HALVES: Final = ("", "½")
QUARTERS: Final = ("", "¼", "½", "¾")

RULES: Final = {
    Format.ROUND_ROBIN: Text(
        "Everybody meets everybody once. A win is 1 point, a draw ½. Players with "
        "equal points are ordered by:\n1. **Direct encounter**: the points in the "
        "games among them.\n2. **Sonneborn-Berger**: the points of everybody you "
        "beat, and half the points of everybody you drew with."
    ),
    Format.SWISS: Text(
        "Each round, people with about as many points meet, and nobody twice. A win "
        "is 1 point, a draw ½. With an odd number of players, one of the last has a "
        "bye, which is 1 point. Players with equal points are ordered by:\n1. "
        "**Buchholz**: the points of all your opponents.\n2. **Sonneborn-Berger**: "
        "the points of everybody you beat, and half the points of everybody you drew "
        "with.\n3. **Direct encounter**: the points in the games among those who "
        "are level, if all of them met.\nA bye counts as an opponent with as many "
        "points as you."
    ),
    Format.KNOCKOUT: Text(
        "A player who loses is out. After a draw the player who did not start goes "
        "on, and the player who has started less often starts. A player who got "
        "further is ahead."
    ),
    Format.LADDER: Text(
        "Challenge somebody up to 3 places above you: if you win, you take their "
        "place, and those between move down one. After a loss or a draw nothing "
        "changes. The challenged player starts. Nobody has two games at once."
    ),
}
"""How points and ties are counted, as the page of a tournament says it."""
FAIRNESS: Final = Text(
    "A player who runs out of time forfeits the game; /away pauses your clock. A "
    "player who withdraws or leaves the server is not paired again, and their "
    "opponents win without a game. Two computers do not play each other: they draw, "
    "or the first goes on. A game that ends without a result brings nobody points."
)


def points_text(halves: int) -> str:
    """Write points that are counted in halves.

    >>> points_text(5), points_text(1), points_text(0)
    ('2½', '½', '0')
    """
    return _fraction(halves, HALVES)


def quarters_text(quarters: int) -> str:
    """Write points that are counted in quarters.

    >>> quarters_text(9), quarters_text(3)
    ('2¼', '¾')
    """
    return _fraction(quarters, QUARTERS)


def _fraction(parts: int, signs: Sequence[str]) -> str:
    whole, rest = divmod(parts, len(signs))
    return f"{whole or ''}{signs[rest]}" if parts else "0"


def player_text(player: int, names: dict[int, str]) -> Name | Text:
    """Name somebody who takes part, a computer with its level."""
    computer = Computer.of(player)
    if computer is not None:
        return computer_title(computer, names.values())
    return Name(names.get(player, "?"))


def what_text(tournament: Tournament) -> Text:
    """Say what is played: the game and the format."""
    terms = tournament.terms
    return Text(
        "{game} · {format}", game=GAMES[terms.game].about.name, format=FORMATS[terms.format]
    )


def terms_text(tournament: Tournament) -> Text:
    """Say on which terms a tournament is played."""
    terms = tournament.terms
    said = [Text("rated") if terms.rated else Text("unrated")]
    if terms.kind is MatchKind.TWO_GAME:
        said.append(Text("two games, seats swapped, points added"))
    said.append(Plural("{n} day per turn", "{n} days per turn", terms.clock_days))
    said.append(Text("running out of time forfeits"))
    said.append(Plural("{n} seat", "{n} seats", terms.seats))
    if terms.rounds is not None:
        said.append(Plural("{n} round", "{n} rounds", terms.rounds))
    if terms.level is not None and tournament.state is TournamentState.OPEN:
        said.append(Text("computers ({level}) take free seats", level=LEVEL_NAMES[terms.level]))
    return joined(said, "{one} · {two}")


def when_text(tournament: Tournament) -> Text:
    """Say when a tournament starts."""
    starts_at = tournament.terms.starts_at
    if starts_at is None:
        return Text("Starts when it is full.")
    return Text("Starts {when}, or when it is full.", when=f"<t:{starts_at}:R>")


def taking_part_text(view: TournamentView) -> Text:
    """Say who takes part."""
    there = [player_text(one.id, view.names) for one in view.taking_part]
    seats = view.tournament.terms.seats
    if not there:
        return Text("Nobody has joined yet ({all} seats).", all=seats)
    return Text(
        "Taking part ({n} of {all}): {people}",
        n=len(there),
        all=seats,
        people=listed([Text("{name}", name=one) for one in there]),
    )


def pairing_text(paired: StoredPairing, view: TournamentView, *, links: bool = True) -> Text:
    """Say who meets whom, and how it ended or where it is played.

    Without `links` for a list, in which Discord shows no names of channels.
    """
    pairing = paired.pairing
    first = player_text(pairing.first, view.names)
    if pairing.second is None:
        return Text("{n}. {player}: bye", n=pairing.board, player=first)
    couple = Text(
        "{n}. {first} vs {second}",
        n=pairing.round if view.tournament.terms.format is Format.LADDER else pairing.board,
        first=first,
        second=player_text(pairing.second, view.names),
    )
    if pairing.outcome is not None:
        ended = result_text(pairing.outcome, pairing.how)
        return Text("{couple}: {result}", couple=couple, result=ended)
    place = view.places.get(paired.id)
    if place is None or not links:
        return couple
    return Text("{couple}: {place}", couple=couple, place=f"<#{place}>")


def result_text(outcome: PairingResult, how: How | None = None) -> Text:
    """Say how a pairing ended: "1:0", and by what if it was not played out."""
    first, second = (points_text(points) for points in outcome.points)
    result = Text("{first}:{second}", first=first, second=second)
    match how:
        case How.TIMEOUT:
            return Text("{result} (on time)", result=result)
        case How.ABSENT:
            return Text("{result} (not played)", result=result)
        case How.CORRECTED:
            return Text("{result} (decided by a moderator)", result=result)
        case _:
            return result


def standing_text(row: Standing, view: TournamentView) -> Text:
    """Say where somebody is, and by what."""
    name = player_text(row.player, view.names)
    match view.tournament.terms.format:
        case Format.LADDER | Format.KNOCKOUT:
            said = Text("{rank}. {name}: {wins} won", rank=row.rank, name=name, wins=row.wins)
        case Format.ROUND_ROBIN:
            said = Text(
                "{rank}. {name}: {points} · Sonneborn-Berger {sonneborn}",
                rank=row.rank,
                name=name,
                points=points_text(row.points),
                sonneborn=quarters_text(row.sonneborn),
            )
        case _:
            said = Text(
                "{rank}. {name}: {points} · Buchholz {buchholz} · Sonneborn-Berger {sonneborn}",
                rank=row.rank,
                name=name,
                points=points_text(row.points),
                buchholz=points_text(row.buchholz),
                sonneborn=quarters_text(row.sonneborn),
            )
    if row.takes_part:
        return said
    return Text("{standing} (withdrawn)", standing=said)


def standings_text(rows: Sequence[Standing], view: TournamentView) -> Text:
    """Say who is ahead, line by line."""
    return joined([standing_text(row, view) for row in rows], "{one}\n{two}")


def winners_text(view: TournamentView) -> Text:
    """Say who won a tournament that is over."""
    best = [row.player for row in view.standings if row.rank == 1]
    names = [Text("{name}", name=player_text(player, view.names)) for player in best]
    if len(best) == 1:
        return Text("**{winner} has won.**", winner=names[0])
    return Text("**{winners} share the first place.**", winners=listed(names))


def correction_texts(view: TournamentView) -> list[Text]:
    """Say what moderators have decided: who, when, from what to what."""
    by_number = {one.id: one for one in view.pairings}
    said = []
    for correction in view.corrections:
        paired = by_number[correction.pairing_id]
        before = Text("no result")
        if correction.before is not None:
            before = result_text(correction.before)
        said.append(
            Text(
                "{when}, round {round}, {first} vs {second}: {before} → {after}, by {moderator}",
                when=f"<t:{correction.created_at}:f>",
                round=paired.pairing.round,
                first=player_text(paired.pairing.first, view.names),
                second=player_text(paired.pairing.second or 0, view.names),
                before=before,
                after=result_text(correction.after),
                moderator=Mention(correction.user_id),
            )
        )
    return said
