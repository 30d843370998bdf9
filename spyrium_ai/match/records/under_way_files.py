"""What a run publishes of its games under way beside its game log, and how it is read."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from io import FileIO
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from spyrium_ai.match.records.record import COLUMNS, Ply
from spyrium_ai.util.bounded_read import LONGEST_LINE, read_whole
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import Whole, convert, decode
from spyrium_ai.util.text import visible

RUN = "run.json"  # describes the run, which holds a lock on it as long as it lives
LARGEST_RUN = 2**20  # bytes; an event of 1,000 players has 50 kB


@dataclass(frozen=True)
class RunNote:
    """A run: its name, '' for a match; the games in all, unless a test ends it; its players."""

    name: str
    games: Whole
    seats: Annotated[int, Meta(ge=2, le=5)]
    players: tuple[str, ...]

    def to_line(self) -> bytes:
        """Return the note as `read_run` reads it."""
        return dumped(asdict(self))


@dataclass(frozen=True)
class Head:
    """Which game is under way: `players` and `limits` are by seat, `started` is in UTC.

    There is no seed in it: the deals to come would follow from it.
    """

    id: str
    game: Whole
    block: Whole
    started: str
    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=5)]
    limits: tuple[str, ...]


@dataclass(frozen=True)
class FaultNote:
    """A fault of a game under way; the record of the finished game says more."""

    seat: Whole
    ply: Whole
    kind: str
    reason: str


@dataclass(frozen=True)
class _Part:
    """What has been added to a game."""

    plies: tuple[Ply, ...]
    faults: tuple[FaultNote, ...]


def part_line(plies: Sequence[Ply], faults: Sequence[FaultNote]) -> bytes:
    """Return what is new of a game as a line of its file."""
    columns: dict[str, Any] = {name: [ply[i] for ply in plies] for i, name in enumerate(COLUMNS)}
    return dumped(columns | {"faults": [asdict(fault) for fault in faults]})


def folder_of(log: Path) -> Path:
    """Return the folder beside a game log in which its games under way are."""
    return log.with_name(f"{log.name}.under-way")


def is_running(log: Path) -> bool:
    """Return whether a run that writes this game log is alive."""
    try:
        number = os.open(folder_of(log) / RUN, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(number, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(number)
    return False


def read_run(log: Path) -> RunNote | None:
    """Return what the run says of itself; None where it says nothing that can be read."""
    try:
        note = convert(decode(read_whole(folder_of(log) / RUN, LARGEST_RUN)), RunNote)
    except (OSError, UsageError, FieldError):
        return None
    return replace(note, name=visible(note.name), players=tuple(map(visible, note.players)))


def game_files(log: Path) -> dict[int, Path]:
    """Return the files of the games under way by the numbers of the games."""
    try:
        names = os.listdir(folder_of(log))
    except OSError:
        return {}
    numbers = sorted(int(name[:-6]) for name in names if _is_game(name))
    return {number: folder_of(log) / f"{number}.jsonl" for number in numbers}


def _is_game(name: str) -> bool:
    stem = name.removesuffix(".jsonl")
    return stem != name and stem.isascii() and stem.isdigit() and len(stem) < 10


class GrowingFile:
    """A file that others add lines to, and may begin anew under the same name.

    `count` rises whenever it begins anew. The file stays open, so that no other one can be taken
    for it: the number of a removed file is given to a new one at once.
    """

    def __init__(self, path: Path) -> None:
        """Open nothing yet."""
        self.path = path
        self.count = 0
        self.offset = 0
        self._file: FileIO | None = None

    def more(self, most: int = LONGEST_LINE) -> bytes:
        """Return whole lines that are new, some `most` bytes at a time; b'' if there are none.

        Raises:
            OSError: the file cannot be read, as when it has been removed.
            FieldError: a line has more than `most` bytes.
        """
        there = self.path.stat()
        if self._file is None or not _is_same(there, os.fstat(self._file.fileno()), self.offset):
            self.close()
            self._file = FileIO(self.path, opener=_without_waiting)
            self.count += 1
            self.offset = 0
        self._file.seek(self.offset)
        content = self._file.read(most) or b""
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and len(content) == most:
            raise FieldError("", f"a line has more than {most:,} bytes")
        self.offset += len(whole)
        return whole

    def close(self) -> None:
        """Close the file; the next reading begins anew."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __del__(self) -> None:
        """Close the file of a reader that is given up."""
        self.close()


def _is_same(there: os.stat_result, here: os.stat_result, offset: int) -> bool:
    is_one = (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)
    return is_one and there.st_size >= offset


def _without_waiting(path: str, flags: int) -> int:
    """Open a file as an `opener` of `open`; a pipe would be waited for."""
    return os.open(path, flags | os.O_NONBLOCK)


class GameUnderWay:
    """A game as far as its file tells it; `update` reads what has been added.

    `head` is None until the beginning is there. `count` rises whenever the file begins anew.
    """

    def __init__(self, path: Path) -> None:
        """Read nothing yet."""
        self._file = GrowingFile(path)
        self.count = 0
        self.head: Head | None = None
        self.plies: list[Ply] = []
        self.faults: list[FaultNote] = []

    def update(self) -> bool:
        """Read whole lines that are new; return whether there were any.

        Raises:
            OSError: the file cannot be read, as when the game has ended.
            FieldError: it is not such a file.
        """
        lines = self._file.more()
        if self.count != self._file.count:
            self.count = self._file.count
            self.head, self.plies, self.faults = None, [], []
        for line in lines.splitlines():
            self._take(decode(line))
        return bool(lines)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _take(self, data: Any) -> None:
        if self.head is None:
            head = convert(data, Head)
            if len(head.limits) != len(head.players):
                raise FieldError("limits", f"{len(head.limits)} items")
            self.head = _shown(head)
            return
        if not isinstance(data, dict) or not all(isinstance(data.get(n), list) for n in COLUMNS):
            raise FieldError("", "not a part of a game")
        try:
            data["plies"] = list(zip(*(data[name] for name in COLUMNS), strict=True))
        except ValueError:
            raise FieldError("", "columns of unequal lengths") from None
        part = convert(data, _Part)
        self.plies += part.plies
        self.faults += [
            replace(fault, kind=visible(fault.kind), reason=visible(fault.reason))
            for fault in part.faults
        ]


def _shown(head: Head) -> Head:
    return replace(
        head,
        id=visible(head.id),
        started=visible(head.started),
        players=tuple(map(visible, head.players)),
        limits=tuple(map(visible, head.limits)),
    )


def dumped(data: object) -> bytes:
    """Return data as one line of JSON in ASCII."""
    return json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"
