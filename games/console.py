"""Standard output as it is found: a pipe on Windows knows few signs, and has to take any text.

What does not belong here: what is printed.
"""

import io
import sys


def escape_unknown_signs() -> None:
    """Write signs that the encoding of a standard stream lacks as escapes, not as an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
