"""Tests of puzzles: what the files hold, how answers are judged, and how puzzles are found."""
