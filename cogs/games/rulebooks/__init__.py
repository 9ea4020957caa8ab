"""The rules of each game in our own words: one file a game, with its pages in order.

Every reading that the rulebooks leave open stands in them, as the bot plays it. What does
not belong here: how pages are shown and turned (`cogs.learn.rules_pages`).
"""
