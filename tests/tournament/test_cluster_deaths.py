"""Workers and schedulers that die, and what becomes of the games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="needs Dask: pip install '.[dask]'")

from support.cluster_events import event_file, games, on, play, slow_event, stalling, when_there_are
from support.dask_cluster import Farm, kill
from support.faulty import faulty_spec, new_mark, processes, wait_for, wait_until_gone
from support.run_command import invoke, mistake_of

from spyrium_ai.match.local_runner import LocalRunner
from spyrium_ai.tournament.cluster import cluster_runner
from spyrium_ai.tournament.cluster.cluster_runner import Cluster
from spyrium_ai.util.errors import HaltError


def test_workers_come_and_die_and_the_games_are_those_of_one_machine(tmp_path: Path) -> None:
    mark = new_mark()
    event = slow_event(mark, deals=10)
    with LocalRunner(event, 4) as workers:
        play(tmp_path / "here", event, workers)
    assert wait_until_gone(mark) == []
    said: list[str] = []

    with Farm(tmp_path) as farm, ThreadPoolExecutor(1) as director:
        farm.worker(1)

        def direct() -> None:
            """Add a worker, and when both play kill the first one and its nanny."""
            engines = wait_for(mark, 1)
            (first,) = farm.pids()
            farm.worker(2)
            farm.wait_until(lambda: sum(farm.busy().values()) == 3)
            farm.kill_within_a_game(first, group=True)
            farm.wait_until(lambda: not set(engines) & set(processes(mark)))

        with Cluster(event, farm.address, say=said.append) as crew:
            directed = director.submit(direct)
            play(tmp_path / "there", event, crew)
            directed.result()
    assert wait_until_gone(mark) == []
    assert games(tmp_path / "there") == games(tmp_path / "here")
    assert said == [
        f"no worker answers at {farm.address}: waiting up to 60 s",
        f"a worker answers at {farm.address}",
    ]


def test_games_whose_workers_all_died_are_lost_and_played_again(tmp_path: Path) -> None:
    mark = new_mark()
    event = slow_event(mark, deals=2)
    said: list[str] = []
    # The first death is one too many for Dask, which does not send the game to another worker.
    with Farm(tmp_path, scheduler__allowed_failures=0) as farm:
        farm.worker(1)
        farm.wait_for(1)
        (address,) = farm.pids()
        with (
            Cluster(event, farm.address, say=said.append) as crew,
            when_there_are(1, mark, lambda: farm.kill_within_a_game(address, group=False)),
        ):
            play(tmp_path / "games", event, crew)
    assert games(tmp_path / "games").keys() == {"1.1", "1.2", "2.1", "2.2"}
    died = f"1 worker has died under it, the last one {address}; its log may say why"
    assert sorted(said) == [
        f"a game is lost, and is played again: {died}",
        f"a worker answers at {farm.address}",
        f"no worker answers at {farm.address}: waiting up to 60 s",
    ]


def test_nobody_waits_for_ever_for_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_runner, "WAIT_SECONDS", 0.5)
    mark = new_mark()
    path = event_file(tmp_path, "my", "limits.movetime = 600_000", faulty_spec("stall", 3, mark))
    with Farm(tmp_path) as farm:
        words = (path, "--out", tmp_path / "out", *on(farm))
        nobody = f"no worker answers at {farm.address}, and none has for 0.5 s"
        assert mistake_of(invoke("tournament", *words)) == f"my: {nobody}"
        farm.worker(1, "--no-nanny")
        farm.wait_for(1)
        (address,) = farm.pids()
        with when_there_are(1, mark, lambda: farm.kill_within_a_game(address, group=False)):
            result = invoke("tournament", *words)
    assert result.exit_code == 1
    assert result.stdout.endswith("no game was finished\n")
    assert f"\nError: {nobody}\nTo go on: spyrium-ai" in result.stderr
    assert wait_until_gone(mark) == []


def test_the_death_of_the_scheduler_ends_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_runner, "CONNECT_SECONDS", 1)
    mark = new_mark()
    with Farm(tmp_path) as farm:
        farm.worker(1, "--no-nanny")
        with (
            Cluster(stalling(mark), farm.address, say=lambda _: None) as crew,
            when_there_are(1, mark, lambda: kill(farm.scheduler)),
            pytest.raises(HaltError, match=r"^the scheduler at .* has gone$"),
        ):
            play(tmp_path / "games", stalling(mark), crew)
        assert wait_until_gone(mark) == []
    assert capfd.readouterr() == ("", "")
