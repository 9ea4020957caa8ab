"""Tests of `bot.tournament`."""
