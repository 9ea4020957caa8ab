"""Tests of the rules of Dicefest."""
