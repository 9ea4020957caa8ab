"""From a row in the outbox to a message in Discord, and from a scheduled job to its handler."""
