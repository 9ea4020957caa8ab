"""Tests of the pictures of Dice Matrix."""
