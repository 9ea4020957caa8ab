"""What holds for all tests."""

from hypothesis import settings

# How long an example takes says how busy the machine is; the benchmarks tell what is slow.
settings.register_profile("tavolo", deadline=None)
settings.load_profile("tavolo")
