"""The runner's side of the text protocol: drives one engine.

Every wait has an absolute deadline, which no output of the engine moves. A mistake of the engine
raises one of the faults of `spyrium_ai.match.process.faults` and ends its process at once. `start`
starts a new one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.go import go_command
from spyrium_ai.engine.protocol.identity import Identity, parse_identity
from spyrium_ai.match.process.engine_process import End, EngineProcess, Line
from spyrium_ai.match.process.faults import (
    EngineCrash,
    EngineStall,
    FlagFall,
    PlayerFault,
    ProtocolFault,
)
from spyrium_ai.match.process.search_progress import SearchProgress, Watch
from spyrium_ai.match.process.timeouts import Timeouts

WATCH_SECONDS = 0.05  # between two calls of a watch, at most


@dataclass(frozen=True)
class Answer:
    """A `bestmove`, the seconds that it took, and what the engine last reported.

    `info` is the last `info` on the best line. `lines` are the best lines by rank: the last set
    that came whole, at most as many as `SearchLimits.multipv` asks for. Their first may be older
    than `info`, and engines without `multipv` report one line. Neither has been checked against
    the position.
    """

    move: str
    seconds: float
    info: Info | None = None
    lines: tuple[Info, ...] = ()


@dataclass
class EngineClient:
    """One engine: `start`, then the commands of the protocol as methods, and `close`.

    All methods may raise a `PlayerFault`, after they have ended the process.
    """

    command: Sequence[str]
    patience: Timeouts = field(default_factory=Timeouts)
    identity: Identity = field(default_factory=Identity, init=False)
    _process: EngineProcess | None = field(default=None, init=False, repr=False)
    _last: str = field(default="", init=False, repr=False)

    @property
    def is_running(self) -> bool:
        """Whether there is a process that has committed no fault."""
        return self._process is not None

    @property
    def pid(self) -> int | None:
        """The id of the process and of its group, or None without a process."""
        return self._process.pid if self._process else None

    @property
    def options(self) -> dict[str, Option]:
        """The options of the engine by name, as it declared them."""
        return self.identity.options

    def start(self) -> None:
        """Start the process and read its identity; a running one is ended first."""
        self.close()
        deadline = time.monotonic() + self.patience.start
        try:
            self._process = EngineProcess(self.command)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the command
            raise EngineCrash(f"cannot be started: {error}") from None
        self._send("spyrium", deadline)
        lines = self._until("spyriumok", deadline)
        try:
            self.identity = parse_identity(lines)
        except ValueError as error:
            raise self.fail(ProtocolFault, f"in answer to `spyrium`: {error}") from None

    def set_option(self, name: str, value: str | None) -> None:
        """Set an option, or press a button (None); `ready` reports a mistake."""
        self._command(f"setoption name {name}" + ("" if value is None else f" value {value}"))

    def ready(self) -> None:
        """Wait until the engine has carried out all earlier commands without an `error`."""
        deadline = time.monotonic() + self.patience.ready
        self._send("isready", deadline)
        self._until("readyok", deadline)

    def new_game(self, players: int, seat: int) -> None:
        """Announce a new game and the engine's seat."""
        self._command(f"newgame players {players} seat {seat}")

    def position(self, text: str) -> None:
        """Send `position` with a position's text, `moves` included."""
        self._command(f"position {text}")

    def go(self, limits: SearchLimits, seat: int, watch: Watch | None = None) -> Answer:
        """Ask the engine for a move of the seat, and wait for it.

        Time runs from writing `go` to reading `bestmove`. With a `watch`, an infinite search lasts
        until that ends it.

        Raises:
            FlagFall: it answered later than its movetime or clock plus the time margin.
            EngineStall: it did not answer, not even after `stop`.
            EngineCrash: its output ended.
            ProtocolFault: it answered `error`, wrote too much, or sent an unsolicited `bestmove`.
        """
        self._drop_stale()
        allowed = self._seconds(limits, seat)
        search = SearchProgress(limits.multipv, watch)
        begin = time.monotonic()
        deadline = begin + (self.patience.move if allowed is None else allowed)
        self._send(go_command(limits), deadline)
        if watch and limits.infinite:
            deadline = math.inf
        answer = self._best_move(deadline, search)
        if answer is None and search.is_stopped:
            raise self.fail(EngineStall, f"no bestmove within {self.patience.late:g} s of `stop`")
        if answer is None or answer.at > deadline:
            raise self._overdue(answer, deadline, search, is_timed=allowed is not None)
        words = answer.text.split()
        if len(words) != 2:
            raise self.fail(ProtocolFault, f"answered '{answer.text[:80]}', not `bestmove M`")
        return Answer(words[1], answer.at - begin, search.info, search.lines)

    def stop(self) -> None:
        """Tell the search to stop and answer."""
        self._command("stop")

    def ask_to_quit(self) -> None:
        """Send `quit` without waiting for the end; `close` waits."""
        if process := self._process:
            process.write("quit", time.monotonic() + 0.1)

    def close(self) -> None:
        """End the process and its whole group: `quit`, then TERM, then KILL.

        Safe while another thread waits for an answer; that thread gets a fault.
        """
        if process := self._process:
            self.ask_to_quit()
            process.close(self.patience.quit, self.patience.term)
            if self._process is process:
                self._process = None

    def terminate(self) -> None:
        """Send TERM to the whole group at once; safe while another thread waits for an answer."""
        if process := self._process:
            process.terminate()

    def kill(self) -> None:
        """Kill the whole group at once; safe while another thread waits for an answer."""
        if process := self._process:
            process.kill()

    def fail(self, kind: type[PlayerFault], reason: str) -> PlayerFault:
        """End the process; return a fault of that kind with the last lines of stdio."""
        process, self._process = self._process, None
        if process is None:
            return kind(reason, self._last)
        if kind is EngineCrash:
            process.wait_for_end_of_output(self.patience.term)
        log = process.log()
        process.close(term_seconds=self.patience.term)
        return kind(reason, self._last, log)

    def _running(self) -> EngineProcess:
        if self._process is None:
            raise EngineCrash("is not running")
        return self._process

    def _seconds(self, limits: SearchLimits, seat: int) -> float | None:
        """Return the time allowed for the move, in seconds; None if no limit is a time."""
        times = []
        if limits.movetime is not None:
            times.append(limits.movetime)
        if limits.clock is not None:
            times.append(limits.clock[seat - 1])
        return min(times) / 1000 + self.patience.margin if times else None

    def _command(self, line: str) -> None:
        """Send a command that has no answer."""
        self._send(line, time.monotonic() + self.patience.ready)

    def _send(self, line: str, deadline: float) -> None:
        self._last = line
        if not self._running().write(line, deadline):
            raise self.fail(EngineStall, "does not read its input")

    def _next(self, deadline: float) -> Line | None:
        """Return the next line that is not an `error`, or None at the deadline."""
        item = self._running().next_line(deadline)
        if isinstance(item, End):
            raise self._ended(item)
        if item is not None and _begins(item, "error"):
            raise self.fail(ProtocolFault, f"answered '{item.text[:200]}'")
        return item

    def _until(self, word: str, deadline: float) -> list[str]:
        """Return the lines up to the one with this first word; EngineStall at the deadline."""
        lines: list[str] = []
        while True:
            item = self._next(deadline)
            if item is None or item.at > deadline:
                raise self.fail(EngineStall, f"no {word} in time")
            lines.append(item.text)
            if _begins(item, word):
                return lines

    def _best_move(self, deadline: float, search: SearchProgress) -> Line | None:
        """Return the `bestmove` line, None if there is none by the deadline.

        If the watch of the search wants it to stop, the deadline is that of the answer to `stop`.
        """
        while True:
            wait = time.monotonic() + WATCH_SECONDS if search.watch else deadline
            item = self._next(min(wait, deadline))
            if item is not None and _begins(item, "bestmove"):
                return item
            now = time.monotonic() if item is None else item.at
            if now > deadline or (item is None and not search.watch):
                return None
            if search.is_to_stop(item.text if item else ""):
                self.stop()
                deadline = min(deadline, time.monotonic() + self.patience.late)

    def _drop_stale(self) -> None:
        """Drop unsolicited lines; a `bestmove` or `error` among them is a fault."""
        while (item := self._next(0.0)) is not None:
            if _begins(item, "bestmove"):
                raise self.fail(ProtocolFault, f"`{item.text[:80]}` without a `go`")

    def _overdue(
        self, answer: Line | None, deadline: float, search: SearchProgress, *, is_timed: bool
    ) -> PlayerFault:
        """Return the fault of an answer that did not come in time."""
        if not is_timed:
            return self.fail(EngineStall, f"no bestmove within {self.patience.move:g} s")
        if answer is None:
            self._running().write("stop", deadline + self.patience.late)
            answer = self._best_move(deadline + self.patience.late, search)
        if answer is None:
            return self.fail(EngineStall, "no bestmove in time, nor after `stop`")
        late = 1000 * (answer.at - deadline)
        return self.fail(FlagFall, f"time up: bestmove came {late:.0f} ms too late")

    def _ended(self, end: End) -> PlayerFault:
        """Return the fault of an engine whose output has ended."""
        if end.is_flood:
            return self.fail(ProtocolFault, end.reason)
        status = self._running().exit_status(self.patience.term)
        return self.fail(EngineCrash, status or f"{end.reason}, and still runs")


def _begins(line: Line, word: str) -> bool:
    """Return whether the word is the line's first."""
    return line.text.split(None, 1)[:1] == [word]
