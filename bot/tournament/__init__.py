"""Tournaments: who meets whom in the next round, and who is ahead. Knows no Discord and no database.

Values in, values out (`data.tournament_values`). What does not belong here: when a round is paired,
and what is stored (`bot.services.tournaments`).
"""
