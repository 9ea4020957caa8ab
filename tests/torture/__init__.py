"""Torture: the real bot, people who play, and everything that can break, breaking.

`python -m tests.torture` runs Tavolo as a child process on the playground's Discord. Several games
of every kind are played at the same time, and at random instants processes are killed or stopped,
Discord fails, answers get lost, the gateway drops, the disk is full, the clock jumps. Between the
storms there is calm: then all that must be true of the database, of what is in Discord and of
what people were told is looked at (`invariants`).

Read in this order: `faults` (what can break, drawn from a seed), `control` and `bot_process` (the
child, its clock and its disk), `runner` (starts and ends it), `seen` (what was posted in Discord),
`panels`, `tables` and `people` (who plays), `stored` and `invariants` (what must be true), `storm`
with `patience` (all of it together), `worlds` (several of them at the same time), `__main__` (the command).

**What a seed repeats**: the faults, with all that belongs to each of them, and how they are grouped
into storms; which tables are opened, on which terms; the dice of a process by its number. What it
does not: the instants, down to the millisecond, at which they meet the bot, for these are processes
that the operating system schedules. So a seed finds the same kind of failure again in a few
runs, though not always in the first.

The time of the bot and of its Discord passes faster than outside (`PACE`): a message that is tried
again after 5 seconds is tried again in a fraction of one.
"""
