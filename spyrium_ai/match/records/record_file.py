"""Game logs: written line by line so that no finished game is lost, and read with care."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from io import FileIO
from itertools import chain
from pathlib import Path

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.util.append_file import AppendFile, private, sync_folder
from spyrium_ai.util.bounded_read import read_lines
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError

JOURNAL = "games.jsonl"  # the game log in a tournament's folder


class RecordError(ValueError):
    """A line that holds no game: `line` is its number, `field` the wrong field, or ''."""

    def __init__(self, line: int, reason: str, field: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.field = field


Other = Callable[[Iterator[bytes]], "GameRecord | RecordError"]


def check_new(path: Path) -> None:
    """Raise UsageError if a new game log cannot be created under this path."""
    if path.exists() or path.is_symlink():
        raise UsageError(f"'{path}' already exists")
    if not path.parent.is_dir():
        raise UsageError(f"no directory '{path.parent}' to write '{path.name}' to")
    if path.suffix == ".gz":
        raise UsageError(f"'{path}': game logs are written as plain text; compress them afterwards")


class GameFile(AppendFile):
    """A file that games are added to."""

    def add(self, record: GameRecord) -> None:
        """Write a game; it is on the disk when this returns.

        Raises:
            HaltError: the disk does not take it.
        """
        self.append(record.to_line() + "\n")


class RecordWriter(GameFile):
    """A new file that games are added to; each is on the disk when `add` returns."""

    def __init__(self, path: Path) -> None:
        """Create the file; UsageError if it exists or cannot be created."""
        check_new(path)
        try:
            super().__init__(path, FileIO(path, "x", opener=private))
            sync_folder(path.parent)
        except OSError as error:
            raise UsageError(f"'{path}' cannot be created: {error.strerror}") from None


def journal_file(path: Path) -> Path:
    """Return the path of a file, or of the game log in a tournament's folder.

    UsageError: the folder has none.
    """
    if not path.is_dir():
        return path
    file = path / JOURNAL
    if not file.is_file():
        raise UsageError(f"the folder '{path}' is not a tournament's: it has no '{JOURNAL}'")
    return file


def scan_records(
    path: Path, other: Other | None = None
) -> Iterator[tuple[int, GameRecord | RecordError]]:
    """Yield the number of every line of a file, with its game or the error in it.

    A file may be compressed by gzip, and may be a pipe; a tournament's folder stands for the log in
    it.

    Args:
        path: the file.
        other: reads the lines of a file of one object over many lines, which is no game log.

    Raises:
        UsageError: the file cannot be read, or it is larger than the limits allow.
    """
    path, number = journal_file(path), 0
    lines = read_lines(path)
    try:
        for number, line in enumerate(lines, 1):
            if other is not None and number == 1 and line.strip() == b"{":
                yield 1, other(chain([line], lines))
                return
            yield number, _parse(number, line)
    except (EOFError, zlib.error) as error:
        yield number + 1, RecordError(number + 1, f"the compressed file is damaged here: {error}")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror or error}") from None


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the games of a file; UsageError names the first line that holds none."""
    for _, record in scan_records(path):
        if isinstance(record, RecordError):
            raise UsageError(f"'{path}': {record}")
        yield record


def _parse(number: int, line: bytes) -> GameRecord | RecordError:
    try:
        return GameRecord.from_line(line.decode("ascii").rstrip("\n"))
    except FieldError as error:
        if not line.endswith(b"\n") and not error.field:
            return RecordError(number, "torn: the line breaks off before its end")
        return RecordError(number, str(error), error.field)
    except UnicodeDecodeError:
        return RecordError(number, "not a game: it holds bytes outside ASCII")
