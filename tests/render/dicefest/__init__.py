"""Tests of the pictures of Dicefest."""
