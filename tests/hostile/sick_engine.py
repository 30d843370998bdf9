"""The misbehaving engine with more ways to misbehave: python sick_engine.py WAY AT MARK."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # it is started as a program

from support import misbehaving_search
from support.misbehaving_engine import main
from support.misbehaving_words import for_ever


def half_line() -> None:
    os.write(1, b"bestmove pla")
    for_ever()


def half_line_and_end() -> None:
    os.write(1, b"info nodes 1\nbestmo")
    os._exit(0)


def hold() -> None:
    """End, and leave a child in a session of its own, with its own mark, that holds the pipes."""
    command = [sys.executable, "-c", "import time; time.sleep(60)", f"{sys.argv[3]}-held"]
    subprocess.Popen(command, start_new_session=True)
    os._exit(1)


def stop_itself() -> None:
    os.kill(os.getpid(), 19)


misbehaving_search.ONCE.update(
    {
        "half-line": half_line,
        "half-line-and-end": half_line_and_end,
        "hold": hold,
        "stops-itself": stop_itself,
        "closes-input": lambda: os.close(0),
    }
)

if __name__ == "__main__":
    main()
