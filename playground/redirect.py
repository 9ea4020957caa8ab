"""Where discord.py finds Discord: three addresses that lead to the playground instead.

The client itself stays as it is. Works in any process, also one that loads nothing else of the
playground. What does not belong here: the server.
"""

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_discordpy(port: int) -> None:
    """Make discord.py in this process talk to the playground at a port, for good."""
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    discord.Asset.BASE = f"http://127.0.0.1:{port}/media"
