"""The runs that can be watched: those named when the server starts, and no others."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from pathlib import Path

from starlette.requests import HTTPConnection

from spyrium_ai.match.records.record_file import JOURNAL
from spyrium_ai.match.records.under_way_files import folder_of, is_running
from spyrium_ai.util.text import shown, visible
from spyrium_ai.web.api import ApiError, Data
from spyrium_ai.web.context import Context, context_of
from spyrium_ai.web.watch.run_feed import Run

MOST_RUNS = 200  # of those that a folder holds


class WatchDesk:
    """Finds the runs in the places given at the start. A browser names them by id, not by path."""

    def __init__(self, context: Context) -> None:
        """Look for nothing yet."""
        self._places = context.watched
        self._runs: dict[str, Run] = {}
        self._lock = threading.Lock()

    def runs(self) -> list[Data]:
        """Return all runs, those that are alive first, then the newest."""
        found = [
            (is_running(run.log), _time(run.log), key, run) for key, run in self._all().items()
        ]
        found.sort(key=lambda item: item[:2], reverse=True)
        return [
            {"id": key, "name": run.name, "running": alive, "changed": round(changed)}
            for alive, changed, key, run in found
        ]

    def find(self, key: str) -> Run:
        """Return the run with this id; ApiError 404 if there is none."""
        run = self._runs.get(key) or self._all().get(key)
        if run is None:
            raise ApiError(404, f"no run {shown(key)} is watched here")
        return run

    def close(self) -> None:
        """Follow no run any more."""
        for run in self._runs.values():
            run.close()

    def _all(self) -> dict[str, Run]:
        with self._lock:
            for log, name in (each for place in self._places for each in logs_of(place)):
                key = hashlib.sha256(str(log).encode(errors="surrogateescape")).hexdigest()[:12]
                if key not in self._runs and len(self._runs) < MOST_RUNS:
                    self._runs[key] = Run(log, visible(name))
            return dict(self._runs)


def logs_of(place: Path) -> Iterator[tuple[Path, str]]:
    """Yield the game logs of a place with their names: a file, a tournament, a folder of such."""
    if not place.is_dir():
        yield place, place.name
    elif _is_tournament(place):
        yield place / JOURNAL, place.name
    else:
        for path in sorted(place.iterdir()):
            if path.is_dir() and _is_tournament(path):
                yield path / JOURNAL, path.name
            elif path.suffix == ".jsonl" and path.is_file():
                yield path, path.name


def _is_tournament(folder: Path) -> bool:
    return (folder / JOURNAL).is_file()


def _time(log: Path) -> float:
    """Return when a run has last changed, in seconds since 1970; 0 if it is gone."""
    try:
        return max(path.stat().st_mtime for path in (log, folder_of(log)) if path.exists())
    except (OSError, ValueError):
        return 0.0


def desk_of(connection: HTTPConnection) -> WatchDesk:
    """Return the desk of the server that a request or socket has come to."""
    return context_of(connection).part(WatchDesk, WatchDesk)
