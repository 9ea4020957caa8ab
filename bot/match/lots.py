"""From what the chance of a match's games follows: what a card promises, and what is drawn from it.

The host's part is a secret for each challenge, drawn when the challenge is made. What it promises
is on the card before anybody accepts; each game of the match has a secret of its own, since
that of the first is public while the second runs. What does not belong here: how numbers follow
(`games.lots`), and when games start (`bot.match.setup`).
"""

from data.challenges import Challenge, MatchKind
from data.computers import Computer
from data.stored import StoredGame
from games.chance import FairSource, Source
from games.lots import WORD_LENGTH, Lots, commitment, event_source, game_secret, seed_for
from games.registry import GAMES


def promised(challenge: Challenge) -> tuple[str, ...]:
    """Return the commitments of a challenge's games, one each: what its card shows."""
    games = 2 if challenge.terms.kind is MatchKind.TWO_GAME else 1
    return tuple(_commitment(challenge, number) for number in range(1, games + 1))


def lots_of(challenge: Challenge, number: int, first: int | None) -> Lots:
    """Return from what the chance of a game of a match follows; its card has been posted.

    `first` is the place on the card of who starts; None where the seats are drawn.
    """
    return Lots(
        id=_game_id(challenge, number),
        card=str(challenge.card_id),
        players=tuple(map(_named, challenge.sitting)),
        words=tuple(challenge.words.get(player) for player in challenge.sitting),
        first=first,
        commitment=_commitment(challenge, number),
        secret=_secret(challenge, number),
    )


def tidy_word(typed: str | None) -> str | None:
    r"""Return the word that somebody typed as a record can hold it; None if nothing is left.

    >>> tidy_word("  a  pear\n"), tidy_word("\u200b ")
    ('a pear', None)
    """
    printable = "".join(letter if letter.isprintable() else " " for letter in typed or "")
    return " ".join(printable.split())[:WORD_LENGTH].strip() or None


def source_of(game: StoredGame, q: int) -> Source:
    """Return the numbers of a game's event `q`."""
    if game.lots is None:
        return FairSource(bytes.fromhex(game.secret), str(game.id), q)
    return event_source(game.lots.key, q)


def seed_of(game: StoredGame, purpose: str, q: int | None = None) -> str:
    """Return what a computer's choice after the event `q` of a game is drawn from (None: now).

    Nobody can know it before the secret is public, and it says nothing of the dice.
    """
    key = bytes.fromhex(game.secret) if game.lots is None else game.lots.key
    return seed_for(key, purpose, game.seq if q is None else q)


def _commitment(challenge: Challenge, number: int) -> str:
    terms = challenge.terms
    options = GAMES[terms.game].options_of(terms.options)
    game_id, secret = _game_id(challenge, number), _secret(challenge, number)
    return commitment(terms.game, terms.seats, options, game_id, secret)


def _game_id(challenge: Challenge, number: int) -> str:
    return f"{challenge.id}-{number}"


def _secret(challenge: Challenge, number: int) -> str:
    return game_secret(bytes.fromhex(challenge.secret), number)


def _named(player: int) -> str:
    """Name a player as records do: a person by the id that Discord shows, a computer by its strength."""
    computer = Computer.of(player)
    return str(player) if computer is None else f"computer-{computer.strength}-{computer.number}"
