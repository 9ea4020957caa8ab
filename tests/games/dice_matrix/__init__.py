"""Tests of the rules of Dice Matrix."""
