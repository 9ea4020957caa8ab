"""What can be done with a running or finished game."""
