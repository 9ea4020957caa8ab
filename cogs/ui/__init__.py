"""What all cogs build with: routing of clicks, components, responses, the panel of a move."""
