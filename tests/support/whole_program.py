"""Run the whole program in this process, with streams that say whether they are a terminal."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from spyrium_ai.cli import main


class Ran(NamedTuple):
    code: object
    out: str
    err: str


class _Stream(io.TextIOWrapper):
    """A text stream with bytes beneath, as those of a process are."""

    def __init__(self, text: str = "", *, is_terminal: bool = False) -> None:
        super().__init__(
            io.BytesIO(text.encode(errors="surrogateescape")),
            "utf-8",
            "surrogateescape",
            write_through=True,
        )
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    @property
    def text(self) -> str:
        self.flush()
        content = self.buffer
        assert isinstance(content, io.BytesIO)
        return content.getvalue().decode(errors="surrogateescape")


def run_main(*words: object, typed: str = "", is_terminal: bool = False) -> Ran:
    """Return the exit code of `spyrium-ai WORDS` and what it wrote, through all that guards it."""
    source, out, err = (_Stream(text, is_terminal=is_terminal) for text in (typed, "", ""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["spyrium-ai", *map(str, words)])
        for name, stream in (("stdin", source), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as ended:
            main()
    return Ran(ended.value.code, out.text, err.text)
