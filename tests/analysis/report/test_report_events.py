"""The page about the games of an event, with its test or its Swiss standings."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from support.report_pages import run, section

from spyrium_ai.cli import cli

EVENT = """
format = "{format}"
deals = 2
seed = 3
limits = {{ nodes = 5 }}
players = [{{ player = "heuristic" }}, {{ player = "random" }}]
{more}
"""
TEST = "[sprt]\nelo0 = 0\nelo1 = 400"


def event_page(tmp_path: Path, form: str, more: str = "", words: tuple[object, ...] = ()) -> str:
    """Play a small event and return its page."""
    event, games, out = tmp_path / "cup.toml", tmp_path / "games", tmp_path / "report.html"
    event.write_text(EVENT.format(format=form, more=more), encoding="utf-8")
    done = CliRunner().invoke(cli, ["tournament", str(event), "--out", str(games)])
    assert done.exit_code == 0, done.output
    done = run(games, "--out", out, "--event", event, *words)
    assert done.exit_code == 0, done.output
    return out.read_text(encoding="utf-8")


def test_the_test_of_an_event(tmp_path: Path) -> None:
    said = section(event_page(tmp_path, "round-robin", TEST), "event")
    assert "cup: round-robin of 2 players at tables of 2, seed 3" in said
    assert "4 of at most 4 games" in said
    assert "Undecided after 2 deal sets." in said
    assert "heuristic is stronger than random by at least 400 Elo (beta 0.05)" in said
    assert "heuristic ended above random in 100.0 %" in said


def test_the_standings_of_a_swiss_event(tmp_path: Path) -> None:
    html = event_page(tmp_path, "swiss", "rounds = 1", words=("--csv", tmp_path / "tables"))
    assert "1 heuristic 1.00 2 random 0.00" in section(html, "event")
    swiss = (tmp_path / "tables" / "swiss.csv").read_text(encoding="utf-8")
    assert swiss == "rank,name,points\n1,heuristic,1.0\n2,random,0.0\n"


def test_games_of_another_event(tmp_path: Path) -> None:
    html = event_page(tmp_path, "round-robin")
    assert 'href="#event"' in html
    event = tmp_path / "cup.toml"
    event.write_text(event.read_text().replace("seed = 3", "seed = 4"), encoding="utf-8")
    words = ("--out", tmp_path / "report.html", "--event", event)
    assert "is of another event; it was played with another seed" in str(
        run(tmp_path / "games", *words).exception
    )
    journals = (tmp_path / "games", tmp_path / "games" / "games.jsonl")
    assert "exactly one game log" in str(run(*journals, *words).exception)


def test_an_event_without_a_seed_is_known_by_its_secret(tmp_path: Path) -> None:
    event, games = tmp_path / "cup.toml", tmp_path / "games"
    text = EVENT.format(format="round-robin", more="").replace("seed = 3\n", "")
    event.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["tournament", str(event), "--out", str(games)])
    assert done.exit_code == 0, done.output
    words = ("--out", tmp_path / "report.html", "--event", event)
    for journal in (games, games / "games.jsonl"):
        assert run(journal, *words).exit_code == 0
    (games / "secret").unlink()
    assert "secret' is missing" in str(run(games, *words).exception)
