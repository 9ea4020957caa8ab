"""Tests of the rules of MatriO."""
