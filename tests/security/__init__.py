"""Abuse of the bot, kind by kind: what people may not learn, gain, or do to others."""
