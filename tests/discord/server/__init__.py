"""Servers, settings and lists in the simulated Discord."""
