"""What happens in the transaction of an event: nothing here knows Discord."""
