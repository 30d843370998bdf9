from __future__ import annotations

from pathlib import Path

import pytest

from spyrium_ai.match.records.record import Ply
from spyrium_ai.match.records.under_way_files import (
    RUN,
    FaultNote,
    GameUnderWay,
    Head,
    RunNote,
    dumped,
    folder_of,
    game_files,
    part_line,
    read_run,
)
from spyrium_ai.util.json_fields import FieldError

HEAD = dumped(vars(Head("1.1", 1, 1, "now", ("a\x1b", "b"), ("", "nodes 5"))))
FIRST = part_line([Ply(0, "start:1:E1")], [])
SECOND = part_line([Ply(1, "pass", 5.0, 7, (500, 500))], [FaultNote(2, 2, "crash", "\x1b[2J")])


def test_lines_are_taken_when_they_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "1.jsonl"
    path.write_bytes(HEAD + FIRST + SECOND[:9])
    reader = GameUnderWay(path)
    assert reader.update()
    assert reader.head is not None
    assert reader.head.players == (r"a\x1b", "b")
    assert not reader.update()
    path.write_bytes(HEAD + FIRST + SECOND)
    assert reader.update()
    assert reader.plies == [Ply(0, "start:1:E1"), Ply(1, "pass", 5.0, 7, (500, 500))]
    assert reader.faults == [FaultNote(2, 2, "crash", r"\x1b[2J")]
    assert reader.count == 1


def test_a_file_that_is_begun_anew_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "1.jsonl"
    path.write_bytes(HEAD + FIRST + SECOND)
    reader = GameUnderWay(path)
    reader.update()
    path.write_bytes(HEAD + FIRST)
    assert reader.update()
    assert (len(reader.plies), reader.faults, reader.count) == (1, [], 2)


@pytest.mark.parametrize(
    "content",
    [
        b"[]\n",
        b"nonsense\n",
        HEAD.replace(b'"nodes 5"', b"") + FIRST,
        HEAD.replace(b',"nodes 5"', b"") + FIRST,
        HEAD + b"{}\n",
        HEAD + b"[]\n",
        HEAD + FIRST.replace(b"[null]", b"[]"),
        HEAD + FIRST.replace(b"[0]", b"[-1]"),
        HEAD + SECOND.replace(b'"ply":2', b'"ply":"2"'),
        b"x" * 2**22,
    ],
)
def test_what_is_no_game_under_way(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "1.jsonl"
    path.write_bytes(content)
    with pytest.raises(FieldError):
        GameUnderWay(path).update()


def test_only_files_of_games_are_named(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    assert game_files(log) == {}
    folder_of(log).mkdir()
    for name in ("12.jsonl", "3.jsonl", "x.jsonl", "4.json", RUN, ".jsonl", "²2.jsonl"):
        (folder_of(log) / name).touch()
    assert game_files(log) == {
        3: folder_of(log) / "3.jsonl",
        12: folder_of(log) / "12.jsonl",
    }


@pytest.mark.parametrize("content", [b"", b"[]", b'{"games":1}', b"x" * 2**21])
def test_a_run_that_says_nothing_readable(tmp_path: Path, content: bytes) -> None:
    log = tmp_path / "games.jsonl"
    folder_of(log).mkdir()
    (folder_of(log) / RUN).write_bytes(content)
    assert read_run(log) is None


def test_names_of_a_run_are_printable(tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    folder_of(log).mkdir()
    (folder_of(log) / RUN).write_bytes(RunNote("\x1b", 1, 2, ("\n",)).to_line())
    assert read_run(log) == RunNote(r"\x1b", 1, 2, (r"\n",))
