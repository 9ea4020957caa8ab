"""Tournaments: their cards, who joins and leaves, their results, and who manages them."""
