"""Tests of `bot.workers`."""
