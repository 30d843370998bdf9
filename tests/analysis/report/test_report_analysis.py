"""The command with analyses: which games get one, what is said of the others, the mean losses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from support.made_up_reviews import made_up_review
from support.report_games import forfeited, series, write
from support.report_pages import NAMES, listed, run, section

from spyrium_ai.analysis.review.game_review import GameReview
from spyrium_ai.analysis.review.review_lines import review_lines
from spyrium_ai.analysis.review.summary import player_summaries
from spyrium_ai.util.errors import UsageError

GAMES = list(series(NAMES, 3))
REVIEWS = [made_up_review(game) for game in GAMES[:2]]


def write_reviews(path: Path, *reviews: GameReview) -> Path:
    path.write_text("".join(f"{line}\n" for review in reviews for line in review_lines(review)))
    return path


def report(tmp_path: Path, *words: object) -> tuple[str, str]:
    """Return the page about the games and what was said on stderr."""
    log, out = tmp_path / "games.jsonl", tmp_path / "report.html"
    if not log.exists():
        write(log, GAMES)
    done = run(log, "--out", out, *words)
    assert done.exit_code == 0, done.output
    return out.read_text(encoding="utf-8"), done.stderr


def test_a_page_without_analyses_has_no_such_section(tmp_path: Path) -> None:
    html, _ = report(tmp_path)
    assert 'id="mistakes"' not in html


def test_mean_losses_by_player(tmp_path: Path) -> None:
    path = write_reviews(tmp_path / "any", *REVIEWS)
    html, errors = report(tmp_path, "--analysis", path)
    assert "left out" not in errors
    text = section(html, "mistakes")
    assert "2 of 6 games were analysed" in text
    for one in player_summaries(REVIEWS):
        losses = one.losses
        found = text.partition(f" {one.player} 2 {losses.decisions} ")[2].split()
        assert found[0] == f"{100 * losses.mean:.2f}"
        assert found[4] == f"{losses.points:.2f}"
        counts = [losses.classes[name] for name in ("small", "error", "blunder")]
        assert found[5:8] == list(map(str, counts))
        luck = found[8].replace("\N{MINUS SIGN}", "-")
        assert float(luck) == round(100 * one.mean_luck, 1)


def test_the_analysis_beside_the_log_is_read(tmp_path: Path) -> None:
    path = write_reviews(tmp_path / "games.analysis.jsonl", *REVIEWS)
    html, errors = report(tmp_path)
    assert "2 of 6 games were analysed" in section(html, "mistakes")
    again, _ = report(tmp_path, "--analysis", path)
    assert again == html
    assert "left out" not in errors


def test_a_broken_analysis_beside_the_log_is_left_out(tmp_path: Path) -> None:
    path = write_reviews(tmp_path / "games.analysis.jsonl", *REVIEWS)
    path.write_bytes(path.read_bytes()[:-300])
    html, errors = report(tmp_path)
    assert f"Warning: '{path}' is not an analysis: line " in errors
    assert "1 of 6 games was analysed" in section(html, "mistakes")


def test_a_broken_analysis_that_was_named_is_an_error(tmp_path: Path) -> None:
    log, path = write(tmp_path / "games.jsonl", GAMES), tmp_path / "a"
    path.write_text("{}\n")
    done = run(log, "--out", tmp_path / "report.html", "--analysis", path)
    assert isinstance(done.exception, UsageError)
    assert str(done.exception) == f"'{path}' is not an analysis: line 1: field 'type' is missing"
    assert not (tmp_path / "report.html").exists()


def test_an_analysis_of_no_game_is_told(tmp_path: Path) -> None:
    strange = replace(REVIEWS[1], players=("cat", "dog"))
    html, errors = report(tmp_path, "--analysis", write_reviews(tmp_path / "a", strange))
    assert "Warning: the analysis of game '1.2' is left out: the game has other players" in errors
    assert 'id="mistakes"' not in html


def test_analysed_games_can_be_opened_first(tmp_path: Path) -> None:
    write(tmp_path / "games.jsonl", [*GAMES[:5], forfeited(GAMES[5], 1)])
    path = write_reviews(tmp_path / "a", made_up_review(GAMES[3]))
    shown = []
    for count in (1, 2, 3):
        html, errors = report(tmp_path, "--analysis", path, "--games", count)
        shown.append({game[3] for game in listed(html)["games"] if game[1]})
        assert f"{count} of 6 games can be opened: every analysed game" in errors
    assert shown[0] == {"2.2"}
    assert shown[1] == {"2.2", "3.2"}
    assert shown[1] < shown[2]
    assert "every analysed game, every game with a fault and an even sample of the rest." in errors


def test_the_analysis_is_not_overwritten(tmp_path: Path) -> None:
    log = write(tmp_path / "games.jsonl", GAMES)
    path = write_reviews(tmp_path / "a", *REVIEWS)
    done = run(log, "--out", path, "--analysis", path, "--force")
    assert isinstance(done.exception, UsageError)
    assert str(done.exception) == f"'{path}' is one of the files to read"
    assert json.loads(path.read_text().splitlines()[0])["type"] == "game"
