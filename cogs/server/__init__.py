"""What concerns a server or a person and not one game: settings, lists, help."""
