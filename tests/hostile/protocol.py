"""Traffic to a built-in engine: it answers every command, moves are legal, it stays alive."""

from __future__ import annotations

import os
import queue
import random
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, ClassVar

from hostile.fuzzing import Fuzzer
from hostile.protocol_lines import a_line
from hostile.zygote import MEMORY, PATIENCE, kill, zygote

from spyrium_ai.engine.registry import BUILTIN

ANSWERS = ("id", "option", "spyriumok", "readyok", "info", "bestmove", "legal", "position")
STOP_AFTER = 1.0  # seconds that a search may last before it is stopped
LONGEST_ERROR = 600


class Talk:
    """A running engine, with pipes to it."""

    def __init__(self, engine: str, folder: Path) -> None:
        self.errors = folder / "stderr"
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        with self.errors.open("wb") as file:
            fds = [theirs_in, theirs_out, file.fileno()]
            self.process = zygote().start(["engine", engine], folder, MEMORY, fds)
        os.close(theirs_in)
        os.close(theirs_out)
        self._to, self._from = os.fdopen(ours_out, "wb", 0), os.fdopen(ours_in, "rb")
        self._asked = 0
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._pump = threading.Thread(target=self._read, args=[self._from], daemon=True)
        self._pump.start()

    def _read(self, stream: BinaryIO) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put(b"")

    def ask(self, text: bytes) -> list[str] | None:
        """Send text and, after it, an unknown command; return the answers before its error.

        None: there is no answer, or the output has ended.
        """
        self._asked += 1
        sign = f"sign-{self._asked}"
        answers: list[str] = []
        try:
            self._to.write(text + f"\n{sign}\n".encode())
            wait = STOP_AFTER
            while not answers or not answers[-1].startswith(f"error {sign}:"):
                try:
                    line = self._lines.get(timeout=wait)
                except queue.Empty:
                    if wait == PATIENCE:
                        return None
                    self._to.write(b"stop\n")
                    wait = PATIENCE
                    continue
                if not line:
                    return None
                answers.append(line.decode("latin-1").removesuffix("\n"))
        except BrokenPipeError:
            return None
        return answers[:-1]

    def end(self) -> tuple[int | None, str]:
        """Close the input; return the exit code (None: it had to be killed), and stderr."""
        self._to.close()
        code = zygote().exit_code(PATIENCE)
        if code is None:
            kill(self.process)
            zygote().exit_code(PATIENCE)
        self._pump.join(PATIENCE)
        self._from.close()
        return code, self.errors.read_text(errors="backslashreplace")


class Protocol(Fuzzer):
    """Sends lines of all kinds to one built-in engine."""

    short: ClassVar[int] = 15

    def __init__(self, engine: str) -> None:
        self.name = f"protocol-{engine}"
        self.engine = engine
        self.options = BUILTIN[engine]().options

    def draw(self, luck: random.Random) -> list[bytes]:
        return [a_line(self.options, luck) for _ in range(luck.choice((2, 10, 25)))]

    def check(self, parts: Sequence[bytes], folder: Path) -> str:
        talk = Talk(self.engine, folder)
        wrong = ""
        try:
            for part in parts:
                wrong = _exchange(talk, part)
                if wrong or _quits(part):
                    break
        finally:
            code, errors = talk.end()
        if "Traceback" in errors:
            return f"traceback: {errors.strip().splitlines()[-1]}\n{errors[-1500:]}"
        if code != 0:
            return f"exit code {code}\n{wrong}{errors[-1500:]}"
        return wrong


def _quits(part: bytes) -> bool:
    return any(line.split() == [b"quit"] for line in part.split(b"\n"))


def _exchange(talk: Talk, part: bytes) -> str:
    """Send some lines; return what is wrong with the answers."""
    legal = talk.ask(b"legal")
    answers = talk.ask(part)
    if answers is None or legal is None:
        return "" if _quits(part) else f"no answer\n  to {part[:300]!r}"
    wrong = [line for line in answers if not _is_answer(line)]
    if wrong:
        return f"no line of the protocol\n  {wrong[0][:300]!r} to {part[:300]!r}"
    words = [line.split() for line in part.split(b"\n")]
    goes = [line for line in words if line[:1] == [b"go"]]
    told = [line for line in answers if line.startswith(("bestmove ", "error "))]
    if len(told) < len(goes):
        return f"a go without an answer\n  {part[:300]!r}: {answers[:20]}"
    for line in answers:
        if re.match("error go: .*(Error|Exception)", line):
            return f"an error of Python: {line[:80]}\n  to {part[:300]!r}"
    if len(words) == 1 and goes:
        moves = set(legal[0].split()[1:])
        best = [line.split()[1] for line in answers if line.startswith("bestmove ")]
        if not set(best) <= moves:
            return f"a move that is not legal\n  {best} to {part[:300]!r}"
    return ""


def _is_answer(line: str) -> bool:
    if not (line.isascii() and line.isprintable()):
        return False
    if line.startswith("error "):
        return ":" in line and len(line) < LONGEST_ERROR
    return line.split(" ", maxsplit=1)[0] in {*ANSWERS, "result"}
