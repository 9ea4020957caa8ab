"""A first lesson for each game: exercises on real positions, and what to say to each answer.

`lesson` has the values and the judging; then one file a game, named after its key, with its
lesson as data (`LESSON`). What does not belong here: panels, pictures and buttons (`cogs`).
"""
