"""The command, and what the page says; test_page.py looks at it in a browser."""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from html import unescape
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from support.report_games import EVIL, forfeited, played, series, void, write

from spyrium_ai.analysis.report.charts import COLOURS, MOST_INTERVALS
from spyrium_ai.cli import cli
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.util.errors import UsageError

NAMES = ("ann", "bob")


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["report", *map(str, words)])


def page_of(tmp_path: Path, *records: GameRecord, words: tuple[object, ...] = ()) -> str:
    """Return the page about these games."""
    journal, out = tmp_path / "games.jsonl", tmp_path / "report.html"
    done = run(write(journal, records), "--out", out, *words)
    assert done.exit_code == 0, done.output
    return out.read_text(encoding="utf-8")


def text_of(html: str) -> str:
    """Return what is to be read in a part of the page."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


def section(html: str, name: str) -> str:
    """Return what is to be read in a section."""
    (found,) = re.findall(
        rf'<section aria-labelledby="{name}"[^>]*>(.*?)</section>', html, re.DOTALL
    )
    return text_of(found)


def listed(html: str) -> Any:
    """Return the data of the list of games."""
    (found,) = re.findall(r'id="games-data">(.*?)</script>', html, re.DOTALL)
    return json.loads(found)


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
    pages = [page_of(folder, *series(NAMES, 2)) for folder in _folders(tmp_path, "a", "b")]
    assert pages[0] == pages[1]


def _folders(tmp_path: Path, *names: str) -> list[Path]:
    folders = [tmp_path / name for name in names]
    for folder in folders:
        folder.mkdir()
    return folders


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
    whole, part = _folders(tmp_path, "whole", "part")
    said = section(page_of(whole, *series(NAMES, 2)), "games")
    assert "Every game can be opened" in said
    assert "other game" not in said
    said = section(page_of(part, *series(NAMES, 2), words=("--games", 1)), "games")
    assert "1 of 4 games can be opened: an even sample." in said
    assert "shows any other game" in said


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
    sweep, open_ = _folders(tmp_path, "sweep", "open")
    html = page_of(sweep, *_sweep(NAMES, 6))
    assert "difference 95 % interval" not in section(html, "cards")
    assert "cannot be estimated here" in section(html, "cards")
    assert "the turn order never made a difference" in section(html, "turn_order")
    assert "Elo" not in section(html, "turn_order")
    assert " nodes " not in section(html, "standings")
    html = page_of(open_, *series(NAMES, 25))
    assert "difference 95 % interval" in section(html, "cards")
    assert "Elo" in section(html, "turn_order")


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
    assert "is one of the game logs" in mistake(journal, "--out", journal, "--force")
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
