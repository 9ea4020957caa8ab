"""Tests of the pictures of MatriO."""
