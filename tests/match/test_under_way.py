"""Games under way beside the game log."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, wait_for
from support.program import end_of, started, wait_until
from support.scripted_players import Scripted, at_move, crash, game, spread

from spyrium_ai import play_series
from spyrium_ai.match import under_way
from spyrium_ai.match.player import Choice, Turn
from spyrium_ai.match.records.record_file import read_records
from spyrium_ai.match.records.under_way_files import (
    RUN,
    GameUnderWay,
    RunNote,
    folder_of,
    game_files,
    is_running,
    read_run,
)
from spyrium_ai.match.under_way import UnderWay

NOTE = RunNote("cup", 12, 2, ("p1", "p2"))


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(under_way, "EVERY", 0.002)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Give the path of a game log."""
    return tmp_path / "games.jsonl"


class Held(Scripted):
    """A player that waits before each move until it is let go."""

    def __init__(self, **parts: object) -> None:
        super().__init__(**parts)  # type: ignore[arg-type]
        self.may_move = threading.Semaphore(0)

    def choose(self, turn: Turn) -> Choice:
        self.may_move.acquire()
        return super().choose(turn)


def test_a_game_is_shown_while_it_is_played(log: Path) -> None:
    held = Held(rule=spread)
    with UnderWay(log, NOTE) as shown:
        under_test = game(held, Scripted(at_move(2, crash)), Scripted(), observer=shown)
        playing = threading.Thread(target=under_test.play, daemon=True)
        playing.start()
        wait_until(lambda: bool(game_files(log)))
        reader = GameUnderWay(game_files(log)[1])
        assert reader.update()
        assert reader.head is not None
        assert reader.head.players == ("p1", "p2", "p3")
        assert [ply.seat for ply in reader.plies][:2] == [0, 0]
        for _ in range(3):
            held.may_move.release()
        wait_until(lambda: (reader.update(), reader.faults)[1] != [])
        assert reader.plies == under_test.plies[: len(reader.plies)]
        assert [(fault.seat, fault.kind, fault.reason) for fault in reader.faults] == [
            (2, "crash", "fell over")
        ]
        for _ in range(1000):
            held.may_move.release()
        playing.join()
        wait_until(lambda: not game_files(log))
    assert list(log.parent.iterdir()) == []


def test_nothing_that_is_shown_tells_the_deals_to_come(log: Path) -> None:
    held = Held()
    with UnderWay(log, NOTE) as shown:
        under_test = game(held, Scripted(), observer=shown)
        playing = threading.Thread(target=under_test.play, daemon=True)
        playing.start()
        wait_until(lambda: bool(game_files(log)))
        folder = folder_of(log)
        text = "".join(path.read_text() for path in folder.iterdir())
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
        for seed in (under_test.plan.seed, *(seat.seed for seat in under_test.seats)):
            assert str(seed) not in text.replace("2026", "")
        assert "seed" not in text
        for _ in range(1000):
            held.may_move.release()
        playing.join()


def test_a_run_says_what_it_is_as_long_as_it_lives(log: Path) -> None:
    assert not is_running(log)
    with UnderWay(log, NOTE):
        wait_until(lambda: is_running(log))
        assert read_run(log) == NOTE
        second = UnderWay(log, NOTE)
        with pytest.raises(BlockingIOError):
            second._begin()
    assert not is_running(log)
    assert read_run(log) is None


def test_what_a_killed_run_has_left_is_not_alive_and_is_removed_by_the_next(tmp_path: Path) -> None:
    log, mark = tmp_path / "games.jsonl", new_mark()
    stalling = misbehaving_spec("stall", 3, mark)
    words = ["random", stalling, "--movetime", "60000", "--out", str(log)]
    with started("match", *words) as runner:
        wait_until(lambda: bool(game_files(log)))
        assert is_running(log)
        runner.kill()
        end_of(runner)
    assert game_files(log)
    assert not is_running(log)
    log.unlink()
    (folder_of(log) / "mine.txt").touch()
    with UnderWay(log, NOTE):
        wait_until(lambda: is_running(log))
        assert game_files(log) == {}
    assert [path.name for path in folder_of(log).iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("hindrance", ["file", "loop", "gone"])
def test_a_run_does_not_suffer_where_nothing_can_be_written(log: Path, hindrance: str) -> None:
    folder = folder_of(log)
    if hindrance == "file":
        folder.touch()
    elif hindrance == "loop":
        folder.mkdir()
        (folder / RUN).symlink_to("/dev/null")
    shown_log = log if hindrance != "gone" else log.parent / "no" / "such"
    with UnderWay(shown_log, NOTE) as shown:
        tries: list[int] = []
        publish = shown._publish

        def counted() -> None:
            tries.append(1)
            publish()

        shown._publish = counted  # type: ignore[method-assign]
        wait_until(lambda: len(tries) > 3)
        assert game(Scripted(), Scripted(), observer=shown).play().outcome == "played"
    assert not is_running(shown_log)


def test_a_file_that_cannot_be_added_to_is_begun_anew(log: Path) -> None:
    held = Held()
    with UnderWay(log, NOTE) as shown:
        under_test = game(held, Scripted(), observer=shown)
        playing = threading.Thread(target=under_test.play, daemon=True)
        playing.start()
        wait_until(lambda: bool(game_files(log)))
        reader = GameUnderWay(game_files(log)[1])
        reader.update()
        (path := game_files(log)[1]).unlink()
        held.may_move.release()
        wait_until(lambda: path.exists() and reader.update() and len(reader.plies) > 2)
        assert reader.count == 2
        assert reader.plies == under_test.plies[: len(reader.plies)]
        for _ in range(1000):
            held.may_move.release()
        playing.join()


def test_a_series_shows_its_games_and_is_the_same_as_without(tmp_path: Path) -> None:
    log, seen = tmp_path / "games.jsonl", []

    def look(_: object) -> None:
        wait_until(lambda: is_running(log))
        seen.append(read_run(log))

    players = ["heuristic", "random"]
    shown = play_series(players, 2, seed=4, nodes=5, out=log, on_game=look)
    plain = play_series(players, 2, seed=4, nodes=5)
    assert seen == [RunNote("", 2, 2, ("heuristic", "random"))] * 2
    assert [r.final for r in shown.records] == [r.final for r in plain.records]
    assert [record.id for record in read_records(log)] == ["1.1", "1.2"]
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


@pytest.fixture
def tournament(tmp_path: Path) -> Iterator[Path]:
    """Give the game log of a tournament whose games do not end."""
    mark = new_mark()
    stalling = json.dumps(misbehaving_spec("stall", 3, mark))
    event = tmp_path / "cup.toml"
    event.write_text(
        f"deals = 3\njobs = 2\n[limits]\nmovetime = 60000\n"
        f'[[players]]\nplayer = "random"\n[[players]]\nplayer = {stalling}\nname = "slow"\n'
    )
    with started("tournament", str(event), "--out", str(tmp_path / "cup")) as runner:
        wait_for(mark, 2)
        yield tmp_path / "cup/games.jsonl"
        runner.terminate()
        end_of(runner)
    assert not (tmp_path / "cup").exists()


def test_a_tournament_shows_its_games(tournament: Path) -> None:
    wait_until(lambda: len(game_files(tournament)) == 2)
    assert read_run(tournament) == RunNote("cup", 6, 2, ("random", "slow"))
    reader = GameUnderWay(game_files(tournament)[2])
    wait_until(reader.update)
    assert reader.head is not None
    assert (reader.head.id, reader.head.players) == ("1.2", ("slow", "random"))
