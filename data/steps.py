"""The steps from one version of the tables to the next, applied by Alembic.

Loaded only where a step is missing or somebody asks: Alembic takes its time to load. What does not
belong here: the steps themselves (`data.migrations`).
"""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from data.engine import DatabaseUnusable

MIGRATIONS = "data:migrations"
"""Where Alembic finds the migrations: a folder of this package."""


def after(current: str | None) -> list[str]:
    """List the migrations after the one that was applied last, oldest first.

    Raises DatabaseUnusable for one that this version does not know.
    """
    script = ScriptDirectory.from_config(_configuration())
    revisions = [revision.revision for revision in script.walk_revisions()][::-1]
    if current is None:
        return revisions
    if current not in revisions:
        wrong = f"was made by a newer version of Tavolo (migration {current})"
        remedy = "Install that version, or put a backup from before in its place"
        raise DatabaseUnusable(wrong, remedy)
    return revisions[revisions.index(current) + 1 :]


def upgrade(connection: Connection, current: str | None) -> None:
    """Apply the migrations that are missing after `current`. Raises DatabaseUnusable as `after`."""
    if after(current):
        configuration = _configuration()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "head")


def _configuration() -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", MIGRATIONS)
    configuration.set_main_option("path_separator", "os")
    return configuration
