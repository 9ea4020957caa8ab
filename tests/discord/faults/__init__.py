"""Crashes, outages and races in the simulated Discord."""
