"""Workers of a cluster that wait with their tasks, so that they can be killed amid one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from support.dask_cluster import DaskCluster
from support.program import wait_until

# Dask may execute it twice in one process.
PRELOAD = """
import itertools
import time
from pathlib import Path
from spyrium_ai.util.cluster.worker import WorkerSession

if not hasattr(WorkerSession, "run_at_once"):
    WorkerSession.run_at_once = WorkerSession.run
begun = itertools.count()

def run_when_open(self, task):
    waits = next(begun) >= {free}
    while waits and not Path({gate!r}).exists() and not self.is_closing:
        time.sleep(0.02)
    return self.run_at_once(task)

WorkerSession.run = run_when_open
"""


def gate(folder: Path, free: int = 0) -> tuple[Path, tuple[str, str]]:
    """Return a file, and the options of workers that wait for it.

    Args:
        folder: where the file will be.
        free: the number of tasks that each worker does without waiting.
    """
    file, preload = folder / "open", folder / "gated.py"
    preload.write_text(PRELOAD.format(gate=str(file), free=free))
    return file, ("--preload", str(preload))


@contextmanager
def when(is_so: Callable[[], bool], act: Callable[[], None], file: Path) -> Iterator[None]:
    """Call the function from another thread when it is so, and then open the gate `file`.

    Raises what was raised there; the gate opens all the same, or the run would wait for ever.
    """

    def wait_and_act() -> None:
        try:
            wait_until(is_so)
            act()
        finally:
            file.touch()

    with ThreadPoolExecutor(1) as director:
        directed = director.submit(wait_and_act)
        yield
        directed.result()


@contextmanager
def killing_one_of_two(dask: DaskCluster, file: Path) -> Iterator[None]:
    """Kill a worker with its nanny amid a task once both have had one; let the other go on."""

    def kill_one() -> None:
        # Any of them: a task that did not have to wait may have ended in the meantime.
        dask.kill_within_a_game(min(dask.pids()), group=True)

    with when(lambda: len(dask.busy()) == 2, kill_one, file):
        yield
    assert len(dask.pids()) == 1
