"""`spyrium-ai selfplay`: its shards, resuming it after any end, and what it says of mistakes."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from support.program import end_of, started, wait_until
from support.run_command import invoke, mistake_of

from spyrium_ai.envs import shards
from spyrium_ai.envs.selfplay import SelfplaySettings, play_game
from spyrium_ai.envs.selfplay_run import SelfplayRun
from spyrium_ai.envs.shards import Shard, read_shards
from spyrium_ai.util.errors import HaltError

FAST = ("--nodes", 3, "--seed", 5)


def selfplay(folder: Path, games: int, *more: object) -> str:
    result = invoke("selfplay", "--out", folder, "--games", games, *FAST, *more)
    assert result.exit_code == 0, result.output
    assert not list((folder / "parts").iterdir())
    return result.stdout


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("shard-*")}


def test_the_games_do_not_depend_on_the_processes(tmp_path: Path) -> None:
    alone, two = tmp_path / "alone", tmp_path / "two"
    told = selfplay(alone, 5)
    assert told.startswith(f"{alone}: 5 games with ")
    assert told.endswith(" decisions in 1 shard\n")
    selfplay(two, 5, "--jobs", 2)
    assert contents(two) == contents(alone)
    (found,) = read_shards(alone)
    assert found.game_numbers.tolist() == [0, 1, 2, 3, 4]


def test_a_run_is_extended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spyrium_ai.envs.selfplay_run.GAMES_OF_SHARD", 3)
    at_once, in_parts = tmp_path / "at-once", tmp_path / "in-parts"
    selfplay(at_once, 8)
    assert sorted(contents(at_once)) == [f"shard-{number:06}.npz" for number in range(3)]
    for games in (1, 5, 8):
        selfplay(in_parts, games)
    assert contents(in_parts) == contents(at_once)
    before = contents(in_parts)
    assert "8 games" in selfplay(in_parts, 2)  # no game is removed
    assert contents(in_parts) == before
    assert [len(each.game_seeds) for each in read_shards(in_parts)] == [3, 3, 2]


def processes_of_session(session: int) -> set[int]:
    """Return the processes that a program in a session of its own has started, and itself."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, number = path.read_text(encoding="utf-8").rpartition(")")[2].split()[:4]
            if int(number) == session and state != "Z":
                found.add(int(path.parent.name))
    return found


@pytest.mark.parametrize(("jobs", "number"), [(1, signal.SIGINT), (2, signal.SIGTERM)])
def test_an_interrupted_run_keeps_its_games(tmp_path: Path, jobs: int, number: int) -> None:
    folder, whole = tmp_path / "folder", tmp_path / "whole"
    words = ("selfplay", "--out", folder, "--games", 50, *FAST, "--jobs", jobs)
    with started(*words) as process:
        wait_until(lambda: len(list(folder.glob("parts/game*"))) > 3)
        process.send_signal(number)
        out, err = end_of(process)
    assert process.returncode == 128 + number, err
    assert not err
    kept = len(list(folder.glob("parts/game*")))
    assert f"{kept} more games in unfinished shards" in out
    assert 3 < kept < 50
    assert not contents(folder)
    selfplay(folder, kept + 1)
    selfplay(whole, kept + 1)
    assert contents(folder) == contents(whole)


def test_a_killed_run_is_resumed(tmp_path: Path) -> None:
    folder, whole = tmp_path / "folder", tmp_path / "whole"
    words = ("selfplay", "--out", folder, "--games", 50, *FAST, "--jobs", 2)
    with started(*words) as process:
        wait_until(lambda: len(list(folder.glob("parts/game*"))) > 3)
        assert processes_of_session(process.pid) != {process.pid}
        process.kill()
        process.wait()
        wait_until(lambda: not processes_of_session(process.pid))
    kept = {path: path.stat().st_mtime_ns for path in folder.glob("parts/game*")}
    draft = folder / "parts" / ".game-00000001.npz.77"
    draft.write_bytes(b"half")
    unfinished = invoke("selfplay", "--out", folder, "--games", 7, *FAST)
    assert unfinished.exit_code == 0, unfinished.output
    assert not draft.exists()
    beyond = [path for path in kept if int(path.stem[5:]) >= 7]
    assert [path.stat().st_mtime_ns for path in beyond] == [kept[path] for path in beyond]
    selfplay(whole, 7)
    assert contents(folder) == contents(whole)


