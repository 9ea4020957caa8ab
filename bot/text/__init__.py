"""From a text of the games or the bot to what a person reads."""
