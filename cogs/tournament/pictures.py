"""The picture of a tournament's standings: which figures are shown of a format.

How it is drawn is in `render.tournament`.
"""

from collections.abc import Sequence
from typing import Final

from bot.services.tournament_view import TournamentView
from bot.text.voice import Name, Voice
from bot.tournament.standings import Standing
from cogs.tournament.words import player_text, points_text, quarters_text
from data.tournament_values import Format
from games.words import Plural, Text
from render.scene import PlayerRow, ThemeName, TournamentTable

HEADS: Final = {
    Format.SWISS: (Text("Points"), Text("Buchholz"), Text("Sonneborn")),
    Format.ROUND_ROBIN: (Text("Points"), Text("Sonneborn")),
    Format.KNOCKOUT: (Text("Wins"), Text("Losses")),
    Format.LADDER: (Text("Wins"), Text("Losses")),
}
"""The heading above the figures in the picture."""


def table_of(
    view: TournamentView, rows: Sequence[Standing], voice: Voice, theme: ThemeName
) -> TournamentTable:
    """Return the picture of standings, with the names as `voice` writes them."""
    terms = view.tournament.terms
    note = Text("round {n} of {all}", n=view.round, all=terms.rounds or 0)
    if terms.format is Format.LADDER:
        note = Plural("{n} game", "{n} games", len(view.ended))
    return TournamentTable(
        Text("{name}", name=Name(terms.name)),
        note,
        HEADS[terms.format],
        tuple(
            PlayerRow(
                row.rank,
                voice(Text("{name}", name=player_text(row.player, view.names))),
                _figures(row, terms.format),
                gone=not row.takes_part,
            )
            for row in rows
        ),
        voice,
        theme,
    )


def _figures(row: Standing, kind: Format) -> tuple[str, ...]:
    match kind:
        case Format.SWISS:
            told = (points_text(row.buchholz), quarters_text(row.sonneborn))
        case Format.ROUND_ROBIN:
            return points_text(row.points), quarters_text(row.sonneborn)
        case _:
            return str(row.wins), str(row.losses)
    return points_text(row.points), *told
