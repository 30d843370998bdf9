"""Measure how much processor time the commands take to start.

In tests/, `python -m support.startup_benchmark [RUNS]` prints the median of RUNS runs, by default
7, in seconds of processor time with child processes: `--help` of the program and of every command,
and `match human heuristic` up to its first screen.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from support.program import PROGRAM, environment

from spyrium_ai.cli import cli

FIRST_SCREEN = ("match", "human", "heuristic")  # whose input ends at once


def processor_seconds(words: Sequence[str]) -> float:
    """Return the processor time of a run of the program, in seconds; its input is empty."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [*PROGRAM, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            env=environment(),
            check=True,
        )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def command_lines() -> list[tuple[str, ...]]:
    """Return the command lines that are measured."""
    with cli.make_context("spyrium-ai", [], resilient_parsing=True) as context:
        names = cli.list_commands(context)
    return [("--help",), *((name, "--help") for name in names), FIRST_SCREEN]


def main() -> None:
    """Measure each command line in turn, and print the medians as they come."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    for words in command_lines():
        seconds = statistics.median(processor_seconds(words) for _ in range(runs))
        print(f"{seconds:6.3f} s  spyrium-ai {' '.join(words)}", flush=True)


if __name__ == "__main__":
    main()
