"""Game logs: written line by line so that no finished game is lost, and read with care."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import FileIO
from itertools import chain, islice
from pathlib import Path

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.saved_game import begins_saved_game
from spyrium_ai.match.records.saved_game import parse as parse_saved_game
from spyrium_ai.util.append_file import AppendFile, private, sync_folder
from spyrium_ai.util.bounded_read import LARGEST_SAVED_GAME, read_lines
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError

JOURNAL = "games.jsonl"  # the game log in a tournament's folder
MOST_TOLD = 5  # lines without a game that are named one by one; the rest are counted
MOST_FOREIGN = 10_000  # lines without a game at the beginning of what is still taken for a log


class RecordError(ValueError):
    """A line that holds no game: `line` is its number, `field` the wrong field, or ''."""

    def __init__(self, line: int, reason: str, field: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.field = field


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


class JournalReader:
    """The games of a log, and messages about the lines that hold none.

    `errors` are the messages, `bad` is the number of such lines. Both are complete once all games
    have been read.
    """

    def __init__(self, path: Path) -> None:
        """Take the file, or the log in a tournament's folder; UsageError: it has none."""
        self.path = journal_file(path)
        self.errors: list[str] = []
        self.bad = 0
        self._lines = scan_records(self.path)

    def count_up_to(self, most: int) -> int:
        """Return the number of lines, `most` if there are more; `games` yields these lines too.

        UsageError: the file cannot be read.
        """
        first = list(islice(self._lines, most))
        self._lines = chain(first, self._lines)
        return len(first)

    def games(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield line number and game, once.

        Raises:
            UsageError: the file cannot be read, or it has lines and none of them, or not one of
                the first `MOST_FOREIGN`, holds a game.
        """
        has_games = False
        for number, record in self._lines:
            if isinstance(record, RecordError):
                self.bad += 1
                if self.bad <= MOST_TOLD:
                    self.errors.append(f"{self.path}: {record}")
                if self.bad == MOST_FOREIGN and not has_games:
                    raise self._foreign(f"its first {MOST_FOREIGN} lines hold no game")
            else:
                has_games = True
                yield number, record
        if self.bad and not has_games:
            raise self._foreign("it holds no game")
        more = self.bad - MOST_TOLD
        if more > 0:
            hold = "line holds" if more == 1 else "lines hold"
            self.errors.append(f"{self.path}: {more} more {hold} no game")

    def _foreign(self, reason: str) -> UsageError:
        first = self.errors[0].removeprefix(f"{self.path}: ")
        return UsageError(f"'{self.path}' is not a game log: {reason}; {first}")


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


def scan_records(path: Path) -> Iterator[tuple[int, GameRecord | RecordError]]:
    """Yield the number of every line of a file, with its game or the error in it.

    A file may be compressed by gzip, and may be a pipe; a tournament's folder stands for the log in
    it. A saved game is read as a log of one game. UsageError: the file cannot be read, or it is
    larger than the limits allow.
    """
    path, number = journal_file(path), 0
    lines = read_lines(path)
    try:
        for number, line in enumerate(lines, 1):
            if number == 1 and begins_saved_game(line):
                yield 1, _saved(path, line, lines)
                return
            yield number, _parse(number, line)
    except (EOFError, zlib.error) as error:
        yield number + 1, RecordError(number + 1, f"the compressed file is damaged here: {error}")
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror or error}") from None


def _saved(path: Path, first: bytes, lines: Iterator[bytes]) -> GameRecord | RecordError:
    """Return the game of a saved game's lines."""
    content, size = [first], len(first)
    for line in lines:
        content.append(line)
        size += len(line)
        if size > LARGEST_SAVED_GAME:
            return RecordError(1, f"more than {LARGEST_SAVED_GAME:,} bytes: no saved game")
    try:
        return parse_saved_game(b"".join(content)).record(path.stem)
    except (ValueError, UsageError) as error:
        return RecordError(1, f"not a game, nor the beginning of a saved game: {error}")


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
