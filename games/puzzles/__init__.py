"""Puzzles: positions of finished games of computers in which one turn is clearly the best.

A game's puzzles are in its own folder (`puzzles.json`); a game without that file has none.
`games.puzzles.puzzle` says what a puzzle is, `games.puzzles.shelf` reads the files,
`games.puzzles.search` finds puzzles, and `python -m games.puzzles make GAME` writes a file. What does
not belong here: whose turn it is to solve one, and when (`bot.services.puzzles`).
"""
