"""Run migrations on the connection that `data.engine` hands over, in its transaction."""

from alembic import context

from data.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # SQLite alters tables by copying them.
    render_as_batch=True,
)
context.run_migrations()
