"""One cog a game: its commands, and what its UI needs to know."""
