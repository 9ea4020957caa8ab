"""Boards, panels and turns in the simulated Discord."""
