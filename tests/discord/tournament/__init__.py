"""Tests of `cogs.tournament` through the simulated Discord."""
