"""The code of docs/records.md reads a journal as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.scripted_players import Scripted, at_move, crash, game, spread

from spyrium_ai.match.records.record_file import RecordWriter

PAGE = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def run(library: str) -> dict[str, Any]:
    """Run the blocks that need this library and not another one, one after the other."""
    names: dict[str, Any] = {}
    blocks = [block for block in BLOCKS if f"{library}." in block or "moves = games" in block]
    for block in [b for b in blocks if library == "pandas" or "moves = games" not in b]:
        exec(block, names)  # noqa: S102 (it is what users are told to type)
    return names


@pytest.fixture(autouse=True)
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay a journal into the working directory: 150 games, the last one with a fault."""
    clean = game(Scripted(spread), Scripted(spread)).play()
    lost = game(Scripted(spread), Scripted(at_move(3, crash))).play()
    with RecordWriter(tmp_path / "games.jsonl") as writer:
        for _ in range(149):
            writer.add(clean)
        writer.add(lost)
    monkeypatch.chdir(tmp_path)


def test_polars(capsys: pytest.CaptureFixture[str]) -> None:
    names = run("polars")
    games = names["games"]
    assert games.height == 150
    assert games["id"][0] == "1.1"
    assert games["faults"].list.len().to_list() == [0] * 149 + [1]
    assert games["faults"][-1][0]["kind"] == "crash"
    assert names["seats"].height == 300
    assert {"player", "share", "p1", "p2"} <= set(re.findall(r"\w+", capsys.readouterr().out))


def test_pandas(capsys: pytest.CaptureFixture[str]) -> None:
    names = run("pandas")
    games = names["games"]
    assert list(games["id"].unique()) == ["1.1"]
    assert [len(faults) for faults in games["faults"]] == [0] * 149 + [1]
    assert len(names["moves"]) == sum(map(len, games["moves"]))
    assert "count" in capsys.readouterr().out
