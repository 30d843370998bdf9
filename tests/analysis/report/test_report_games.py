"""The faults on a page, its list of games, and which games can be opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support.report_games import forfeited, series, void, write
from support.report_pages import NAMES, folders, listed, page_of, run, section


def test_the_list_of_games(tmp_path: Path) -> None:
    first, second = series(NAMES, 1)
    data = listed(page_of(tmp_path, first, void(second, 1)))
    best = data["players"]
    seats = [best.index("ann"), best.index("bob")]
    moves = [sum(ply.seat > 0 for ply in game.plies) for game in (first, second)]
    scores, winners = list(first.scores or ()), list(first.winners)
    assert data["games"] == [
        ["g1", True, 0, "1.1", seats, scores, winners, "played", moves[0], 0],
        ["g2", True, 0, "1.2", seats[::-1], None, [], "void", moves[1], 1],
    ]


def test_faults_with_all_that_is_known(tmp_path: Path) -> None:
    games = list(series(NAMES, 15))
    faulty = [forfeited(game, 1, "stall") for game in games[:25]]
    html = page_of(tmp_path, *faulty, forfeited(games[25], 2), *games[26:])
    said = section(html, "faults")
    assert said.startswith(" Faults 26 faults.")
    assert said.count(" stall ") + said.count(" crash ") == 26
    for text in ("fell", "Last command go <b>", "> go ! </pre>oh", games[25].final):
        assert text in said
    assert '<a href="#game-g26-20">13.2</a>' in html


def test_many_faults_of_a_kind_are_not_all_told(tmp_path: Path) -> None:
    games = [forfeited(game, game.winners[0] % 2 + 1) for game in series(NAMES, 30)]
    games = [replace(game, faults=(replace(game.faults[0], seat=1),)) for game in games]
    said = section(page_of(tmp_path, *games), "faults")
    assert said.count("Position, command, log") == 40
    assert "60 faults." in said
    assert "The table has the first 20 of each kind for each player" in said


def test_no_section_of_faults_without_any(tmp_path: Path) -> None:
    assert 'href="#faults"' not in page_of(tmp_path, *series(NAMES, 1))


def test_games_with_faults_are_the_first_to_be_looked_at(tmp_path: Path) -> None:
    games = list(series(NAMES, 10))
    games[13] = forfeited(games[13], 1)
    journal = write(tmp_path / "games.jsonl", games)
    out = tmp_path / "report.html"
    done = run(journal, "--out", out, "--games", 5)
    said = "5 of 20 games can be opened: every game with a fault and an even sample of the rest."
    assert f"{said} Use --games N to change this." in done.stderr
    html = out.read_text(encoding="utf-8")
    assert said in section(html, "games")
    keys = [game[0] for game in listed(html)["games"] if game[1]]
    assert len(keys) == 5
    assert "g14" in keys
    none = run(journal, "--out", out, "--games", 0)
    assert "No game can be opened, because of --games 0." in none.stderr
    assert not [g for g in listed(out.read_text(encoding="utf-8"))["games"] if g[1]]


def test_a_list_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyrium_ai.analysis.report.page.MOST_LISTED", 5)
    html = page_of(tmp_path, *series(NAMES, 10), words=("--games", 4))
    games = listed(html)["games"]
    assert [game[0] for game in games if game[1]] == ["g1", "g5", "g9", "g13"]
    assert [game[0] for game in games] == ["g1", "g2", "g3", "g4", "g5", "g9", "g13"]
    assert "The list has the first 5 of 20 games and those" in section(html, "games")


def test_no_other_games_where_every_game_can_be_opened(tmp_path: Path) -> None:
    whole, part = folders(tmp_path, "whole", "part")
    said = section(page_of(whole, *series(NAMES, 2)), "games")
    assert "Every game can be opened" in said
    assert "other game" not in said
    said = section(page_of(part, *series(NAMES, 2), words=("--games", 1)), "games")
    assert "1 of 4 games can be opened: an even sample." in said
    assert "shows any other game" in said
