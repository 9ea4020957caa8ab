"""Tests of the pictures of Tablero di Berona."""
