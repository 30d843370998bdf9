"""Files with hostile texts in every field: nothing that acts on a terminal reaches it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.hostile import (
    EVIL,
    EVIL_LINES,
    check_output,
    check_shown,
    game_log_line,
    hostile,
    leaves,
    with_value,
)
from support.human_sessions import play
from support.report_games import series
from support.whole_program import run_main

pytestmark = pytest.mark.usefixtures("folder")
OUT = ("--out", "page.html", "--csv", "tables", "--force")
LOSS = ("--decisions", "1", "--deals", "1", "--rollouts", "2", "--by", "random")
READERS = {
    "list": ("replay", "LOG"),
    "game": ("replay", "LOG", "--game", "2"),
    "verify": ("replay", "LOG", "--verify"),
    "faults": ("replay", "LOG", "--faults"),
    "again": ("replay", "LOG", "--again"),
    "trusted": ("replay", "LOG", "--again", "--trust"),
    "rate": ("rate", "LOG", "--bootstrap", "100"),
    "anchor": ("rate", "LOG", "--anchor", "none=0"),
    "sprt": ("rate", "LOG", "--bootstrap", "100", "--sprt", "none", "elo0=0,elo1=9"),
    "luck": ("luck", "LOG"),
    "report": ("report", "LOG", *OUT),
    "event": ("report", "LOG", "--event", "quick", *OUT),
    "loss": ("loss", "LOG", "random", *LOSS, "--journal", "loss.jsonl"),
    "regret": ("regret", "LOG", "random", "--journal", "regret.jsonl", "--nodes", "1"),
    "tournament": ("tournament", "quick", "--out", "."),
}
EVENT = """
name = "cup"
format = "round-robin"
on_fault = "forfeit"
rounds = 1
sprt = { elo0 = 0, elo1 = 10 }
limits = { clock = "1000+10" }
players = [
    { player = "random", name = "ann", options = { seed = "1" }, limits = { nodes = 5 } },
    { player = "heuristic" },
]
"""
EVIL_TOML = EVIL_LINES.replace("\udcff", "")  # which TOML cannot have
ENTRY = """
name = "mine"
options = { seed = "1" }
limits = { nodes = 5 }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)


def log_of(*games: Any) -> Path:
    """Write games as a game log."""
    path = Path("games.jsonl")
    path.write_text("".join(f"{json.dumps(game)}\n" for game in games))
    return path


def broken(game: dict[str, Any]) -> dict[str, Any]:
    """Return another game, which breaks off at a hostile move."""
    moves = [*game["moves"][:5], EVIL_LINES, *game["moves"][6:]]
    return {**game, "game": 2, "seed": 7, "outcome": "played", "faults": [], "moves": moves}


@pytest.mark.parametrize("is_terminal", [False, True])
@pytest.mark.parametrize("name", READERS)
def test_all_texts_of_a_game_log(name: str, is_terminal: bool) -> None:
    game = game_log_line()
    log = log_of(game, broken(game), {**game, "outcome": "void", "id": "x", "winners": []})
    words = [str(log) if word == "LOG" else word for word in READERS[name]]
    ran = run_main(*words, typed="n\n", is_terminal=is_terminal)
    check_output(ran, is_terminal=is_terminal)
    if name not in {"event", "loss", "regret", "tournament"}:
        check_shown(ran, is_terminal=is_terminal)


@pytest.mark.parametrize("words", [(), ("--verify",)])
def test_a_move_of_two_lines_is_shown_in_one(words: tuple[str, ...]) -> None:
    game = json.loads(next(series(("ann", "bob"), 1)).to_line())
    game["moves"][4] = "x\n1 of 1 games verified"
    ran = run_main("replay", log_of(game), *words)
    assert "1 of 1 games verified" not in (ran.out + ran.err).splitlines()
    assert r"x\n1 of 1 games verified" in ran.err


