"""The command, and what the page says; test_page.py looks at it in a browser."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.report_games import EVIL, forfeited, played, series, void, write
from support.report_pages import NAMES, folders, listed, page_of, run, section, text_of

from spyrium_ai.analysis.report.charts import COLOURS, MOST_INTERVALS
from spyrium_ai.cli import cli
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.util.errors import UsageError


def test_what_is_said_about_the_file(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    done = run(write(tmp_path / "games.jsonl", series(NAMES, 3)), "--out", out)
    assert done.exit_code == 0
    assert re.fullmatch(
        rf"{re.escape(str(out))}: 6 games, \d\.\d MB, in \d+\.\d s "
        r"\(reading \d+\.\d, ratings \d+\.\d, page \d+\.\d\)\n",
        done.stdout,
    )
    assert "Warning: only 3 deal sets" in done.stderr


def test_the_figures_are_those_of_rate(tmp_path: Path) -> None:
    html = page_of(tmp_path, *series(NAMES, 25))
    rated = CliRunner().invoke(cli, ["rate", str(tmp_path / "games.jsonl"), "--json"])
    data = json.loads(rated.stdout)
    assert len(data["players"]) == 2
    standings = section(html, "standings").replace("\N{MINUS SIGN}", "-")
    for number, player in enumerate(data["players"], 1):
        elo = " ".join(f"{player[key]:+.0f}" for key in ("elo", "elo_low", "elo_high"))
        share = " ".join(f"{100 * player[key]:.1f}" for key in ("share", "share_low", "share_high"))
        words = standings.replace(" to ", " ")
        assert f"{number} {player['name']} {elo} {share} 50 25" in words
    assert f"{data['players'][0]['mean_score']:.1f}" in section(html, "scores")


@pytest.mark.parametrize("count", [3, MOST_INTERVALS + 1])
def test_words_about_intervals_stand_where_they_are_drawn(tmp_path: Path, count: int) -> None:
    names = [f"p{number}" for number in range(count)]
    games = [game for pair in combinations(names, 2) for game in series(pair, 1)]
    html = page_of(tmp_path, *(replace(game, id=f"{i}.1") for i, game in enumerate(games)))
    picture = html.partition('id="rating_history"')[2].partition("<details>")[0]
    is_drawn = 'class="whisker"' in picture
    assert is_drawn == (count <= MOST_INTERVALS)
    assert ("An interval that reaches the edge" in picture) == is_drawn
    assert ("The table below has the 95 % intervals" in picture) != is_drawn
    assert ('stroke-dasharray="8 5"' in picture) == (count > COLOURS)


def test_the_same_journals_make_the_same_page(tmp_path: Path) -> None:
    pages = [page_of(folder, *series(NAMES, 2)) for folder in folders(tmp_path, "a", "b")]
    assert pages[0] == pages[1]


def test_several_journals_with_damage(tmp_path: Path) -> None:
    two = write(tmp_path / "two", series(NAMES, 2))
    torn = two.read_bytes() + b'{"format":1,'
    two.write_bytes(torn)
    three = write(tmp_path / "three", series((*NAMES, "cat"), 2, first=5))
    packed = tmp_path / "three.gz"
    packed.write_bytes(gzip.compress(three.read_bytes()))
    out = tmp_path / "report.html"
    done = run(two, packed, "--out", out)
    assert done.exit_code == 0
    assert f"{two}: line 5: torn" in done.stderr
    html = out.read_text(encoding="utf-8")
    assert "10 games in 4 deal sets, 2 and 3 players per game; 3 players" in html
    assert "1 line left out that holds no game" in text_of(html)
    assert listed(html)["journals"] == ["two", "three.gz"]
    assert [game[2] for game in listed(html)["games"]] == [0] * 4 + [1] * 6


def test_names_and_texts_are_never_markup(tmp_path: Path) -> None:
    games = [
        replace(game, id=f"{game.id}{EVIL}", started=EVIL, program=EVIL)
        for game in series((EVIL, "bob"), 2)
    ]
    faulty = forfeited(games[1], 1)
    html = page_of(tmp_path, games[0], faulty, *games[2:], words=("--title", f"x{EVIL}"))
    assert "<script>alert" not in html
    assert "</pre>oh" not in html
    assert "<b>" not in html.partition('id="faults"')[2].partition('id="games"')[0]
    assert EVIL in section(html, "standings")
    assert f"{EVIL} fell" in section(html, "faults")
    assert listed(html)["players"][0] in {EVIL, "bob"}
    assert "<title>x&lt;script&gt;" in html


def test_nothing_is_loaded_from_elsewhere(tmp_path: Path) -> None:
    html = page_of(tmp_path, *series(NAMES, 2))
    assert "default-src 'none'" in html
    assert not re.findall(r"""(?:src|href|action)=["'](?!#)|@import|url\((?!["']?#)""", html)
    assert set(re.findall(r"https?://[^\s\"'<]+", html)) <= {"http://www.w3.org/2000/svg"}


def _sweep(names: tuple[str, str], blocks: int) -> list[GameRecord]:
    """Return games that the first one has all won."""
    return [
        replace(
            game,
            winners=(1 if game.seats[0].name == names[0] else 2,),
            plies=(game.plies[0]._replace(move="setup:1:E3"), *game.plies[1:]),
        )
        for game in series(names, blocks)
    ]


def test_columns_that_clean_sweeps_leave_empty_are_left_out(tmp_path: Path) -> None:
    sweep, open_ = folders(tmp_path, "sweep", "open")
    html = page_of(sweep, *_sweep(NAMES, 6))
    assert "difference 95 % interval" not in section(html, "cards")
    assert "cannot be estimated here" in section(html, "cards")
    assert "the turn order never made a difference" in section(html, "turn_order")
    assert "Elo" not in section(html, "turn_order")
    assert " nodes " not in section(html, "standings")
    html = page_of(open_, *series(NAMES, 25))
    assert "difference 95 % interval" in section(html, "cards")
    assert "Elo" in section(html, "turn_order")


def test_an_anchor_and_a_title(tmp_path: Path) -> None:
    html = page_of(
        tmp_path, *series(NAMES, 3), words=("--anchor", "bob=1200", "--title", "Spring cup")
    )
    assert "<h1>Spring cup</h1>" in html
    assert "bob is 1200" in section(html, "standings")
    assert "The rating of bob is 1200." in section(html, "rating_history")
    assert "+1200" in section(html, "rating_history")


def test_players_that_come_late_and_one_sided_games(tmp_path: Path) -> None:
    games = [replace(game, winners=(1,), scores=(9, 8)) for game in series(NAMES, 4)]
    games = [game if game.seats[0].name == "ann" else replace(game, winners=(2,)) for game in games]
    html = page_of(tmp_path, *games, *series(("ann", "cat"), 2, first=8))
    assert "open" in section(html, "standings")
    assert "[" in section(html, "cross_table")
    assert "cat" in section(html, "rating_history")


def test_games_of_which_nothing_was_played_out(tmp_path: Path) -> None:
    games = [forfeited(game, 1) for game in series(NAMES, 2)]
    html = page_of(tmp_path, *[replace(game, scores=None) for game in games])
    for name in ("scores", "cards"):
        assert "No game was completed without a fault." in section(html, name)


def test_what_cannot_be(tmp_path: Path) -> None:
    journal, out = write(tmp_path / "games.jsonl", series(NAMES, 1)), tmp_path / "report.html"

    def mistake(*words: object) -> str:
        done = run(*words)
        return str(done.exception) if isinstance(done.exception, UsageError) else done.stderr

    assert "cannot be read" in mistake(tmp_path / "none", "--out", out)
    assert "Missing option '--out'" in mistake(journal)
    assert "is one of the files to read" in mistake(journal, "--out", journal, "--force")
    assert "is not one of the players: ann, bob" in mistake(
        journal, "--out", out, "--anchor", "eve=0"
    )
    assert "is not NAME=ELO" in mistake(journal, "--out", out, "--anchor", "eve")
    empty = write(tmp_path / "empty", [])
    assert "there are no games to rate" in mistake(empty, "--out", out)
    voided = write(tmp_path / "void", [void(played(NAMES, 1), 1)])
    assert "there are no games to rate" in mistake(voided, "--out", out)
    assert not out.exists()
    out.write_text("mine", encoding="utf-8")
    assert "use --force to overwrite it" in mistake(journal, "--out", out)
    assert run(journal, "--out", out, "--force").exit_code == 0
    assert run(journal, "--out", out).exit_code == 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tables_of_every_size(tmp_path: Path, players: int) -> None:
    names = ("ann", "bob", "cat", "dan", "eve")[:players]
    html = page_of(tmp_path, *series(names, 2))
    for name in names:
        assert name in section(html, "cross_table")
    assert f"{players} of {players}" in section(html, "turn_order")
