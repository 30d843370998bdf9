"""Reading files that may be anything: limits for a line, a file and a wait."""

from __future__ import annotations

import gzip
import os
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from support.pipes import piped

from spyrium_ai.match.game_reader import MOST_FOREIGN
from spyrium_ai.util import bounded_read
from spyrium_ai.util.bounded_read import MEBIBYTE, read_lines, read_whole, rereadable
from spyrium_ai.util.errors import UsageError

LINES = [b"%d" % number * 1000 + b"\n" for number in range(200)]
Reader = Callable[[Path], object]


def lines_of(path: Path) -> list[bytes]:
    return list(read_lines(path))


def copied(path: Path) -> None:
    with rereadable(path):
        pass


def content_of(path: Path) -> bytes:
    return read_whole(path, MEBIBYTE)


READERS = (lines_of, content_of)


@pytest.mark.parametrize("packed", [b"".join, lambda lines: b"".join(map(gzip.compress, lines))])
def test_lines_of_files_and_pipes(tmp_path: Path, packed: Callable[[list[bytes]], bytes]) -> None:
    path = tmp_path / "x"
    path.write_bytes(packed(LINES))
    assert lines_of(path) == LINES
    with piped(packed(LINES)) as pipe:
        assert lines_of(pipe) == LINES


def test_an_empty_file_and_an_empty_pipe(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    assert lines_of(tmp_path / "x") == []
    with piped(b"") as pipe:
        time.sleep(0.05)  # its writer has ended before it is opened again
        assert lines_of(pipe) == []


def test_a_line_that_is_too_long(tmp_path: Path) -> None:
    path, short, long = tmp_path / "x", b"{}\n", 16 * MEBIBYTE
    path.write_bytes(gzip.compress(short + bytes(long), 1))
    tracemalloc.start()
    with pytest.raises(UsageError, match="x': line 2 is longer than 4 MiB, the limit for a line"):
        lines_of(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * MEBIBYTE  # less than the line
    path.write_bytes(bytes(bounded_read.LONGEST_LINE))
    assert len(lines_of(path)) == 1


def test_a_file_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    path.write_bytes(gzip.compress(b"".join(LINES)))
    size = len(b"".join(LINES))
    monkeypatch.setattr(bounded_read, "LARGEST_LOG", size)
    assert lines_of(path) == LINES
    monkeypatch.setattr(bounded_read, "LARGEST_LOG", size - 1)
    limit = f"more than {size - 1} bytes, the limit for a file"
    with pytest.raises(UsageError, match=rf"x' holds {limit}, when unpacked"):
        lines_of(path)
    path.write_bytes(bytes(MEBIBYTE))
    assert len(content_of(path)) == MEBIBYTE
    path.write_bytes(bytes(MEBIBYTE + 1))
    with pytest.raises(UsageError, match="x' is larger than 1 MiB, the limit for such a file"):
        content_of(path)
    with piped(b"".join(LINES)) as pipe, pytest.raises(UsageError, match=f"holds {limit}"):
        copied(pipe)


@pytest.mark.parametrize("read", [*READERS, copied])
@pytest.mark.parametrize("name", ["/dev/zero", "/dev/urandom", "/dev/null"])
def test_devices(read: Reader, name: str) -> None:
    with pytest.raises(UsageError, match=f"'{name}' is a device, not a file or a pipe"):
        read(Path(name))


@pytest.mark.parametrize("read", [*READERS, copied])
def test_a_socket(read: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # its path must be short
    with socket.socket(socket.AF_UNIX) as there:
        there.bind("x")
        with pytest.raises(UsageError, match="'x' is a socket or a device"):
            read(Path("x"))


@pytest.mark.parametrize("read", READERS)
def test_a_folder(read: Reader, tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read(tmp_path)


@pytest.mark.parametrize("read", [*READERS, copied])
def test_a_named_pipe_without_a_writer(
    read: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_read, "WRITER_WAIT", 0.01)
    os.mkfifo(tmp_path / "x")
    with pytest.raises(
        UsageError, match=r"x' is a pipe that nobody has opened to write for 0.01 s"
    ):
        read(tmp_path / "x")


@pytest.mark.parametrize("read", [*READERS, copied])
def test_a_silent_writer(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_read, "SILENCE", 0.01)
    source, target = os.pipe()
    os.write(target, b"{}\n")
    with pytest.raises(UsageError, match=r" is a pipe that has been silent for 0.01 s"):
        read(Path(f"/dev/fd/{source}"))
    os.close(source)
    os.close(target)


def test_a_writer_of_a_named_pipe_that_comes_late(tmp_path: Path) -> None:
    path = tmp_path / "x"
    os.mkfifo(path)

    def write() -> None:
        time.sleep(0.1)  # the reader looks more than once
        with path.open("wb", buffering=0) as file:
            for line in LINES[:3]:
                time.sleep(0.02)
                file.write(line)

    writer = threading.Thread(target=write)
    writer.start()
    assert lines_of(path) == LINES[:3]
    writer.join()


def test_only_a_pipe_is_copied(tmp_path: Path) -> None:
    path = tmp_path / "x"
    for each in (path, tmp_path):
        with rereadable(each) as same:
            assert same == each
    with piped(b"".join(LINES)) as pipe, rereadable(pipe) as copy:
        assert copy.name == pipe.name
        assert lines_of(copy) == lines_of(copy) == LINES
    assert not copy.exists()
    with (
        piped(b"") as pipe,
        pytest.raises(UsageError, match=f"^'{pipe}' is none$"),
        rereadable(pipe) as copy,
    ):
        raise UsageError(f"'{copy}' is none")


def test_the_documented_limits() -> None:
    text = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="ascii")
    table = text.partition("## Limits")[2].partition("\n## ")[0]
    for row in (
        f"| a line of a game log | {bounded_read.LONGEST_LINE // MEBIBYTE} MiB",
        f"| a game log, unpacked | {bounded_read.LARGEST_LOG // (1024 * MEBIBYTE)} GiB",
        f"| lines at the beginning that hold no game | {MOST_FOREIGN:,} |",
        f"| a saved game | {bounded_read.LARGEST_SAVED_GAME // MEBIBYTE} MiB |",
        f"| a TOML file (event, engine entry) | {bounded_read.LARGEST_TOML // MEBIBYTE} MiB |",
        f"| the weights of the evaluation | {bounded_read.LARGEST_WEIGHTS // MEBIBYTE} MiB packed",
        f"| a named pipe that nobody opens to write | {bounded_read.WRITER_WAIT:g} s |",
        f"| a pipe that is open but silent | {bounded_read.SILENCE:g} s |",
    ):
        assert row in table
