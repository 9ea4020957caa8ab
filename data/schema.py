"""All tables together, whatever module they are declared in: for what goes through every one of them."""

from typing import Final

from data import (
    contact_tables,
    exploration_tables,
    import_tables,
    move_note_tables,
    poll_tables,
    process_tables,
    reach_tables,
    result_tables,
    tables,
    tournament_tables,
    weekly_tables,
)

PARTS: Final = (
    tables,
    contact_tables,
    exploration_tables,
    import_tables,
    move_note_tables,
    poll_tables,
    process_tables,
    reach_tables,
    result_tables,
    tournament_tables,
    weekly_tables,
)
"""The modules that declare tables."""
METADATA: Final = tables.METADATA
