"""The migrations of the database, applied by `data.engine` at every start."""
