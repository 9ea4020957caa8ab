"""Many bots, one after the other, each in a process of its own that starts in no time.

`python -m tests.playground.nursery MODULE` has imported everything and forks for each line that it
reads, a JSON object with a bot's environment and its number; the bot is the module's `main`. What
takes long and would be the same for each of them is in its `warm_up`, if it has one. It answers
with lines of numbers: "number pid" when a bot's process is there, and "number pid status" when it
has ended.
"""

import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from importlib import import_module

from bot import life
from cogs import modules

STOPPED_BY_SIGNALS = life.stopped_by_signals


@contextlib.contextmanager
def listening() -> Iterator[life.Stop]:
    """Hear signals from when the bot does: before, Python itself is only just starting."""
    with STOPPED_BY_SIGNALS() as stop:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, life.STOPPING_SIGNALS)
        yield stop


def watch(number: int, environment: dict[str, str], main: Callable[[], int]) -> None:
    """Run a bot in a process, and tell when it has begun and ended."""
    signal.pthread_sigmask(signal.SIG_BLOCK, life.STOPPING_SIGNALS)
    pid = os.fork()
    if not pid:
        os.environ.update(environment)
        errors = os.open(environment["PLAYGROUND_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(errors, 2)
        life.stopped_by_signals = listening
        sys.exit(main())
    tell(f"{number} {pid}")
    _, status = os.waitpid(pid, 0)
    tell(f"{number} {pid} {os.waitstatus_to_exitcode(status)}")


def reap() -> None:
    """Let those go that have watched a bot to its end."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def tell(line: str) -> None:
    # Where nobody listens any more, nobody has to know.
    with contextlib.suppress(BrokenPipeError):
        os.write(1, f"{line}\n".encode())


if __name__ == "__main__":
    program = import_module(sys.argv[1])
    for name in modules():
        import_module(name)
    if hasattr(program, "warm_up"):
        program.warm_up()
    for line in sys.stdin:
        reap()
        asked = json.loads(line)
        if not os.fork():
            watch(asked["number"], asked["environment"], program.main)
            os._exit(0)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
