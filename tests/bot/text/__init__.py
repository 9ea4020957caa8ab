"""Tests of `bot.text`."""
