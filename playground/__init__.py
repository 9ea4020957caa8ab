"""The playground: a small Discord on this machine, for trying Tavolo and for its tests.

Read in this order: `world` (who and what there is), `strict` (what Discord refuses), `gateway`
and `rest` (what discord.py talks to) with `limits` and `faults`, `server` (their sockets); then
the page: `protocol` (what it and the server say), `sight` (what a person sees), `deeds` (what
people do, as Discord tells the bot), `desk` (the page's actions), `panes` (live views), `words`
(what the page says, by language), `page` (its socket and files); `start` puts all together for `tavolo --playground`.

Only `world` and `strict` touch simcord, the library that keeps the state. What does not belong
here: anything that the bot itself needs; a server with a token never loads this package.
"""
