"""Game logs that come through a pipe: all their games are read, compressed or not."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.pipes import piped
from support.whole_program import Ran, run_main

from spyrium_ai.tools.experiments.recorded_decisions import Selection, decisions

COMMANDS = {
    "list": ("replay", "LOG"),
    "game": ("replay", "LOG", "--game", "4"),
    "verify": ("replay", "LOG", "--verify"),
    "rate": ("rate", "LOG", "--bootstrap", "100"),
    "luck": ("luck", "LOG"),
    "report": ("report", "LOG", "--out", "page.html", "--csv", "tables"),
    "event": ("report", "LOG", "--out", "page.html", "--event", "./cup.toml"),
}
EVENT = """
name = "cup"
deals = 2
seed = 1
players = [{ player = "random" }, { player = "heuristic" }]
"""


@pytest.fixture(scope="module", autouse=True)
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[bytes]:
    """Work in a folder with an event that has been played; give its game log."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("event"))
        Path("cup.toml").write_text(EVENT)
        assert not run_main("tournament", "./cup.toml", "--out", ".").code
        yield Path("games.jsonl").read_bytes()


def ran(command: str, path: Path) -> Ran:
    """Return what the command says of the log, without the log's name."""
    said = run_main(*(str(path) if word == "LOG" else word for word in COMMANDS[command]))
    out = said.out.partition(" MB, in ")[0]  # without times
    return Ran(said.code, out.replace(str(path), "LOG"), said.err.replace(str(path), "LOG"))


@pytest.mark.parametrize(("name", "is_packed"), [("", True), ("/dev/stdin", False)])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_is_read_as_the_file_is(
    command: str, name: str, is_packed: bool, log: bytes
) -> None:
    with piped(gzip.compress(log) if is_packed else log, name) as pipe:
        found = ran(command, pipe)
    expected = ran(command, Path("games.jsonl"))
    assert found == expected
    assert not found.code


def test_the_decisions_of_regret(log: bytes) -> None:
    with piped(gzip.compress(log)) as pipe:
        last = Selection(range(6, 7), 100)
        assert list(decisions(pipe, last)) == list(decisions(Path("games.jsonl"), last))
