"""Days that pass in a simulated Discord, and what boards say of them.

The bot looks at its tables every few seconds, so days would be long: it sleeps through them, and
sees at its return to what fell due. Nothing of that differs from a downtime.
"""

import re

from tests.discord.simulated import Message, World


async def pass_days(world: World, days: float) -> None:
    """Pass some days, and make the bot handle what fell due."""
    await world.stop()
    await world.pass_time(days=days)
    await world.start()
    await world.pass_time(minutes=1)


def seconds(world: World) -> int:
    """Return the time in whole seconds since 1970."""
    return int(world.now.timestamp())


def until(message: Message) -> int:
    """Return the time until which a board says that there is time."""
    found = re.search(r"until <t:(\d+):f> \(<t:\1:R>\)", message.text)
    assert found is not None, message.text
    return int(found[1])
