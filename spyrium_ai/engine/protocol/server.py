"""Serves an engine by the text protocol: reads commands and answers them.

Three threads share the work. The caller's thread waits for the end, so that an interrupt or a
broken pipe ends the program even if the other threads hang. The reader reads the lines and, while
no search runs, executes them itself. A search has its own thread. During a search the reader
executes `stop`, `isready` and `quit`, and queues everything else; the search's thread executes the
queue after its `bestmove`.
"""

from __future__ import annotations

import contextlib
import io
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import BinaryIO, cast

from spyrium_ai.engine.base import Engine, Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.protocol.engine_errors import LONGEST_WHY, blame, why_illegal
from spyrium_ai.engine.protocol.game_state import GameState
from spyrium_ai.engine.protocol.go import parse_go
from spyrium_ai.engine.protocol.identity import identity_lines
from spyrium_ai.engine.protocol.info import info_line
from spyrium_ai.engine.protocol.lines import MAX_LINE, decode_line, encode_line
from spyrium_ai.engine.protocol.new_game import parse_new_game
from spyrium_ai.engine.protocol.option import parse_setoption
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.text import shorten, shown

# How long the end waits for a search that ignores the stop flag, in seconds.
PATIENCE = 0.5
# A wait does not end by an interrupt just before it begins, so waits are short, in seconds.
GLANCE = 0.25
# Size of the queue during a search, in bytes, and what each line counts beyond its length.
MAX_WAITING = 2**24
LINE_COST = 64


