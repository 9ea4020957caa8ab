"""Soak: many people play for hours of the bot's time, and nothing breaks: what does the process hold?

`python -m tests.soak` starts the same bot as the torture, with the same people and no faults, and reads
at regular intervals how much memory, how many threads and open files the process has, and how
much waits in its queues. What does not belong here: whether games are right (`tests.torture`).
"""
