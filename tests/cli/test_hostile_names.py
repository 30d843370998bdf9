"""Hostile names of files and words of the command line: they are escaped where they are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.hostile import EVIL, EVIL_LINES, check_output
from support.report_games import series, write
from support.whole_program import run_main

pytestmark = pytest.mark.usefixtures("folder")
# What is wrong, or soon done, whether there is a file NAME or not.
LINES = [
    *("replay NAME", "replay NAME --verify", "replay . --game NAME", "replay NAME --again"),
    *(
        "rate NAME",
        "rate . NAME",
        "luck NAME",
        "regret NAME random",
        "loss NAME random",
        "tournament NAME",
    ),
    *("report NAME --out x", "report . --out NAME", "report . --out x --csv NAME"),
    *("report . --out x --event NAME", "report . --out x --anchor NAME=0"),
    *("match random NAME", "match random random --out NAME", "match --resume NAME"),
    *("doctor NAME", "engine NAME", "NAME", "perft NAME 3"),
    *("rate . --anchor NAME=0", "rate . --seed NAME", "rate NAME=NAME", "match NAME NAME --NAME"),
    *("rate . --sprt NAME elo0=0,elo1=9", "rate . --sprt ann NAME"),
    *("match random random --games NAME", "match random random --clock NAME"),
    *(
        "match random random --sprt NAME",
        "match random random --policy NAME",
        "match random random:NAME=1",
    ),
    *(
        "match random random:NAME",
        "doctor random --only NAME",
        "engine random NAME",
        "engine random seed=NAME",
    ),
    *("train NAME", "bench NAME", "tournament quick --backend NAME"),
]
# What would take long without the file.
WITH_FILE = [
    *("train heuristic --out NAME", "train value --out NAME", "tournament quick --out NAME"),
    *("regret . random --journal NAME", "loss . random --deals 1 --journal NAME"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a game log."""
    monkeypatch.chdir(tmp_path)
    write(Path("games.jsonl"), series(("ann", "bob"), 1))


def check_line(line: str, *, is_terminal: bool = False) -> None:
    words = line.replace("NAME", EVIL).split(" ")
    ran = run_main(*words, is_terminal=is_terminal)
    check_output(ran, is_terminal=is_terminal)
    assert not ran.code or "evil" in ran.err


@pytest.mark.parametrize("line", LINES)
def test_where_there_is_no_such_file(line: str) -> None:
    check_line(line)


@pytest.mark.parametrize("line", [*LINES, *WITH_FILE])
def test_where_there_is_a_file_of_this_name(line: str) -> None:
    Path(EVIL).write_text(json.dumps({EVIL_LINES: EVIL_LINES}))
    check_line(line, is_terminal=True)
