"""Tests of the rules of Tablero di Berona."""