def test_the_page_has_no_such_texts_either() -> None:
    game = game_log_line()
    run_main("report", log_of(game, broken(game)), *OUT)
    for path in (Path("page.html"), *Path("tables").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert [char for char in text if not char.isprintable() and char != "\n"] == [], path
    assert "evil" in Path("page.html").read_text(encoding="utf-8")
    assert "evil" in Path("tables/faults.csv").read_text(encoding="utf-8")


def test_each_field_of_a_game_log() -> None:
    game = json.loads(next(series(("ann", "bob"), 1)).to_line())
    places = list(leaves(game))
    assert len(places) > 30
    for place in places:
        log = log_of(with_value(game, place, EVIL_LINES))
        for words in ((), ("--verify",)):
            check_output(run_main("replay", log, *words))


@pytest.mark.parametrize("line", [EVIL, json.dumps(EVIL_LINES), json.dumps({EVIL_LINES: 1})])
@pytest.mark.parametrize("command", ["replay", "rate", "luck"])
def test_lines_that_are_no_games(line: str, command: str) -> None:
    log = Path("games.jsonl")
    log.write_bytes(f"{line}\n".encode(errors="surrogateescape"))
    ran = run_main(command, log)
    check_output(ran)
    assert ran.code


def toml(value: Any) -> str:
    """Return a value as TOML, whatever characters it has."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{toml(key)} = {toml(each)}' for key, each in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(char):08x}" for char in value) + '"'
    return str(value)


def toml_of(data: dict[str, Any], name: str) -> str:
    """Write the data as a TOML file; return its name."""
    Path(name).write_text("".join(f"{toml(key)} = {toml(value)}\n" for key, value in data.items()))
    return name


def test_each_key_and_value_of_an_event() -> None:
    event = tomllib.loads(EVENT)
    for place in leaves(event):
        above: Any = event
        for key in place[:-1]:
            above = above[key]
        extended = {**above, EVIL_TOML: 1} if isinstance(above, dict) else above
        for value, where in ((EVIL_TOML, place), (extended, place[:-1])):
            name = toml_of(with_value(event, where, value), "cup.toml")
            if value != above:
                check_shown(run_main("tournament", name))


def test_each_key_and_value_of_an_entry() -> None:
    entry = {**tomllib.loads(ENTRY), "command": hostile("none")}
    for data in (
        *(with_value(entry, place, EVIL_TOML) for place in leaves(entry)),
        {**entry, EVIL_TOML: 1},
        {**entry, "options": {EVIL_TOML: "1"}},
        {**entry, "limits": {EVIL_TOML: 1}},
    ):
        check_shown(run_main("match", "random", toml_of(data, "mine.toml")))


def test_the_list_of_events() -> None:
    Path("tournaments").mkdir()
    Path("tournaments", f"{EVIL}.toml").write_text(f"# {EVIL_TOML}\n")
    check_shown(run_main("tournament", "--list"))


def test_each_field_of_a_saved_game() -> None:
    play("1", "save game.json", players="human human")
    game = json.loads(Path("game.json").read_text())
    places = list(leaves(game))
    assert len(places) >= 9
    for place in places:
        Path("game.json").write_text(json.dumps(with_value(game, place, EVIL_LINES)))
        check_output(run_main("match", "--resume", "game.json"))
    fault = {"seat": 1, "ply": 0, "kind": "crash", "log": [EVIL_LINES]}
    fault |= dict.fromkeys(("reason", "position", "command"), EVIL_LINES)
    Path("game.json").write_text(json.dumps({**game, "faults": [fault]}))
    check_shown(run_main("match", "--resume", "game.json"))


@pytest.mark.parametrize("words", [("regret", "--nodes", 1), ("loss", *LOSS)])
def test_the_journal_of_an_experiment(words: tuple[object, ...]) -> None:
    log_of(*(json.loads(game.to_line()) for game in series(("ann", "bob"), 3)))
    command, *options = words
    words = (command, "games.jsonl", "random", "--journal", "found.jsonl", *options)
    for lines in ([EVIL_LINES], [{EVIL_LINES: EVIL_LINES}], [{}, {"key": EVIL_LINES}]):
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        Path("found.jsonl").write_text(text)
        check_output(run_main(*words))
