"""Tests of the store: real database files, and PostgreSQL where an address is given."""
