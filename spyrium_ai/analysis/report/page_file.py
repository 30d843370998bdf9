"""The file of a page: whole or not at all, and nothing else is overwritten."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from spyrium_ai.analysis.report.page import GENERATOR
from spyrium_ai.match.records.record_file import journal_file
from spyrium_ai.util.atomic_write import behind_links, write_atomically
from spyrium_ai.util.errors import UsageError

_HEAD = 2000  # bytes in which a page says what made it


def check_page(path: Path, journals: Sequence[Path], force: bool) -> None:
    """Raise UsageError where no page can or should be written.

    Args:
        path: where the page is to be.
        journals: what it is made from; none of them is ever overwritten.
        force: whether another file may be overwritten than a page of ours.
    """
    if path.is_dir():
        raise UsageError(f"'{path}' is a directory")
    if not path.parent.is_dir():
        raise UsageError(f"no directory '{path.parent}' to write '{path.name}' to")
    try:
        behind_links(path)
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from None
    if not path.exists():
        return
    if not path.is_file():
        raise UsageError(f"'{path}' is not a regular file")
    if any(file.exists() and path.samefile(file) for file in map(journal_file, journals)):
        raise UsageError(f"'{path}' is one of the files to read")
    if not (force or is_page(path)):
        raise UsageError(f"'{path}' exists and is not a report; use --force to overwrite it")


def is_page(path: Path) -> bool:
    """Return whether the file is a page that was made here."""
    try:
        with path.open("rb") as file:
            return f'content="{GENERATOR}"'.encode() in file.read(_HEAD)
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror}") from None


def write_page(path: Path, text: str) -> int:
    """Write the page and return its bytes; a page that was there stays until the new one is."""
    content = text.encode(errors="backslashreplace")  # a title can be typed in another encoding
    try:
        write_atomically(path, content)
    except OSError as error:
        raise UsageError(f"'{path}' cannot be written: {error.strerror}") from None
    return len(content)
