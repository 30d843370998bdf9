"""Engines that send hostile texts in each place: nothing that acts on a terminal reaches it."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from support.hostile import EVIL, check_output, check_shown, hostile
from support.program import PATIENCE, PROGRAM, environment
from support.report_games import series, write
from support.whole_program import Ran, run_main

PLACES = ("id", "option", "info", "bestmove", "error", "stderr")
LOSING = ("bestmove", "error", "stderr")

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def check(ran: Ran, place: str, *, is_terminal: bool = False) -> None:
    check_output(ran, is_terminal=is_terminal)
    if place in LOSING and place != "stderr":  # which only `replay --faults` shows
        check_shown(ran, is_terminal=is_terminal)


@pytest.mark.parametrize("is_terminal", [False, True])
@pytest.mark.parametrize("place", PLACES)
def test_matches(place: str, is_terminal: bool) -> None:
    words = ("match", "random", shlex.join(hostile(place)), "--games", 2, "--nodes", 1)
    ran = run_main(*words, "--seed", 1, "--out", "games.jsonl", is_terminal=is_terminal)
    check(ran, place, is_terminal=is_terminal)
    shown = check_shown if place in LOSING else check_output
    for more in (("--faults",), ("--game", "1"), ("--again", "--trust")):
        ran = run_main("replay", "games.jsonl", *more, is_terminal=is_terminal)
        shown(ran, is_terminal=is_terminal)


@pytest.mark.parametrize("is_terminal", [False, True])
@pytest.mark.parametrize("place", LOSING)
def test_tournaments(place: str, is_terminal: bool) -> None:
    Path("cup.toml").write_text(
        "seed = 1\ndeals = 1\nlimits = { nodes = 1 }\nplayers = [{ player = 'random' }, "
        f"{{ player = {json.dumps(shlex.join(hostile(place)))} }}]\n"
    )
    ran = run_main("tournament", "cup.toml", is_terminal=is_terminal)
    check(ran, place, is_terminal=is_terminal)


@pytest.mark.parametrize("is_terminal", [False, True])
@pytest.mark.parametrize("place", LOSING)
def test_people_and_hints(place: str, is_terminal: bool) -> None:
    engine = shlex.join(hostile(place))
    typed = f"hint {engine}\n{EVIL}\nhelp {EVIL}\nsave {EVIL}\n" + "1\n" * 400
    ran = run_main(
        *("match", "human", engine, "--policy", "void"), typed=typed, is_terminal=is_terminal
    )
    check_shown(ran, is_terminal=is_terminal)


@pytest.mark.parametrize("place", LOSING)
def test_regret(place: str) -> None:
    write(Path("games.jsonl"), series(("ann", "bob"), 2))
    words = ("--decisions", 1, "--solve", 60, "--memory", 16, "--nodes", 1)
    check(run_main("regret", "games.jsonl", shlex.join(hostile(place)), *words), place)


@pytest.mark.parametrize("place", LOSING)
def test_loss(place: str) -> None:
    write(Path("games.jsonl"), series(("ann", "bob"), 2))
    words = ("--decisions", 1, "--deals", 1, "--rollouts", 2, "--by", "random", "--nodes", 1)
    check(run_main("loss", "games.jsonl", shlex.join(hostile(place)), *words), place)


@pytest.mark.parametrize("place", PLACES)
def test_the_doctor(place: str) -> None:
    checks = [word for name in ("start", "basics", "info") for word in ("--only", name)]
    words = ("doctor", shlex.join(hostile(place)), "--patience", 2, "--verbose")
    check_output(run_main(*words, *checks))
    check_output(run_main(*words, *checks, is_terminal=True), is_terminal=True)


def test_a_built_in_engine_that_gets_hostile_lines() -> None:
    lines = "".join(
        f"{word} {EVIL}\n" for word in ("", "setoption name", "position", "go", "newgame", "legal")
    )
    done = subprocess.run(
        [*PROGRAM, "engine", "random"],
        input=f"{lines}position start 2 moves {EVIL}\nquit\n".encode(errors="surrogateescape"),
        capture_output=True,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    out, err = done.stdout.decode("ascii"), done.stderr.decode("ascii")
    assert out.count("evil") == 7
    check_output(Ran(done.returncode, out, err))
