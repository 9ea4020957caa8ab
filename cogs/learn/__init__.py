"""The rules of the games, and their first lessons."""
