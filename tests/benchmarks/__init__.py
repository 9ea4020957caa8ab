"""How fast the parts that must be fast are, next to a well-known yardstick in the same run.

`uv run pytest tests/benchmarks --benchmark-enable` measures; without the switch every
benchmark runs once, as a plain test.
"""
