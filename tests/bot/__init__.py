"""Tests of the application: configuration, logging, the command line, matches and delivery."""
