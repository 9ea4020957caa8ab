"""Challenges in the simulated Discord."""
