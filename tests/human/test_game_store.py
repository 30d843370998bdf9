"""Games that people play are kept, found by name and number, and read by every command."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from support.human_sessions import TO_THE_END, Evening, Terminal
from support.run_command import invoke, mistake_of
from support.web_games import keep, recorded

from spyrium_ai.analysis.review.review_run import (
    Entry,
    ReviewSettings,
    file_of,
    kept_reviews,
)
from spyrium_ai.human.game_store import GameStore
from spyrium_ai.human.human_game import Extras
from spyrium_ai.human.session import go_on, host
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.series import Series
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.run_journal import RunJournal

NOON = datetime(2026, 11, 23, 12, 0, 0)


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> GameStore:
    """Return the user's store, empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return GameStore()


def play(store: GameStore | None, *lines: str, file: Path | None = None) -> Evening:
    """Return what comes of a game between two people, or of one that is resumed."""
    evening, out = Evening(), io.StringIO()
    terminal = TerminalIO(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    extras = Extras(store)
    if file is None:
        series = Series(parse_players(["human", "human"]), games=1, seed=5)
        host(series, terminal, evening.records.append, extras)
    else:
        go_on(file, terminal, evening.records.append, Timeouts(), lambda _: None, extras)
    evening.text = out.getvalue()
    return evening


def test_a_game_that_was_left_is_kept_and_can_be_resumed(store: GameStore) -> None:
    text = play(store, "1", "2").text
    ((game,), wrong) = store.games()
    assert not wrong
    assert f"To resume it: spyrium-ai match --resume {game.name}" in text
    assert "The game is kept." in text
    assert len(game.saved.moves) == 4
    assert game.path.stat().st_mode & 0o777 == 0o600
    assert (game.turn, game.is_over) == (1, False)
    again = play(store, "3", file=store.located(Path("1")))
    assert "The game resumes in turn 1" in again.text
    ((same,), _) = store.games()
    assert same.path == game.path
    assert len(same.saved.moves) == 5


def test_a_finished_game_is_kept_with_its_result(store: GameStore) -> None:
    evening = play(store, *TO_THE_END)
    ((game,), _) = store.games()
    assert game.is_over
    (record,) = evening.records
    assert game.record.scores == record.scores
    assert game.record.winners == record.winners
    assert game.record.plies == record.plies
    assert game.record.seed == record.seed


def test_what_is_taken_back_is_not_kept(store: GameStore) -> None:
    play(store, "1", "2", "undo")
    ((game,), _) = store.games()
    assert len(game.saved.moves) == 3


def test_nothing_is_kept_before_the_first_decision_or_where_it_is_not_wanted(
    store: GameStore,
) -> None:
    text = play(store).text
    assert store.games() == ([], [])
    assert "The game has not been saved." in text
    play(None, "1")
    assert store.games() == ([], [])


def test_a_disk_that_refuses_ends_no_game(store: GameStore) -> None:
    store.folder.parent.mkdir(parents=True)
    store.folder.write_text("in the way")
    text = play(store, "1", "2").text
    assert text.count("The game is not kept") == 1
    assert "The game has not been saved." in text


def test_paths_are_new_and_names_sort_by_time(store: GameStore) -> None:
    first = store.new_path(["Ann", "level:level=4"], NOON)
    assert first.name == "2026-11-23-120000-Ann-level-level-4.json"
    first.touch()
    assert store.new_path(["Ann", "level:level=4"], NOON).stem.endswith("-4-2")
    assert store.folder.stat().st_mode & 0o777 == 0o700


def test_games_are_found_by_number_and_name(store: GameStore, tmp_path: Path) -> None:
    older, newer = (store.new_path([name], NOON) for name in ("a", "b"))
    for path in (older, newer):
        path.write_text("{}")
    assert store.find("1") == newer
    assert store.find("2") == older
    assert store.find("3") is store.find("0") is store.find("9" * 30) is store.find("x") is None
    assert store.find(older.stem) == older
    own = tmp_path / "1"
    own.touch()
    assert store.located(own) == own
    assert store.located(Path("nothing")) == Path("nothing")
    with pytest.raises(UsageError, match="'7' is neither a file nor the number of a kept game"):
        store.located(Path("7"))


def test_files_that_hold_no_game_are_named(store: GameStore) -> None:
    path = store.new_path(["a"], NOON)
    path.write_text("{}")
    games, (wrong,) = store.games()
    assert not games
    assert path.name in wrong


def test_the_list_and_what_reads_kept_games(store: GameStore) -> None:
    assert "No game is kept yet" in invoke("games").stdout
    play(store, "1", "2")
    listed = invoke("games")
    assert listed.exit_code == 0, listed.output
    assert "in turn 1" in listed.stdout
    assert max(map(len, listed.stdout.splitlines())) <= 80
    (data,) = json.loads(invoke("games", "--json").stdout)["games"]
    assert (data["turn"], data["finished"], data["scores"]) == (1, False, None)
    assert data["players"] == ["human#1", "human#2"]
    shown = invoke("replay", "1")
    assert shown.exit_code == 0, shown.output
    assert data["name"] in shown.stdout
    assert "== Turn 1" in shown.stdout
    assert shown.stdout.endswith("\nUnfinished, in turn 1.\n")
    assert "fault" not in shown.stdout
    report = mistake_of(invoke("report", "1", "--out", store.folder / "report.html"))
    assert "there are no games to rate: 1 void or unfinished" in report
    assert invoke("match", "--resume", "1").exit_code == 0
    words = ("--nodes", 1, "--jobs", 1, "--no-why", "--second", "none")
    judged = invoke("analyse", "1", *words)
    assert judged.exit_code == 0, judged.output
    assert data["name"] in judged.stdout


def test_a_game_that_is_being_analysed_is_listed_without_losses(store: GameStore) -> None:
    play(store, "1", "2")
    ((game,), _) = store.games()
    settings = ReviewSettings().of_game(game.record)
    kept_reviews().mkdir(parents=True, exist_ok=True)
    with RunJournal(file_of(kept_reviews(), settings), "analyse", settings, Entry):
        listed = invoke("games", "--json")
    assert listed.exit_code == 0, listed.output
    assert json.loads(listed.stdout)["games"][0]["mean_loss"] == {}


def test_levels_are_listed_as_people_call_them(store: GameStore) -> None:
    record = recorded()
    seats = tuple(replace(record.seats[0], name=f"level:level={level}") for level in (3, "4.5"))
    keep(store, "2026-11-23-120000-levels", replace(record, seats=seats), plies=4)
    assert "level 3, level 4.5" in invoke("games").stdout


def test_a_finished_game_makes_a_report(store: GameStore, tmp_path: Path) -> None:
    play(store, *TO_THE_END)
    page = tmp_path / "page.html"
    result = invoke("report", "1", "--out", page)
    assert result.exit_code == 0, result.output
    assert store.games()[0][0].name in page.read_text()


def test_a_game_log_cannot_be_resumed(store: GameStore, tmp_path: Path) -> None:
    (record,) = play(store, *TO_THE_END).records
    log = tmp_path / "games.jsonl"
    log.write_text(f"{record.to_line()}\n")
    assert "is not a saved game" in mistake_of(invoke("match", "--resume", log))


def test_play_is_the_short_way_to_a_game(store: GameStore) -> None:
    words = ["play", "--level", 1, "--players", 3, "--seat", 2, "--name", "Ann", "--seed", 5]
    result = invoke(*words)
    assert result.exit_code == 0, result.output
    assert "1 level:level=1#1, 2 Ann, 3 level:level=1#2" in " ".join(result.stdout.split())
    for wrong, problem in (
        (("--seat", 3), "there are 2 seats"),
        (("--name", " "), "the name is empty"),
        (("--level", 99), "is not a level"),
    ):
        assert problem in mistake_of(invoke("play", *wrong))
    assert store.games() == ([], [])


def test_a_name_stays_with_its_game(store: GameStore) -> None:
    out, source = Terminal(), io.StringIO("1\n")
    series = Series(parse_players(["human", "human"]), games=1, seed=5)
    host(series, TerminalIO(source, out), lambda _: None, Extras(store))
    ((game,), _) = store.games()
    assert game.saved.names == ("human#1", "human#2")


def test_a_game_is_resumed_by_one_program_at_a_time(store: GameStore) -> None:
    play(store, "1", "quit")
    (path,) = store.folder.glob("*.json")
    lock = store.hold(path)
    with pytest.raises(UsageError, match=f"the game '{path.stem}' is being played elsewhere"):
        play(store, "1", "quit", file=path)
    lock.release()
    play(store, "1", "quit", file=path)
    assert list(store.folder.glob("*.lock")) == []


def test_a_new_game_takes_no_name_that_is_held(store: GameStore) -> None:
    first = store.new_path(["Ada", "Bo"], NOON)
    lock = store.hold(first)
    second = store.new_path(["Ada", "Bo"], NOON)
    assert second != first
    lock.release()
    assert store.new_path(["Ada", "Bo"], NOON) == first
