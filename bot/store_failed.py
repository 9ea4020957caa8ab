"""What cogs may know of the database: that it could not be reached, which is of no person's doing.

It is not in the tree of `bot.errors`, which worker processes load: they do without a database.
"""

from data.engine import DatabaseError

StoreFailed = DatabaseError
"""What is raised where the database cannot be reached."""
