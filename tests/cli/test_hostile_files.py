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
    leaves,
    with_value,
)
from support.human_sessions import play
from support.report_games import series
from support.whole_program import run_main

pytestmark = pytest.mark.usefixtures("folder")
OUT = ("--out", "page.html", "--csv", "tables", "--force")
READERS = {
    "list": ("replay", "LOG"),
    "game": ("replay", "LOG", "--game", "2"),
    "verify": ("replay", "LOG", "--verify"),
    "faults": ("replay", "LOG", "--faults"),
    "again": ("replay", "LOG", "--again"),
    "trusted": ("replay", "LOG", "--again", "--trust"),
    "rate": ("rate", "LOG", "--bootstrap", "100"),
    "anchor": ("rate", "LOG", "--anchor", "none=0"),
    "luck": ("luck", "LOG"),
    "report": ("report", "LOG", *OUT),
    "event": ("report", "LOG", "--event", "quick", *OUT),
    "regret": ("regret", "LOG", "random", "--journal", "regret.jsonl", "--nodes", "1"),
    "tournament": ("tournament", "quick", "--out", "."),
}
# A file of this name, which need not be one, is given to each of them.
NAMED = [
    *("replay FILE", "replay FILE --verify", "replay . --game FILE", "replay FILE --again"),
    *("rate FILE", "rate FILE FILE", "luck FILE", "regret FILE random", "tournament FILE"),
    *("report FILE --out FILE", "report . --out FILE", "report . --out FILE --csv FILE"),
    *("report . --out page.html --event FILE", "report . --out page.html --title FILE"),
    *("match random FILE", "match random random --out FILE", "match --resume FILE"),
    *("doctor FILE", "engine FILE", "train heuristic --out FILE", "train value --out FILE"),
    *("tournament quick --out FILE", "regret . random --journal FILE"),
]
EVENT = """
name = "cup"
format = "swiss"
on_fault = "forfeit"
rounds = 1
sprt = { elo0 = 0, elo1 = 10 }
limits = { clock = "1000+10" }
players = [
    { player = "random", name = "ann", options = { seed = "1" }, limits = { nodes = 5 } },
    { player = "heuristic" },
]
"""
ENTRY = """
name = "mine"
command = "python ./mine.py"
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
    if name not in {"event", "regret", "tournament"}:
        check_shown(ran, is_terminal=is_terminal)


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


@pytest.mark.parametrize("is_terminal", [False, True])
@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("line", NAMED)
def test_the_name_of_a_file(line: str, is_there: bool, is_terminal: bool) -> None:
    log_of(json.loads(next(series(("ann", "bob"), 1)).to_line()))
    if is_there:
        Path(EVIL.replace("/", "")).write_text(EVIL_LINES.encode().decode(), errors="replace")
    words = [EVIL if word == "FILE" else word for word in line.split()]
    check_shown(run_main(*words, is_terminal=is_terminal), is_terminal=is_terminal)


def toml(value: Any) -> str:
    """Return a value as TOML, whatever characters it has."""
    if isinstance(value, dict):
        return "{ %s }" % ", ".join(f"{toml(key)} = {toml(each)}" for key, each in value.items())
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        return '"%s"' % "".join(f"\\U{ord(char):08x}" for char in value)
    return str(value)


def test_each_key_and_value_of_an_event() -> None:
    event = tomllib.loads(EVENT)
    evil = EVIL_LINES.replace("\udcff", "")  # which TOML cannot have
    for place in leaves(event):
        above = event
        for key in place[:-1]:
            above = above[key]
        extended = {**above, evil: 1} if isinstance(above, dict) else above
        for data in (with_value(event, place, evil), with_value(event, place[:-1], extended)):
            Path("cup.toml").write_text(
                "".join(f"{toml(k)} = {toml(v)}\n" for k, v in data.items())
            )
            check_shown(run_main("tournament", "cup.toml"))
    Path("tournaments").mkdir()
    Path("tournaments", f"{evil}.toml".replace("\0", "")).write_text(f"# {evil}\n")
    check_shown(run_main("tournament", "--list"))


def test_each_key_and_value_of_an_entry() -> None:
    entry = tomllib.loads(ENTRY)
    evil = EVIL_LINES.replace("\udcff", "")
    for place in leaves(entry):
        for data in (with_value(entry, place, evil), {**entry, evil: 1}):
            Path("mine.toml").write_text(
                "".join(f"{toml(key)} = {toml(value)}\n" for key, value in data.items())
            )
            check_shown(run_main("match", "random", "mine.toml"))


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


def test_the_journal_of_regret() -> None:
    log_of(*(json.loads(game.to_line()) for game in series(("ann", "bob"), 3)))
    words = ("regret", "games.jsonl", "random", "--journal", "regret.jsonl", "--nodes", 1)
    for lines in ([EVIL_LINES], [{EVIL_LINES: EVIL_LINES}], [{}, {"key": EVIL_LINES}]):
        text = "".join(f"{json.dumps(line)}\n" for line in lines)
        Path("regret.jsonl").write_text(text)
        check_output(run_main(*words))
