"""Input and output of a person: lines on two streams, a terminal or not."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TextIO

from spyrium_ai.game.text.style import Style
from spyrium_ai.human.line_completion import completing
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.terminal import bare, escaped, harmless
from spyrium_ai.util.text import visible

MOST_NEWS = 40
HOME, CLEAR_LINE, CLEAR_REST = "\x1b[H", "\x1b[K", "\x1b[J"


class Window(NamedTuple):
    """The size of a terminal in characters."""

    columns: int
    rows: int


class TerminalIO:
    """Prints and asks, line by line, or draws a screen; every output is flushed at once."""

    def __init__(
        self,
        source: TextIO | None = None,
        out: TextIO | None = None,
        style: Style | None = None,
        window: Window | None = None,
    ) -> None:
        """Prepare the dialogue.

        Args:
            source: what is typed, by default stdin.
            out: where the text goes, by default stdout.
            style: by default what `out` can show.
            window: the size of the terminal, by default measured whenever it is needed.

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
        self._style = style or Style.of(self.out)
        self._window = window
        self.is_terminal = self.out.isatty()
        if isinstance(self.source, io.TextIOWrapper):
            self.source.reconfigure(errors="replace")  # any bytes make a line
        self._has_drawn = False
        self._held: list[str] | None = None  # what is said, if it is held back
        self._news: deque[str] = deque(maxlen=MOST_NEWS)  # what was said since it was last taken
        self._passing = 0  # characters of a note that the next line replaces
        if self.source is sys.stdin and self.source.isatty() and self.is_terminal:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401, PLC0415 (lets `input` edit its line)

    @property
    def is_dialogue(self) -> bool:
        """Whether a person sits at a terminal, so that optional questions can be asked."""
        return self.is_terminal and self.source.isatty()

    @property
    def window(self) -> Window | None:
        """The size of the terminal; None if nothing can be drawn in place there."""
        if not self.is_dialogue or os.environ.get("TERM") == "dumb":
            return None
        if self._window is not None:
            return self._window
        try:
            size = os.get_terminal_size(self.out.fileno())
        except (OSError, ValueError):  # a stream without a terminal below it
            return None
        return Window(*size) if min(size) > 0 else None

    @property
    def style(self) -> Style:
        """What can be shown; lines are as wide as the window, and at most 80 characters."""
        window = self.window
        if window is None or window.columns >= self._style.width:
            return self._style
        return replace(self._style, width=window.columns)

    def say(self, text: str = "") -> None:
        """Print lines that already fit the stream."""
        if self._held is not None:
            self._held += text.split("\n")
            return
        self._news.append(text)
        self._wipe()
        print(text, file=self.out, flush=True)

    def take_news(self) -> list[str]:
        """Return the texts that were said since the last call, as far as they are kept."""
        news = [text for text in self._news if text]
        self._news.clear()
        return news

    @contextlib.contextmanager
    def held(self) -> Iterator[list[str]]:
        """Hold back what is said, and give its lines; a question shows them first."""
        self._held = lines = list[str]()
        try:
            yield lines
        finally:
            self._held = None

    def draw(self, lines: Sequence[str]) -> None:
        """Replace what is on the terminal by these lines; what follows stands below them."""
        self._wipe()
        window, stream = self.window, bare(self.out)
        if not self._has_drawn and window is not None:
            stream.write("\n" * window.rows)  # what was there can still be scrolled to
            self._has_drawn = True
        drawn = "".join(f"{CLEAR_LINE}{harmless(line)}\n" for line in lines)
        print(f"{HOME}{drawn}{CLEAR_REST}", end="", file=stream, flush=True)

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

    def erase(self, rows: int) -> None:
        """Erase so many rows above the cursor of a terminal, which goes to the first of them."""
        print(f"\x1b[{rows}A\r\x1b[J", end="", file=bare(self.out), flush=True)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """Return the next line of input without its end, or None at the end of input.

        Args:
            prompt: the question.
            words: those that Tab completes at a terminal.
        """
        self._show_held()
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

    def _show_held(self) -> None:
        if self._held:
            print(*self._held, sep="\n", file=self.out, flush=True)
            self._held.clear()

    def _wipe(self) -> None:
        if self._passing:
            print(" " * self._passing, end="\r", file=bare(self.out))
            self._passing = 0
