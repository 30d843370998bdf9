"""The engine under test: one process, and methods to talk with it.

Unlike `EngineClient` it can also send what no runner sends, does not rely on any answer, and raises
a `Finding` instead of a fault. Every wait has an absolute deadline.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable
from dataclasses import dataclass

from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.new_game import new_game_command
from spyrium_ai.engine.protocol.option import parse_option, setoption_command
from spyrium_ai.match.engine_player import check_options
from spyrium_ai.match.player import Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.engine_process import End, EngineProcess, Line
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.tools.doctor.testbed.finding import Finding, Level, breach, fault
from spyrium_ai.tools.doctor.testbed.positions import why_illegal
from spyrium_ai.util.text import shorten_middle

MATCH = Timeouts()  # how long a match waits
LONGEST_SHOWN = 160  # characters of a line in a reason


class StartFailure(Finding):
    """The engine does not start: no check can be run."""


@dataclass(frozen=True)
class Reply:
    """A `bestmove`: the move, the seconds since the last command, and the lines before it."""

    move: str
    seconds: float
    lines: tuple[str, ...] = ()


class EngineUnderTest:
    """An engine and, while it runs, its process.

    All methods that talk with it raise a `Finding` if it misbehaves. `patience` is the timeout of
    answers that no other limit covers, in seconds.
    """

    def __init__(self, spec: PlayerSpec, patience: float) -> None:
        self.spec = spec
        self.patience = patience
        self.greeting: tuple[str, ...] = ()  # all lines until it was ready
        self.start_seconds = 0.0
        self.round = 0  # how many times the check has been run before
        self.options: dict[str, Option] = {}  # those with a valid declaration
        self.last = ""  # the last command, and when it was sent
        self.sent_at = 0.0
        self._process: EngineProcess | None = None
        self._deadline = 0.0

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """The id of the process, which is also that of its group and its session."""
        return self._running().pid

    def start(self) -> None:
        """Start a process, after ending the old one, and set the options of the spec.

        Raises:
            StartFailure: no `spyriumok`, or no `readyok` after the options.
            UsageError: the spec sets an option that the engine does not have.
        """
        self.close()
        try:
            self._process = EngineProcess(self.spec.command)
        except (OSError, ValueError) as error:  # ValueError: a NUL in the command
            raise StartFailure(Level.FAIL, f"cannot be started: {error}", "crash") from None
        try:
            self._greet()
        except Finding as finding:
            hint = "; is every line flushed at once?" if finding.fault == "stall" else ""
            raise StartFailure(Level.FAIL, finding.reason + hint, finding.fault) from None

    def close(self) -> None:
        """End the process and its children, if it runs."""
        if self._process:
            with contextlib.suppress(Finding):
                self.send("quit")
            self._process.close(MATCH.quit, MATCH.term)
            self._process = None

    def limit(self, seconds: float) -> None:
        """Let every later wait end within so many seconds from now."""
        self._deadline = time.monotonic() + seconds

    def log(self) -> tuple[str, ...]:
        """Return the last lines of its stdin, stdout and stderr; empty without a process."""
        return self._process.log() if self._process else ()

    def send(self, line: str) -> None:
        """Send a line."""
        self.send_bytes(line.encode("ascii") + b"\n")

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are, whole lines or not."""
        text = data.decode("ascii", "backslashreplace")
        self.last = text.removesuffix("\n").rpartition("\n")[2]
        self.sent_at = time.monotonic()
        if not self._running().write_bytes(data, self._by(self.patience)):
            raise fault("stall", "does not read its input")

    def end_input(self) -> None:
        """Close its stdin."""
        self.last = "(the end of input)"
        self._running().close_input()

    def line(self, seconds: float) -> Line | None:
        """Return the next line it writes, None if there is none within so many seconds."""
        item = self._running().next_line(self._by(seconds))
        if isinstance(item, End):
            raise self._ended(item)
        return item

    def listen(self, seconds: float, *words: str) -> list[Line]:
        """Return the lines of so many seconds, ending early at one that begins with such a word."""
        by = self._by(seconds)
        lines: list[Line] = []
        while (item := self.line(by - time.monotonic())) is not None:
            lines.append(item)
            if begins(item.text, *words) or item.at > by:
                break
        return lines

    def until(self, *words: str, seconds: float | None = None) -> list[Line]:
        """Return the lines up to one that begins with one of the words."""
        lines = self.listen(self.patience if seconds is None else seconds, *words)
        if not lines or not begins(lines[-1].text, *words):
            waited = time.monotonic() - self.sent_at
            raise fault("stall", f"no `{words[0]}` within {waited:.1f} s of `{short(self.last)}`")
        return lines

    def ready(self) -> list[str]:
        """Wait until it has finished everything sent; return the lines it wrote meanwhile."""
        last = self.last
        self.send("isready")
        self.last = last  # the command to name if something is wrong
        return [line.text for line in self.until("readyok")[:-1]]

    def settle(self) -> None:
        """Wait until it has finished everything sent; any line it writes is a finding."""
        for line in self.ready():
            after = f"`{short(self.last)}`"
            if begins(line, "error"):
                raise fault("protocol", f"answered '{short(line)}' to {after}")
            raise breach(f"wrote '{short(line)}', unasked, after {after}")

    def ask(self, command: str) -> str | None:
        """Return the answer, one line that begins with the command, or None if it gives none."""
        self.send(command)
        answers = self.ready()
        return answers[0] if len(answers) == 1 and begins(answers[0], command) else None

    def set_option(self, name: str, value: str | None) -> None:
        """Set an option, or press a button (None)."""
        self.send(setoption_command(name, value))

    def new_game(self, players: int, seat: int = 1) -> None:
        """Begin a new game."""
        self.send(new_game_command(players, seat))
        self.settle()

    def set_position(self, turn: Turn) -> None:
        """Set the position, and check that it is accepted."""
        self.send(f"position {turn.text}")
        self.settle()

    def choose(self, turn: Turn, limits: str, seconds: float | None = None) -> Reply:
        """Ask for a move in the position, and check that it is legal."""
        self.set_position(turn)
        reply = self.go(limits, seconds)
        legal_or_fault(reply.move, turn)
        return reply

    def go(self, limits: str, seconds: float | None = None) -> Reply:
        """Return its answer to `go`, legal or not; it has so many seconds."""
        self.begin(limits)
        return self.best_move(seconds)

    def begin(self, limits: str) -> None:
        """Send `go` and do not wait; an unexpected answer before it is a fault."""
        for item in self.listen(0.0):
            if begins(item.text, "bestmove", "error"):
                raise fault("protocol", f"wrote '{short(item.text)}' before `go`")
        self.send(f"go {limits}".rstrip())

    def best_move(self, seconds: float | None = None) -> Reply:
        """Return the answer to the last command; it has so many seconds from now."""
        *lines, answer = self.until("bestmove", "error", seconds=seconds)
        move = move_of(answer.text)
        return Reply(move, answer.at - self.sent_at, tuple(line.text for line in lines))

    def stop(self, seconds: float) -> Reply:
        """Stop the search, and return its answer; it has so many seconds."""
        self.send("stop")
        return self.best_move(seconds)

    def wait_for_end(self, seconds: float) -> tuple[str, list[str]]:
        """Return how it ended, '' if it still runs after so many seconds, and its last lines."""
        process = self._running()
        status = process.exit_status(seconds)
        process.wait_for_end_of_output(0.1)
        lines = []
        while isinstance(item := process.next_line(0.0), Line):
            lines.append(item.text)
        return status, lines

    def _greet(self) -> None:
        """Read its identity, and set the options of the spec."""
        begin = time.monotonic()
        seconds = max(MATCH.start, self.patience)
        self.limit(seconds)
        self.send("spyrium")
        greeting = self.until("spyriumok", seconds=seconds)
        self.start_seconds = greeting[-1].at - begin
        self.options = _declared(line.text for line in greeting)
        check_options(self.spec, self.options)
        for name, value in self.spec.options:
            self.set_option(name, value)
        self.greeting = (*(line.text for line in greeting), *self.ready())
        if refusal := next((line for line in self.greeting if begins(line, "error")), ""):
            raise fault("protocol", f"answered '{short(refusal)}' to its start")

    def _running(self) -> EngineProcess:
        assert self._process is not None  # noqa: S101 (the runner starts it)
        return self._process

    def _by(self, seconds: float) -> float:
        """Return the time so many seconds from now, or the limit if that is earlier."""
        return min(time.monotonic() + seconds, self._deadline)

    def _ended(self, end: End) -> Finding:
        if end.is_flood:
            return fault("protocol", end.reason)
        status = self._running().exit_status(MATCH.term)
        self._running().wait_for_end_of_output(MATCH.term)
        after = f" after `{short(self.last)}`"
        return fault("crash", (status or f"{end.reason}, and still runs") + after)


def move_of(answer: str) -> str:
    """Return the move of an answer to `go`; raise a fault if it is not `bestmove M`."""
    words = answer.split()
    if len(words) != 2 or words[0] != "bestmove":
        raise fault("protocol", f"answered '{short(answer)}', not `bestmove M`")
    return words[1]


def legal_or_fault(move: str, turn: Turn) -> None:
    """Raise a fault if the move is not legal in the position."""
    if move not in turn.legal:
        raise fault("illegal", why_illegal(move[:LONGEST_SHOWN], turn))


def begins(line: str, *words: str) -> bool:
    """Return whether the first word of the line is one of these."""
    return line.split(None, 1)[:1] in [[word] for word in words]


def short(text: str) -> str:
    """Return the text; of a long one the middle is left out."""
    return shorten_middle(text, LONGEST_SHOWN)


def _declared(lines: Iterable[str]) -> dict[str, Option]:
    """Return the options with a valid declaration; a check reports the others."""
    options = {}
    for line in lines:
        if begins(line, "option"):
            with contextlib.suppress(ValueError):
                option = parse_option(line)
                options[option.name] = option
    return options
