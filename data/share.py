"""Shares: which servers a process serves, where several work with one database.

Discord's rule decides: a server belongs to the shard `(server >> 22) % shards`, and what belongs to
no server (people, direct messages, the installation itself) to shard 0. No row says whose it is: the
server that it is about does, so shards may move from process to process at any time. What does not
belong here: connecting shards (`bot.app`).
"""

from dataclasses import dataclass
from typing import Final

SHARD_SHIFT: Final = 22
"""How many bits of a server's id come before those that choose its shard."""
NOWHERE: Final = 0
"""The server of what belongs to none; by the rule it is in shard 0."""


@dataclass(frozen=True, slots=True)
class Share:
    """The shards of a process, among `count` of all processes.

    >>> Share(16, frozenset({0, 1, 2, 3})).has(5 << 22)
    False
    """

    count: int = 1
    ids: frozenset[int] = frozenset({0})

    @property
    def is_whole(self) -> bool:
        """Whether there is no other process."""
        return len(self.ids) == self.count

    @property
    def name(self) -> str:
        """The shards in words, the same in every process that has them; empty for all.

        >>> Share(16, frozenset({0, 1, 2, 5})).name
        '0-2,5/16'
        """
        if self.is_whole:
            return ""
        firsts = sorted(each for each in self.ids if each - 1 not in self.ids)
        lasts = sorted(each for each in self.ids if each + 1 not in self.ids)
        runs = zip(firsts, lasts, strict=True)
        told = ",".join(f"{one}" if one == last else f"{one}-{last}" for one, last in runs)
        return f"{told}/{self.count}"

    def has(self, guild_id: int) -> bool:
        """Tell whether a server is served here."""
        return (guild_id >> SHARD_SHIFT) % self.count in self.ids

    @property
    def has_common(self) -> bool:
        """Whether what belongs to no server is done here."""
        return self.has(NOWHERE)


WHOLE: Final = Share()
"""The share of a process that is alone."""
