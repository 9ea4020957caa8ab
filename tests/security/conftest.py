"""The fixtures of the simulated Discord, for abuse that is tried there."""

from tests.discord.conftest import game, jonas, mara, migrated, world, world_of

__all__ = ["game", "jonas", "mara", "migrated", "world", "world_of"]
