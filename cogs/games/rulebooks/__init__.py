"""The rules of each game in our own words: one file a game, with its pages in order.

Where the printed rules leave something open, they say how the bot plays it. What does
not belong here: how pages are shown and turned (`cogs.learn.rules_pages`).
"""
