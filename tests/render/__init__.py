"""Pictures: what they show, that it can be read, and what they cost."""
