"""Tests of `bot.delivery`."""
