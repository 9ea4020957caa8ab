"""The rules of the games, pure: no Discord, no clock, no translation; files only on the command line.

Read in this order: `words` (texts that are translated later), `errors`, `game` (what a
game is), `chance` (verifiable dice), `line` (a game as the events that made it), the folder of
one game (its rules, notation, words and choices), `registry` (all games), `record` (their
portable text form), `fairness` (checking a record's chance), `__main__` (the command line). Nothing here imports anything but the
standard library.
"""
