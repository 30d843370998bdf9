"""Files of game records: written line by line so that nothing finished is lost, read with care."""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, cast

from spyrium_ai.errors import UsageError
from spyrium_ai.fields import FieldError
from spyrium_ai.records import GameRecord

GZIP = b"\x1f\x8b"


class RecordError(ValueError):
    """A line that is no record: `line` is its number, `field` the field that is wrong, or ''."""

    def __init__(self, line: int, reason: str, field: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.field = field


def check_new(path: Path) -> None:
    """Raise UsageError where a new file of records cannot be made under this path."""
    if path.exists() or path.is_symlink():
        raise UsageError(f"'{path}' exists already")
    if not path.parent.is_dir():
        raise UsageError(f"no directory '{path.parent}' to write '{path.name}' to")
    if path.suffix == ".gz":
        raise UsageError(f"'{path}': records are written as plain text; compress them afterwards")


class RecordWriter:
    """A new file that games are added to; each is on the disk when `add` returns."""

    def __init__(self, path: Path) -> None:
        """Make the file; UsageError where it exists or cannot be made."""
        check_new(path)
        try:
            self._file = path.open("xb")
        except OSError as error:
            raise UsageError(f"'{path}' cannot be made: {error.strerror}") from None

    def add(self, record: GameRecord) -> None:
        """Write one game."""
        write_record(self._file, record)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def write_record(file: BinaryIO, record: GameRecord) -> None:
    """Write a game as a line at the end of the file; it is on the disk when this returns."""
    file.write(record.to_line().encode("ascii") + b"\n")
    file.flush()
    os.fsync(file.fileno())


def scan_records(path: Path) -> Iterator[tuple[int, GameRecord | RecordError]]:
    """Yield line number and game for every line of a file, an error where it holds no game.

    Files compressed by gzip are read too. UsageError: the file cannot be read.
    """
    number = 0
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, 1):
                yield number, _parse(number, line)
    except (EOFError, zlib.error) as error:
        yield number + 1, RecordError(number + 1, f"the compressed file is damaged here: {error}")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror or error}") from None


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the games of a file; RecordError at the first line that holds none."""
    for _, record in scan_records(path):
        if isinstance(record, RecordError):
            raise record
        yield record


def _opened(path: Path) -> BinaryIO:
    with path.open("rb") as file:
        is_gzip = file.read(2) == GZIP
    return cast(BinaryIO, gzip.open(path, "rb")) if is_gzip else path.open("rb")


def _parse(number: int, line: bytes) -> GameRecord | RecordError:
    try:
        return GameRecord.from_line(line.decode("ascii").rstrip("\n"))
    except FieldError as error:
        if not line.endswith(b"\n") and not error.field:
            return RecordError(number, "torn: the line breaks off before its end")
        return RecordError(number, str(error), error.field)
    except UnicodeDecodeError:
        return RecordError(number, "not a game: it holds bytes outside ASCII")
