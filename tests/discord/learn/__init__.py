"""Rules and lessons in the simulated Discord."""
