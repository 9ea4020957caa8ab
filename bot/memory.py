"""What the process does with memory: when it looks for garbage, and what it returns to the system."""

import ctypes
import gc
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from discord.ext import commands

USUAL_COLLECTIONS: Final = gc.get_threshold()
"""After how many new objects Python looks for garbage."""
STARTING_OBJECTS: Final = 100_000
"""After how many it does while the bot starts."""
LARGE_BYTES: Final = 2 * 1024 * 1024
"""From this size on a block of memory is the system's again as soon as it is freed."""
TRIMMED_BYTES: Final = 8 * 1024 * 1024
"""How much free memory each thread keeps for its smaller blocks; with less, pictures take a third longer."""
_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
"""The numbers of the parameters in glibc's malloc.h."""


def return_large_blocks() -> None:
    """Return large blocks of memory to the system as soon as they are freed; on Linux with glibc.

    Parts of boards are drawn four times as large. Left to itself, glibc keeps the blocks of such
    drawings for later ones, in each thread: after some hours of play these were 50 MB.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES)
            mallopt(_M_TRIM_THRESHOLD, TRIMMED_BYTES)


def collect_rarely() -> None:
    """Look for garbage rarely while a bot starts, until `spare_collections` ends it.

    A start makes hundreds of thousands of objects that stay: to look through them again and again
    was a third of its time.
    """
    gc.set_threshold(STARTING_OBJECTS, *USUAL_COLLECTIONS[1:])


def spare_collections(bot: "commands.AutoShardedBot") -> None:
    """Exclude from garbage collection what is there once the bot is ready, for that stays.

    Modules, commands and servers are some hundred thousand objects: to look through all of them
    kept the event loop for 100 ms every hundred moves or so. Nothing is collected before, which
    would keep it as long.
    """

    async def settled() -> None:
        bot.remove_listener(settled, "on_ready")
        gc.freeze()
        gc.set_threshold(*USUAL_COLLECTIONS)

    bot.add_listener(settled, "on_ready")
