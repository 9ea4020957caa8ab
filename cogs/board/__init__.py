"""The board message: how it looks, what it says, and taking a turn."""