def serve(engine: Engine, stdin: BinaryIO | None = None, stdout: BinaryIO | None = None) -> None:
    """Serve the engine until `quit`, the end of input or a broken pipe.

    The engine's methods are called by one thread at a time, but not always by the same thread.
    Without streams the process's own stdin and stdout are used, and what the engine prints goes to
    stderr, the log.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(KeyboardInterrupt))
        if stdin is None:
            # A thread that still reads sys.stdin.buffer would make the interpreter fail at its end.
            stdin = io.BufferedReader(io.FileIO(0, closefd=False))
        if stdout is None:
            stdout = cast(BinaryIO, io.FileIO(1, "w", closefd=False))
            stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        _Session(engine, stdin, stdout).run()


class _Session:
    """One conversation: the state that the commands change, and the running search."""

    def __init__(self, engine: Engine, stdin: BinaryIO, stdout: BinaryIO) -> None:
        self._engine = engine
        self._stdin = stdin
        self._stdout = stdout
        self._output = threading.Lock()
        self._done = threading.Event()
        # Held until the end: unlike the lock inside an Event, it survives an interrupt of its wait.
        self._going = threading.Lock()
        self._going.acquire()
        # The lock guards everything below.
        self._lock = threading.Lock()
        self._game = GameState()
        self._told_players: int | None = None  # in the game that the engine knows, 2 to 5
        self._searcher: threading.Thread | None = None
        self._stop = StopFlag()
        self._released = threading.Event()  # an infinite search may answer
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "spyrium": self._identify,
            "isready": self._ready,
            "setoption": self._set_option,
            "newgame": self._new_game,
            "position": self._set_position,
            "go": self._go,
            "stop": self._nothing_to_stop,
            "legal": self._legal,
            "show": self._show,
            "result": self._result,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Run until the end; an interrupt is raised again when everything has ended."""
        try:
            threading.Thread(target=self._read, name="reader", daemon=True).start()
            while not self._going.acquire(timeout=GLANCE):
                pass
        finally:
            self._end()
            self._release()
            searcher = self._searcher
            if searcher is not None:
                searcher.join(PATIENCE)

    def _end(self) -> None:
        """Make `run` return."""
        self._done.set()
        with contextlib.suppress(RuntimeError):  # already released
            self._going.release()

    def _read(self) -> None:
        """Read lines until the input or the conversation ends."""
        try:
            while not self._done.is_set() and (line := self._next_line()):
                with self._lock:
                    self._receive(line)
        except (OSError, ValueError):
            pass  # stdin is unreadable or closed, which is the end of input
        finally:
            self._end()

    def _next_line(self) -> bytes:
        """Return the next line, b"" at the end of input, and only the beginning of a long line."""
        most = MAX_LINE + 2
        line = chunk = self._stdin.readline(most)
        while len(chunk) == most and not chunk.endswith(b"\n"):
            chunk = self._stdin.readline(most)
        return line

    def _receive(self, line: bytes) -> None:
        """Execute the line, or queue it if a search runs and it is not meant for one."""
        if self._searcher is None:
            self._obey(line)
            return
        match line.split():
            case [b"stop"]:
                self._release()
            case [b"isready"]:
                self._send("readyok")
            case [b"quit"]:
                self._end()
            case _ if self._waiting_bytes + len(line) + LINE_COST > MAX_WAITING:
                dropped = shown(line.decode("latin-1"))
                self._send(f"error line: the queue is full during the search, dropped {dropped}")
            case _:
                self._waiting.append(line)
                self._waiting_bytes += len(line) + LINE_COST

    def _obey(self, line: bytes) -> None:
        """Execute one command; a bad command is answered with one `error` line."""
        name = "line"
        try:
            words = decode_line(line).split(None, 1)
            if not words:
                return
            name = words[0]
            if name not in self._commands:
                name = shorten(name)
                raise ValueError(f"unknown command; one of: {' '.join(self._commands)}")
            self._commands[name](words[1] if len(words) > 1 else "")
        except ValueError as error:
            self._send(f"error {name}: {str(error)[:LONGEST_WHY]}")
        except Exception as error:  # a mistake of the engine must not end the conversation
            self._send(f"error {name}: {blame(error)}")

    def _send(self, text: str) -> None:
        """Write one line and flush it; end the conversation if nobody reads it."""
        data = memoryview(encode_line(text))
        try:
            with self._output:
                while data:
                    data = data[self._stdout.write(data) :]
                self._stdout.flush()
        except (OSError, ValueError):
            self._end()

    def _release(self) -> None:
        """Make the running search answer."""
        self._stop.set()
        self._released.set()

    def _go(self, rest: str) -> None:
        """Start a search; answer at once if only one move is legal."""
        position = self._game.position.copy()
        if position.to_move == 0:
            raise ValueError("the game is over" if position.is_over else "chance decides here")
        limits = parse_go(rest.split(), position.players)
        legal = position.legal()
        if len(legal) == 1 and not limits.infinite:
            self._send(f"bestmove {legal[0]}")
            return
        if self._told_players != position.players:  # the runner sent no `newgame`
            self._begin_game(position.players, None)
        self._stop.clear()
        self._released.clear()
        searcher = threading.Thread(
            target=self._search, args=(position, limits, legal), name="search", daemon=True
        )
        searcher.start()
        self._searcher = searcher

    def _search(self, position: Position, limits: SearchLimits, legal: list[str]) -> None:
        """Answer a `go`, then execute the queue: the body of the search's thread."""
        try:
            move = self._engine.choose(position, limits, self._stop, self._report)
            if move not in legal:
                raise ValueError(why_illegal(self._game.position, str(move)))
            answer = f"bestmove {move}"
            if limits.infinite:
                self._released.wait()
        except (Exception, SystemExit) as error:  # the runner waits for an answer
            answer = f"error go: {blame(error)}"
        with self._lock:
            self._searcher = None
            if not self._done.is_set():
                self._send(answer)
            while self._waiting and self._searcher is None and not self._done.is_set():
                line = self._waiting.popleft()
                self._waiting_bytes -= len(line) + LINE_COST
                self._obey(line)

    def _report(self, info: Info) -> None:
        """Send what the search has found."""
        if not self._done.is_set():
            self._send(info_line(info))

    def _identify(self, rest: str) -> None:
        _nothing_more(rest)
        for line in identity_lines(self._engine):
            self._send(line)

    def _ready(self, rest: str) -> None:
        _nothing_more(rest)
        self._send("readyok")

    def _set_option(self, rest: str) -> None:
        self._engine.set_option(*parse_setoption(rest))

    def _new_game(self, rest: str) -> None:
        players, seat = parse_new_game(rest.split())
        self._begin_game(players, seat)
        self._game.new_game(players)

    def _begin_game(self, players: int, seat: int | None) -> None:
        """Announce a new game to the engine, which happens before its first choice."""
        self._engine.new_game(players, seat)
        self._told_players = players

    def _set_position(self, rest: str) -> None:
        self._game.set_position(rest.split())

    def _nothing_to_stop(self, rest: str) -> None:
        _nothing_more(rest)

    def _legal(self, rest: str) -> None:
        _nothing_more(rest)
        self._send(" ".join(["legal", *self._game.position.legal()]))

    def _show(self, rest: str) -> None:
        _nothing_more(rest)
        self._send(f"position {self._game.position}")

    def _result(self, rest: str) -> None:
        _nothing_more(rest)
        position = self._game.position
        scores = position.scores() if position.is_over else ("-",)
        self._send(f"result {' '.join(map(str, scores))}")

    def _quit(self, rest: str) -> None:
        _nothing_more(rest)
        self._end()


def _nothing_more(rest: str) -> None:
    """Raise a ValueError for words after a command that takes none."""
    if rest:
        raise ValueError(f"unknown word {shown(rest.split(maxsplit=1)[0])}")
