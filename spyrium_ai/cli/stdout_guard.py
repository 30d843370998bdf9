"""The standard output of a command: escaped, and what comes of it where it cannot be written."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO, TypeVar, cast

import click

from spyrium_ai.util.terminal import EscapedOutput, escaped_errors

T = TypeVar("T")


class OutputError(OSError):
    """The standard output, and no other file, cannot be written to."""


class _Output(EscapedOutput):
    """The standard output, whose errors can be told from those of other files."""

    def write(self, text: str) -> int:
        return _told(lambda: super(_Output, self).write(text))

    def flush(self) -> None:
        _told(self.bare.flush)


def _told(work: Callable[[], T]) -> T:
    try:
        return work()
    except OSError as error:
        raise OutputError(error.errno, error.strerror) from error


@contextmanager
def checked_output() -> Iterator[None]:
    """Escape all that is written to stdout and stderr, and exit where stdout breaks.

    The exit code is 2, with a line on stderr; of a pipe it is 1, silently: a pipe is closed by
    whoever has read enough, as `head` does.
    """
    with escaped_errors():
        if sys.stdout is None:  # closed before the start
            yield
        else:
            with _checked():
                yield


@contextmanager
def _checked() -> Iterator[None]:
    before = sys.stdout
    if isinstance(before, io.TextIOWrapper):
        before.reconfigure(errors="backslashreplace")  # names may be in another encoding
    output = _Output(before)
    sys.stdout = cast(TextIO, output)
    try:
        try:
            yield
        finally:
            output.flush()  # not sys.stdout: click puts one there that hides a broken pipe
    except OutputError as error:
        _forget_the_rest()
        if error.errno == errno.EPIPE:
            sys.exit(1)
        click.echo(f"spyrium-ai: cannot write to the standard output: {error.strerror}", err=True)
        sys.exit(2)
    finally:
        sys.stdout = before


def _forget_the_rest() -> None:
    """Let the interpreter's end write into nothing what is still to be written."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, sys.stdout.fileno())
    os.close(nothing)
