"""The playground: a Discord for any bot, its page's socket, and Tavolo in it."""
