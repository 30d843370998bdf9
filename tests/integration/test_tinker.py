"""The sample engine in JavaScript, as a process: its rules, its answers and its manners."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from support.engine_conversation import Conversation
from support.processes import processor_time
from support.program import PATIENCE, ROOT

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="the program node is not installed")

PLACING = "start 2 moves setup:2:E2 deal:Co,W2,U1.1,Au,Ar.2,Lo,M2,Ca,Cr:E7"
CHANCE = "start 2 moves setup:2:E2"


class Tinker(Conversation):
    """A conversation with a fresh process of the engine."""

    def __init__(self) -> None:
        assert NODE
        self.process = subprocess.Popen(
            [NODE, str(ROOT / "engines" / "tinker" / "tinker.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self.process.stdin
        assert self.process.stdout
        super().__init__(self.process.stdin, self.process.stdout)  # type: ignore[arg-type]

    def best(self, *lines: str) -> str:
        """Send the lines, of which the last starts a search; return the move."""
        self.send(*lines)
        return self.until("bestmove")[-1].removeprefix("bestmove ")

    def end_cleanly(self) -> list[str]:
        """Close the input; return the rest of the answers. Nothing stands on the log."""
        rest = self.end()
        assert self.process.wait(PATIENCE) == 0
        assert self.process.stderr
        assert self.process.stderr.read() == b""
        return rest


@pytest.fixture
def talk() -> Iterator[Tinker]:
    tinker = Tinker()
    yield tinker
    tinker.process.kill()  # does nothing to one that has ended
    tinker.process.wait(PATIENCE)
    for stream in (tinker.process.stdin, tinker.process.stdout, tinker.process.stderr):
        assert stream
        stream.close()


def recorded(name: str) -> Iterator[dict[str, Any]]:
    """Return the recorded cases of a file, one by one."""
    path = ROOT / "tests" / "vectors" / f"{name}.jsonl.gz"
    with gzip.open(path, "rt", encoding="ascii") as lines:
        yield from map(json.loads, lines)


def test_the_file_for_entering_it_names_the_program() -> None:
    folder = ROOT / "engines"
    entry = tomllib.loads((folder / "tinker.toml").read_text(encoding="utf-8"))
    assert entry["name"] == "tinker"
    assert entry["command"][0] == "node"
    assert (folder / entry["command"][1]).is_file()
    assert set(entry["options"]) <= {"think"}


def test_the_handshake(talk: Tinker) -> None:
    talk.send("spyrium")
    answers = talk.until("spyriumok")
    assert [line.split()[:2] for line in answers[:3]] == [
        ["id", "name"],
        ["id", "author"],
        ["id", "version"],
    ]
    assert answers[3:] == [
        "option name seed type spin default 0 min 0 max 4294967295",
        "option name think type spin default 50 min 1 max 3600000",
        "spyriumok 1",
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_agrees_with_recorded_games(talk: Tinker, players: int) -> None:
    for game in islice(recorded(f"games-{players}-players"), 3):
        moves = [step["move"] for step in game["steps"]]
        for ply, step in list(enumerate(game["steps"]))[::9]:
            want = [
                f"position {step['position']}",
                " ".join(["legal", *(step["legal"] or [])]),
                "result -",
            ]
            asked = ("show", "legal", "result")
            assert talk.ask(f"position {step['position']}", *asked) == want
            replayed = f"position start {players} moves {' '.join(moves[:ply])}".removesuffix(
                " moves "
            )
            assert talk.ask(replayed, *asked) == want
        scores = " ".join(map(str, game["final_scores"]))
        assert talk.ask(
            f"position start {players} moves {' '.join(moves)}", "show", "legal", "result", "go"
        ) == [
            f"position {game['final_position']}",
            "legal",
            f"result {scores}",
            "error go: the game is over",
        ]


def test_it_accepts_and_refuses_positions_as_recorded(talk: Tinker) -> None:
    for case in islice(recorded("positions"), 300):
        answers = talk.ask(f"position {case['position']}")
        if case["valid"]:
            assert answers == [], case
        else:
            assert len(answers) == 1, case
            assert answers[0].startswith("error "), case


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_its_moves_are_legal(talk: Tinker, players: int) -> None:
    game = next(recorded(f"games-{players}-players"))
    for step in game["steps"][::10]:
        if step["legal"]:
            assert talk.best(f"position {step['position']}", "go nodes 20") in step["legal"]


def test_the_same_seed_gives_the_same_moves(talk: Tinker) -> None:
    steps = next(recorded("games-2-players"))["steps"]
    lines = [f"position {step['position']}" for step in steps if step["legal"]][:40:3]

    def moves(seed: int) -> list[str]:
        talk.send(f"setoption name seed value {seed}", "newgame players 2 seat 1")
        return [talk.best(line, "go nodes 40") for line in lines]

    first, other, again = moves(7), moves(8), moves(7)
    assert first == again
    assert first != other
    talk.send("setoption name seed value 7")
    assert [talk.best(line, "go nodes 40") for line in reversed(lines)] == first[::-1]


@pytest.mark.parametrize(
    "limits",
    [
        "",
        " movetime 30",
        " nodes 50",
        " depth 1",
        " clock 60000,400",
        " clock 0,0 inc 0",
        " nodes 1",
    ],
)
def test_a_search_ends_by_itself_at_its_limit(talk: Tinker, limits: str) -> None:
    talk.ask(f"position {PLACING}")
    begun = processor_time(talk.process.pid)
    talk.send(f"go{limits}")
    answers = talk.until("bestmove")
    # Seconds; none of the limits allows half a second.
    assert processor_time(talk.process.pid) - begun < 2
    words = answers[-2].split()
    assert words[0] == "info"
    at = words.index("value") + 1
    assert sum(map(int, words[at : at + 2])) == 1000
    if limits == " nodes 50":
        assert words[words.index("nodes") + 1] == "50"


def test_the_best_lines_are_reported(talk: Tinker) -> None:
    talk.send(f"position {PLACING}", "go nodes 100 multipv 3")
    lines = talk.until("bestmove")
    assert [line.split()[line.split().index("multipv") + 1] for line in lines[:-1]] == list("123")
    assert lines[0].endswith(" pv " + lines[-1].removeprefix("bestmove "))


@pytest.mark.parametrize("more", ["", " nodes 5"])
def test_an_infinite_search_waits_for_stop(talk: Tinker, more: str) -> None:
    talk.send(f"position {PLACING}", f"go infinite{more}")
    for _ in range(20):
        assert talk.ask("") == []  # answered during the search
    talk.send("show", "stop")  # what is no word for a search waits for its end
    *info, best, shown = talk.until("position")
    assert best.startswith("bestmove ")
    assert all(line.startswith("info ") for line in info)
    assert shown.startswith("position 2 1 2 2 ")
    assert talk.ask("stop") == []  # without a search it is ignored


def test_the_choice_of_a_bonus_is_a_move(talk: Tinker) -> None:
    steps = (step for game in recorded("games-3-players") for step in game["steps"])
    step = next(step for step in steps if step["legal"] == ["bonus:money", "bonus:worker"])
    assert talk.best(f"position {step['position']}", "go nodes 10") in step["legal"]


@pytest.mark.parametrize("search", ["", "go infinite"])
@pytest.mark.parametrize("word", ["quit", None])
def test_quit_and_the_end_of_input_end_the_process(
    talk: Tinker, search: str, word: str | None
) -> None:
    talk.send(f"position {PLACING}", search, *([word] if word else []))
    assert not any(line.startswith("bestmove") for line in talk.end_cleanly())


BAD_LINES = {
    "foo": "error foo: ",
    "constructor": "error constructor: ",
    "show me": "error me: ",
    "go fast": "error fast: ",
    "go nodes": "error nodes: ",
    "go nodes 0": "error nodes: ",
    "go nodes 1 nodes 1": "error nodes: ",
    "go clock 1,2,3": "error clock: ",
    "setoption name Seeed value 1": "error setoption: no option named Seeed",
    "setoption name seed value -1": "error setoption: ",
    "setoption name seed value 4294967296": "error setoption: ",
    "setoption seed 1": "error setoption: ",
    "newgame players 6": "error newgame: ",
    "newgame players 2 seat 3": "error newgame: ",
    "position": "error position: ",
    "position start 6": "error position: ",
    "position 2 0": "error position: ",
    f"position {PLACING} place:a1c1": "error place:a1c1: ",
    f"position {PLACING} pass": "error pass: ",
    f"position {CHANCE} pass": "error pass: chance decides here, not a player",
    f"position {CHANCE} deal:M1:E3": "error deal:M1:E3: ",
    "position start 2 moves setup:3:E2": "error setup:3:E2: ",
    "position start 2 moves setup:1:E1": "error setup:1:E1: ",
    "position start 3": "error 3: newgame said 2 players",
}


@pytest.mark.parametrize(("line", "answer"), BAD_LINES.items())
def test_bad_input_is_answered_with_one_error_and_changes_nothing(
    talk: Tinker, line: str, answer: str
) -> None:
    talk.ask("newgame players 2", f"position {PLACING}")
    before = talk.ask("show")
    answers = talk.ask(line)
    assert len(answers) == 1
    assert answers[0].startswith(answer)
    assert talk.ask("show") == before


def test_it_survives_garbage(talk: Tinker) -> None:
    longest = b"position start 2" + b" " * (65536 - 16)
    answers = talk.ask(
        bytes(range(256)).replace(b"\n", b""),
        b"\xff\xfe\x00",
        longest,
        longest + b"\r",
        longest + b" ",
        b"x" * 1_000_000,
        "",
        "\r",
        "go",
    )
    assert [line.split(":")[0] for line in answers[1:]] == [
        "error ???",
        "error line",
        "error line",
        "error go",
    ]
    assert answers[0].startswith("error ")
    assert all(line.isprintable() and len(line) < 200 for line in answers)
    assert talk.end_cleanly() == []
