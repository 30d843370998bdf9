"""Talk to an engine over its streams, with a limit to every wait; and an engine to talk to."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time
from typing import BinaryIO, ClassVar

from support.program import PATIENCE, environment

from spyrium_ai.engine.base import Engine, Info, Report
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import Option
from spyrium_ai.engine.protocol.server import serve
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

ODD = ("no", "raise", "exit", "illegal", "poor", "deaf", "refuse")
START = "start 2 moves setup:1:E4 deal:M1,W1,Bu.1,M2,R1,Ap,Lo,W1,N1:E3"


class Patient(Engine):
    """Searches until it is stopped or has its nodes; does odd things when an option says so."""

    name = "patient"
    options: ClassVar[tuple[Option, ...]] = (
        Option("odd", "combo", "no", choices=ODD),
        Option("level", "spin", 1, 0, 9),
        Option("clear", "button"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.games: list[tuple[int, int | None]] = []
        self.asked: list[SearchLimits] = []
        self.searching = threading.Event()
        self.finish = threading.Event()  # ends a deaf search

    def new_game(self, players: int, seat: int | None) -> None:
        if self.values["odd"] == "refuse":
            raise RuntimeError("not today")
        self.games.append((players, seat))

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        self.asked.append(limits)
        self.searching.set()
        match self.values["odd"]:
            case "raise":
                raise RuntimeError("lost\nmy way")
            case "exit":
                raise SystemExit(3)
            case "illegal":
                return "place:z9"
            case "poor":
                return "II:event:pay3"
            case "deaf":
                self.finish.wait(PATIENCE)
        move = position.legal()[-1]
        report(Info(7, 5, (400, 600), 2, 3, 1, (12.04, 9.96), (move,), "caf\u00e9\n"))
        position.apply(move)  # its own copy
        while limits.nodes is None and not stop.is_set():
            time.sleep(0.001)
        return move


class Conversation:
    """Writes lines to an engine and reads its answers; use it as a context."""

    def __init__(self, to_engine: BinaryIO, from_engine: BinaryIO) -> None:
        self.to_engine = to_engine
        self.from_engine = from_engine
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._pump = threading.Thread(target=self._read, daemon=True)
        self._pump.start()

    def _read(self) -> None:
        for line in self.from_engine:
            assert line.endswith(b"\n")
            self._lines.put(line[:-1].decode("ascii"))
        self._lines.put(None)

    def send(self, *lines: str | bytes) -> None:
        data = b"".join((x.encode() if isinstance(x, str) else x) + b"\n" for x in lines)
        self.to_engine.write(data)
        self.to_engine.flush()

    def line(self) -> str:
        """Return the next answer; "" at the end of the output."""
        return self._lines.get(timeout=PATIENCE) or ""

    def until(self, word: str) -> list[str]:
        """Return the answers up to the first that begins with the word."""
        answers = [self.line()]
        while answers[-1] and answers[-1].split()[0] != word:
            answers.append(self.line())
        assert answers[-1], f"no {word} in {answers}"
        return answers

    def ask(self, *lines: str | bytes) -> list[str]:
        """Return the answers to the lines, which start no search."""
        self.send(*lines, "isready")
        return self.until("readyok")[:-1]

    def end(self) -> list[str]:
        """Close the input; return what was still to come."""
        self.to_engine.close()
        rest = []
        while line := self.line():
            rest.append(line)
        self._pump.join(PATIENCE)
        self.from_engine.close()
        return rest


class InProcess(Conversation):
    """A conversation with an engine object, over pipes to `serve` in a thread."""

    def __init__(self, engine: Engine) -> None:
        in_read, in_write = os.pipe()
        out_read, out_write = os.pipe()
        super().__init__(os.fdopen(in_write, "wb"), os.fdopen(out_read, "rb"))
        stdin = os.fdopen(in_read, "rb")
        stdout = os.fdopen(out_write, "wb")

        def run() -> None:
            serve(engine, stdin, stdout)
            stdout.close()

        self._stdin = stdin
        self.server = threading.Thread(target=run)
        self.server.start()

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.to_engine.closed:
            self.end()
        self.server.join(PATIENCE)
        assert not self.server.is_alive()
        self._stdin.close()


def start(*command: str) -> subprocess.Popen[bytes]:
    """Start `python …`, by default the built-in engine `random`, with pipes all around."""
    return subprocess.Popen(
        [sys.executable, *(command or ("-m", "spyrium_ai", "engine", "random"))],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


class Process(Conversation):
    """A conversation with what `start` starts."""

    def __init__(self, *command: str) -> None:
        self.process = start(*command)
        assert self.process.stdin
        assert self.process.stdout
        super().__init__(self.process.stdin, self.process.stdout)  # type: ignore[arg-type]

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream
            stream.close()

    def wait(self) -> tuple[int, bytes]:
        """Return the exit code and what stood on stderr, once the process has ended."""
        code = self.process.wait(PATIENCE)
        assert self.process.stderr
        return code, b"" if self.process.stderr.closed else self.process.stderr.read()
