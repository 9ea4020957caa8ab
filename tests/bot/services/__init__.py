"""Tests of `bot.services`."""
