"""What months and quarters are called."""

from bot.match.season_dates import Season
from data.servers import SeasonLength
from games.words import Text


def season_name(season: Season) -> Text:
    """Name a month or a quarter.

    >>> from games.words import english
    >>> english(season_name(Season(SeasonLength.QUARTER, 2026, 4)))
    'Q4 2026'
    """
    year = str(season.year)
    if season.length is SeasonLength.QUARTER:
        return Text("Q{n} {year}", n=season.number, year=year)
    months = (
        Text("January {year}", year=year),
        Text("February {year}", year=year),
        Text("March {year}", year=year),
        Text("April {year}", year=year),
        Text("May {year}", year=year),
        Text("June {year}", year=year),
        Text("July {year}", year=year),
        Text("August {year}", year=year),
        Text("September {year}", year=year),
        Text("October {year}", year=year),
        Text("November {year}", year=year),
        Text("December {year}", year=year),
    )
    return months[season.number - 1]