def test_a_run_that_was_killed_before_it_removed_the_parts(tmp_path: Path) -> None:
    selfplay(tmp_path, 3)
    (found,) = read_shards(tmp_path)
    before = contents(tmp_path)
    (tmp_path / "parts" / "game-00000002.npz").write_bytes(shards.pack(found))
    selfplay(tmp_path, 3)
    assert contents(tmp_path) == before


class Losing:
    """Plays the first of the games that it is asked for, until it has played so many."""

    is_stopped = False

    def __init__(self, settings: SelfplaySettings, most: int) -> None:
        self.settings, self.left = settings, most

    def play(self, numbers: Iterable[int]) -> Iterator[Shard]:
        for number in numbers:
            if self.left:
                self.left -= 1
                game = play_game(self.settings, number)
                assert game is not None
                yield game
            return


def test_games_that_are_lost_are_played_again_as_long_as_some_are_finished(tmp_path: Path) -> None:
    settings = SelfplaySettings(players=2, nodes=3, sampled=30, seed=5)
    shown: list[None] = []
    with SelfplayRun(tmp_path / "folder", settings, 4) as run:
        with pytest.raises(HaltError, match="no game was finished"):
            run.run(Losing(settings, 3), lambda: shown.append(None))
        assert run.done == len(shown) == 3
        run.run(Losing(settings, 1), lambda: shown.append(None))
    selfplay(tmp_path / "here", 4)
    assert contents(tmp_path / "folder") == contents(tmp_path / "here")


def test_a_folder_without_a_game_is_not_left(tmp_path: Path) -> None:
    settings = SelfplaySettings(players=2, nodes=3, sampled=30, seed=5)
    own = tmp_path / "own"
    own.mkdir()
    for folder in (own, tmp_path / "new"):
        with SelfplayRun(folder, settings, 4) as run:
            assert (folder / "selfplay.json").exists()
            assert run.done == 0
    assert list(tmp_path.iterdir()) == [own]
    assert not list(own.iterdir())


def test_only_one_run_at_a_time_has_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    with started("selfplay", "--out", folder, "--games", 10**6, *FAST):
        wait_until(lambda: bool(list(folder.glob("parts/game*"))))
        result = invoke("selfplay", "--out", folder, *FAST)
    assert "is being written by another run" in mistake_of(result)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    selfplay(tmp_path, 2)
    shard = tmp_path / "shard-000000.npz"
    shard.write_bytes(shard.read_bytes()[:-50])
    told = mistake_of(invoke("selfplay", "--out", tmp_path, "--games", 3, *FAST))
    assert "shard-000000.npz' cannot be read as a shard" in told
    assert told.endswith("remove it, and its games are played again")
    shard.unlink()
    selfplay(tmp_path, 3)
    (tmp_path / "parts" / "game-00000003.npz").write_bytes(b"")
    told = mistake_of(invoke("selfplay", "--out", tmp_path, "--games", 4, *FAST))
    assert "game-00000003.npz' cannot be read as a shard" in told


def test_mistakes_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    selfplay(folder, 1)
    other = invoke("selfplay", "--out", folder, "--nodes", 4, "--seed", 5, "--sampled", 2)
    told = mistake_of(other)
    assert "has games of other settings: nodes 3 instead of 4, sampled 30 instead of 2" in told
    (folder / "selfplay.json").write_text("no\n", encoding="utf-8")
    assert "has no settings of a run" in mistake_of(invoke("selfplay", "--out", folder, *FAST))
    (folder / "selfplay.json").unlink()
    assert "has other files" in mistake_of(invoke("selfplay", "--out", folder, *FAST))
    missing = invoke("selfplay", "--out", tmp_path / "a" / "b", *FAST)
    assert "No such file or directory" in mistake_of(missing)
    file = tmp_path / "file"
    file.touch()
    assert "is a file" in mistake_of(invoke("selfplay", "--out", file, *FAST))
    assert "from 2 to 5" in mistake_of(invoke("selfplay", "--out", folder, "--players", 6))
