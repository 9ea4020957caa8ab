"""Running and finished games in the simulated Discord."""
