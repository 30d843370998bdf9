"""The tables of a report as CSV files."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.report_games import EVIL, forfeited, series, void, write

from spyrium_ai.analysis.report.csv_tables import COLUMNS
from spyrium_ai.cli import cli
from spyrium_ai.util.errors import UsageError

NAMES = ("ann", f"{EVIL}, and")


def run(journal: Path, folder: Path, *words: str) -> Result:
    out = str(folder.parent / "page.html")
    return CliRunner().invoke(
        cli, ["report", str(journal), "--out", out, "--csv", str(folder), *words]
    )


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    games = list(series(NAMES, 8))
    games[0], games[1] = forfeited(games[0], 2), void(games[1], 1)
    return write(tmp_path / "log.jsonl", games)


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_table_is_written(tmp_path: Path, journal: Path) -> None:
    folder = tmp_path / "new" / "tables"
    folder.parent.mkdir()
    assert run(journal, folder).exit_code == 0
    written = {path.stem for path in folder.iterdir()}
    assert written == set(COLUMNS) - {"swiss"}
    for name in written:
        found = rows(folder, name)
        assert found, name
        assert list(found[0]) == list(COLUMNS[name])
        assert all(None not in row and None not in row.values() for row in found), name


def test_the_figures_are_those_of_rate(tmp_path: Path, journal: Path) -> None:
    folder = tmp_path / "tables"
    run(journal, folder)
    data = json.loads(CliRunner().invoke(cli, ["rate", str(journal), "--json"]).stdout)
    for row, player in zip(rows(folder, "standings"), data["players"], strict=True):
        assert row["name"] == player["name"]
        assert float(row["elo"]) == player["elo"]
        assert float(row["share_low"]) == player["share_low"]
        assert int(row["faults"]) == sum(player["faults"].values())
    (first, _) = rows(folder, "cross_table")
    assert float(first["expected"]) == data["above"]["chance"][0][1]
    assert int(first["above"]) + int(first["level"]) + int(first["below"]) == 15
    places = rows(folder, "turn_order")
    assert [float(place["elo"]) for place in places] == [p["elo"] for p in data["places"]]


def test_the_games_seat_by_seat(tmp_path: Path, journal: Path) -> None:
    folder = tmp_path / "tables"
    run(journal, folder)
    found = rows(folder, "games")
    assert len(found) == 32
    assert {row["player"] for row in found} == set(NAMES)
    assert [row["outcome"] for row in found[:5]] == ["forfeit"] * 2 + ["void"] * 2 + ["played"]
    assert [row["score"] for row in found[2:4]] == ["", ""]
    assert [row["kind"] for row in rows(folder, "faults")] == ["crash", "crash"]


def test_tables_are_replaced_and_nothing_else(tmp_path: Path, journal: Path) -> None:
    folder = tmp_path / "tables"
    assert run(journal, folder).exit_code == 0
    assert run(journal, folder).exit_code == 0
    (folder / "games.csv").write_text("mine", encoding="utf-8")
    mistake = run(journal, folder).exception
    assert isinstance(mistake, UsageError)
    assert "games.csv' exists and is not such a table; use --force to overwrite it" in str(mistake)
    assert (folder / "games.csv").read_text(encoding="utf-8") == "mine"
    assert run(journal, folder, "--force").exit_code == 0
    assert len(rows(folder, "games")) == 32


def test_where_no_tables_can_be(tmp_path: Path, journal: Path) -> None:
    assert "is a file, not a directory" in str(run(journal, journal).exception)
    log = tmp_path / "games.csv"
    journal.rename(log)
    mistake = run(log, tmp_path, "--force").exception
    assert "is one of the game logs" in str(mistake)


def test_no_text_is_a_formula_for_a_spreadsheet(tmp_path: Path) -> None:
    names = ("=cmd|' /C calc'!A1", "-2+3")
    games = list(series(names, 8))
    games[0] = forfeited(games[0], 2)
    games[0] = replace(games[0], faults=(replace(games[0].faults[0], reason="@SUM(1)\x1b"),))
    folder = tmp_path / "tables"
    assert run(write(tmp_path / "log.jsonl", games), folder).exit_code == 0
    assert {row["name"] for row in rows(folder, "standings")} == {f"'{name}" for name in names}
    assert rows(folder, "faults")[0]["reason"] == r"'@SUM(1)\x1b"
    assert any(row["elo_low"].startswith("-") for row in rows(folder, "standings"))
