"""Persistence: the tables, their migrations, and the only SQL of the project.

`engine` opens the database and hands out transactions, `tables` says what is stored, and
each other module reads and writes one subject through a connection that it is given. The
caller decides what belongs into one transaction. What does not belong here: what a move
means, who may do what, and anything of Discord.
"""
