"""Input and output of a person: lines on two streams, a terminal or not."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Sequence
from typing import TextIO

from spyrium_ai.game.text.style import Style
from spyrium_ai.human.line_completion import completing
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.terminal import bare, escaped
from spyrium_ai.util.text import visible


class TerminalIO:
    """Prints and asks, line by line; every output is flushed at once."""

    def __init__(
        self, source: TextIO | None = None, out: TextIO | None = None, style: Style | None = None
    ) -> None:
        """Use these streams, by default stdin and stdout, and the style that `out` can show.

        Raises:
            UsageError: stdin or stdout was closed before the program started.
        """
        self.source = source or sys.stdin
        out = out or sys.stdout
        if self.source is None or out is None:
            raise UsageError(
                "a human player needs standard input and output, but one of them is closed"
            )
        self.out = escaped(out)
        self.style = style or Style.of(self.out)
        self.is_terminal = self.out.isatty()
        if isinstance(self.source, io.TextIOWrapper):
            self.source.reconfigure(errors="replace")  # any bytes make a line
        self._passing = 0  # characters of a note that the next line replaces
        if self.source is sys.stdin and self.source.isatty() and self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415 (lets `input` edit its line)

    @property
    def is_dialogue(self) -> bool:
        """Whether a person sits at a terminal, so that optional questions can be asked."""
        return self.is_terminal and self.source.isatty()

    def say(self, text: str = "") -> None:
        """Print lines that already fit the stream."""
        self._wipe()
        print(text, file=self.out, flush=True)

    def tell(self, text: str, hang: int = 0, indent: int = 0) -> None:
        """Print a text, wrapped to 80 characters; `indent` is for the first line."""
        self.say(self.style.wrap(text, hang, " " * indent))

    def note(self, text: str) -> None:
        """Show a text on a terminal; the next output replaces it."""
        if self.is_terminal:
            self._wipe()
            text = visible(self.style.text(text))
            print(text, end="\r", file=bare(self.out), flush=True)
            self._passing = len(text)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """Return the next line of input without its end, or None at the end of input.

        Args:
            prompt: the question.
            words: those that Tab completes at a terminal.
        """
        self._wipe()
        prompt = self.style.text(prompt)
        if self.is_dialogue and self.source is sys.stdin and self.out is sys.stdout:
            with contextlib.suppress(EOFError), completing(words):
                return input(f"{visible(prompt)} ")  # which goes around the stream
            self.say()
            return None
        print(prompt, end=" " if self.is_dialogue else "\n", file=self.out, flush=True)
        line = self.source.readline()
        return line.rstrip("\r\n") if line else None

    def _wipe(self) -> None:
        if self._passing:
            print(" " * self._passing, end="\r", file=bare(self.out))
            self._passing = 0
