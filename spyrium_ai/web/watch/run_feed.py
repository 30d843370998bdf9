"""A run followed for those who look at it, and what each of them is sent."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from spyrium_ai.match.records.under_way_files import (
    RUN,
    folder_of,
    game_files,
    is_running,
    read_run,
)
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import decode
from spyrium_ai.web.api import Data, dumped
from spyrium_ai.web.sockets import Push
from spyrium_ai.web.watch.live_board import LiveBoard
from spyrium_ai.web.watch.log_tally import LogTally

EVERY = 0.5  # seconds between two looks at the files
MOST_GAMES = 64  # under way, that are followed
RATED = 120.0  # seconds over which games are counted for the rate


class Run:
    """A run: its files are looked at by one thread, as long as somebody looks at the run."""

    def __init__(self, log: Path, name: str) -> None:
        """Read nothing yet."""
        self.log = log
        self.name = name
        self._tally = LogTally(log)
        self._boards: dict[int, LiveBoard] = {}
        self._total: int | None = None
        self._ends: deque[tuple[float, int]] = deque()
        self._viewers: list[Viewer] = []
        self._lock = threading.Lock()  # held while the files are read, and by whoever asks
        self._woken = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, viewer: Viewer) -> None:
        """Begin to send to a viewer."""
        with self._lock:
            self._viewers.append(viewer)
            if self._thread is None:
                self._thread = threading.Thread(target=self._follow, name="watch", daemon=True)
                self._thread.start()

    def drop(self, viewer: Viewer) -> None:
        """Send to a viewer no longer."""
        with self._lock:
            if viewer in self._viewers:
                self._viewers.remove(viewer)
        self._woken.set()

    def wake(self) -> None:
        """Look at the files at once."""
        self._woken.set()

    def line_of(self, game: int) -> str | None:
        """Return one of the newest finished games as the game log has it."""
        with self._lock:
            record = self._tally.find(game)
        return record.to_line() if record else None

    def close(self) -> None:
        """End the thread."""
        with self._lock:
            self._viewers.clear()
        self._woken.set()
        if (thread := self._thread) is not None:
            thread.join()
        self._tally.close()

    def _follow(self) -> None:
        while True:
            with self._lock:
                if not self._viewers:
                    self._thread = None
                    return
                is_behind = self._tally.update(EVERY / 2)
                self._look()
                sections = self._sections(is_behind=is_behind)
                for viewer in self._viewers:
                    viewer.send(sections, self._boards, self._tally)
            self._woken.wait(0.01 if is_behind else EVERY)
            self._woken.clear()

    def _look(self) -> None:
        """Look at the games under way."""
        files = game_files(self.log) if is_running(self.log) else {}
        for number in self._boards.keys() - files.keys():
            self._boards.pop(number).close()
        for number, path in list(files.items())[:MOST_GAMES]:
            board = self._boards.setdefault(number, LiveBoard(path))
            try:
                board.update()
            except OSError:  # it has ended just now
                self._boards.pop(number).close()

    def _sections(self, *, is_behind: bool) -> dict[str, str]:
        boards = [self._boards[number] for number in sorted(self._boards)]
        parts = {
            "run": self._run_data(is_behind=is_behind),
            "standings": self._tally.standings(),
            "live": [board.summary() for board in boards if board.is_shown],
            "faults": list(self._tally.faults),
            "finished": self._tally.games(),
        }
        return {name: dumped(part) for name, part in parts.items()}

    def _run_data(self, *, is_behind: bool) -> Data:
        runs, note = is_running(self.log), read_run(self.log)
        if note is not None:
            self._total = note.games
        state = "running" if runs else "ended"
        if not runs and (folder_of(self.log) / RUN).exists():
            state = "killed"
        return {
            "name": (note and note.name) or self.name,
            "state": state,
            "games": self._total,
            "finished": self._tally.finished,
            "rate": self._rate(is_behind=is_behind) if runs else None,
            "reading": is_behind,
            "bad": self._tally.bad,
        }

    def _rate(self, *, is_behind: bool) -> float | None:
        """Return the finished games a minute, None while too little has been seen."""
        now = time.monotonic()
        if is_behind:
            self._ends.clear()
            return None
        self._ends.append((now, self._tally.finished))
        while self._ends[0][0] < now - RATED:
            self._ends.popleft()
        (first, before), (last, after) = self._ends[0], self._ends[-1]
        if last - first < 5 or after <= before:
            return None
        return round(60 * (after - before) / (last - first), 1)


class Viewer:
    """One browser that looks at a run: it is sent what has changed, and the game it has chosen."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._push: Push | None = None
        self._lock = threading.Lock()
        self._sent: dict[str, str] = {}
        self._game: int | None = None
        self._shown = (0, 0)  # the count of the chosen game's file, and the plies that were sent

    def subscribe(self, push: Push) -> Callable[[], None]:
        """Take the function that sends a text; return what ends the sending."""
        self._push = push
        self._run.add(self)
        return lambda: self._run.drop(self)

    def receive(self, text: str) -> None:
        """Take the choice of a game, `{"game": 24}`; what is none is passed over."""
        try:
            data: Any = decode(text)
        except FieldError:
            return
        if isinstance(data, dict) and isinstance(data.get("game"), int | None):
            with self._lock:
                self._game, self._shown = data.get("game"), (0, 0)
            self._run.wake()

    def send(self, sections: dict[str, str], boards: dict[int, LiveBoard], tally: LogTally) -> None:
        """Send what the browser does not have yet."""
        with self._lock:
            self._send_sections(sections)
            self._send_game(boards, tally)

    def _send_sections(self, sections: dict[str, str]) -> None:
        new = {name: text for name, text in sections.items() if self._sent.get(name) != text}
        if new and self._push is not None:
            self._sent |= new
            parts = ",".join(f'"{name}":{text}' for name, text in new.items())
            self._push(f'{{"type":"state",{parts}}}')

    def _send_game(self, boards: dict[int, LiveBoard], tally: LogTally) -> None:
        """Send what is new of the chosen game."""
        game = self._game
        if game is None or self._push is None:
            return
        board = boards.get(game)
        if board is None or not board.is_shown:
            self._tell_end(game, tally)
            return
        count, plies = self._shown
        first = plies if count == board.count else 0
        if (board.count, board.plies) != self._shown:
            self._push(dumped({"type": "game", **board.since(first)}))
            self._shown = (board.count, board.plies)

    def _tell_end(self, game: int, tally: LogTally) -> None:
        """Tell once that the chosen game is under way no longer."""
        record = tally.find(game)
        ending = next((item["result"] for item in tally.games() if item["game"] == game), "")
        if self._push is not None:
            scores = record.scores if record else None
            end = {"type": "end", "game": game, "result": ending, "scores": scores}
            self._push(dumped(end))
        self._game = None
