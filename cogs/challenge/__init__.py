"""Proposing a game: challenges, their cards and options."""
