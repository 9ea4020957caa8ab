"""The rules: every game's own tests, and those of what all games share."""
