"""Files without an end, and pipes without a writer, in every place that takes a file."""

from __future__ import annotations

import gzip
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from support.pipes import piped
from support.report_games import series
from support.whole_program import run_main

from spyrium_ai.match.game_reader import MOST_FOREIGN
from spyrium_ai.util import bounded_read

LOG_READERS = {
    "replay": ("replay", "LOG"),
    "verify": ("replay", "LOG", "--verify"),
    "rate": ("rate", "LOG"),
    "luck": ("luck", "LOG"),
    "report": ("report", "LOG", "--out", "page.html"),
    "event": ("report", "LOG", "--out", "page.html", "--event", "./cup.toml"),
    "regret": ("regret", "LOG", "random"),
    "loss": ("loss", "LOG", "random"),
}
EVENT = """
seed = 1
players = [{ player = "random" }, { player = "heuristic" }]
"""
READERS = {**LOG_READERS, "resume": ("match", "--resume", "LOG")}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with an event."""
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text(EVENT)


def mistake(command: str, path: object) -> str:
    """Return what a command says of a file that it refuses."""
    ran = run_main(*(path if word == "LOG" else word for word in READERS[command]))
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    return ran.err


def device() -> str:
    return "/dev/zero"


def noise() -> str:
    return "/dev/urandom"


def fifo() -> str:
    os.mkfifo("fifo")
    return "fifo"


def bound() -> str:
    with socket.socket(socket.AF_UNIX) as there:
        there.bind("socket")
    return "socket"


def folder_of_nothing() -> str:
    Path("nothing").mkdir()
    return "nothing"


def bomb() -> str:
    Path("bomb.gz").write_bytes(gzip.compress(bytes(5 * bounded_read.MEBIBYTE), 1))
    return "bomb.gz"


def long_line() -> str:
    Path("long").write_bytes(bytes(5 * bounded_read.MEBIBYTE))
    return "long"


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (device, "is a device"),
        (noise, "is a device"),
        (fifo, "nobody has opened to write for 0.01 s"),
        (bound, "is a socket"),
        (folder_of_nothing, "irectory|folder"),
        (bomb, "4 MiB, the limit for a line|not a saved game"),
        (long_line, "4 MiB, the limit for"),
    ],
)
def test_a_file_without_an_end_is_refused(
    command: str, make: Callable[[], str], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_read, "WRITER_WAIT", 0.01)
    path = make()
    said = mistake(command, path)
    assert path in said
    assert any(part in said for part in reason.split("|")), said


@pytest.mark.parametrize("command", LOG_READERS)
def test_a_log_that_unpacks_to_too_much(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    log = "".join(f"{game.to_line()}\n" for game in series(("ann", "bob"), 2))
    Path("games.gz").write_bytes(gzip.compress(log.encode()))
    monkeypatch.setattr(bounded_read, "LARGEST_LOG", 1000)
    said = mistake(command, "games.gz")
    assert "'games.gz' holds more than 1000 bytes, the limit for a file, when unpacked" in said


def test_a_pipe_with_endless_lines_that_are_no_games() -> None:
    lines = b"noise\n" * MOST_FOREIGN
    Path("noise").write_bytes(lines + b"\x00" * bounded_read.LONGEST_LINE * 2)  # never read
    with piped(lines + bytes(8)) as pipe:
        said = mistake("rate", pipe)
    assert (
        f"is not a game log: its first {MOST_FOREIGN} lines hold no game; line 1: not JSON" in said
    )
    assert f"its first {MOST_FOREIGN} lines" in mistake("rate", "noise")


TOML = {
    "an event": ("tournament", "./big.toml"),
    "the event of a report": ("report", "games.jsonl", "--out", "x.html", "--event", "./big.toml"),
    "an entry": ("match", "random", "big.toml"),
}


@pytest.mark.parametrize("command", TOML)
def test_a_toml_file_that_is_too_large(command: str) -> None:
    with Path("big.toml").open("wb") as file:
        file.truncate(2**40)  # without a block on the disk
    ran = run_main(*TOML[command])
    assert (ran.code, ran.out) == (2, "")
    assert "big.toml' is larger than 1 MiB, the limit for such a file" in ran.err


@pytest.mark.parametrize("command", TOML)
@pytest.mark.parametrize("make", [lambda path: os.symlink("/dev/zero", path), os.mkfifo])
def test_a_toml_file_that_is_none(command: str, make: Callable[[str], None]) -> None:
    make("big.toml")
    ran = run_main(*TOML[command])
    assert (ran.code, ran.out) == (2, "")
    assert "big.toml" in ran.err


def test_the_list_of_events_shows_the_beginning_of_a_line() -> None:
    Path("tournaments").mkdir()
    Path("tournaments/big.toml").write_bytes(b"# first" + b"x" * bounded_read.MEBIBYTE)
    ran = run_main("tournament", "--list")
    assert not ran.code
    assert "big" in ran.out
    assert "firstxx" in ran.out
    assert max(map(len, ran.out.splitlines())) < 300


def test_a_saved_game_that_is_too_large() -> None:
    with Path("game.json").open("wb") as file:
        file.truncate(2**40)
    said = mistake("resume", "game.json")
    assert said == "Error: 'game.json' is larger than 4 MiB, the limit for such a file\n"


def test_a_table_of_the_report_that_is_a_pipe() -> None:
    log = "".join(f"{game.to_line()}\n" for game in series(("ann", "bob"), 2))
    Path("games.jsonl").write_text(log)
    Path("tables").mkdir()
    os.mkfifo("tables/standings.csv")
    ran = run_main("report", "games.jsonl", "--out", "page.html", "--csv", "tables")
    assert (ran.code, ran.err) == (
        2,
        "Error: --csv: 'tables/standings.csv' is not a regular file\n",
    )
