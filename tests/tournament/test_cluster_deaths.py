"""Workers and schedulers that die, and what becomes of the games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="needs Dask: pip install '.[dask]'")

from support.cluster_events import event_file, games, on, play, slow_event, stalling, when_there_are
from support.dask_cluster import DaskCluster, kill
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, processes, wait_for, wait_until_gone
from support.program import PATIENCE, wait_until
from support.run_command import invoke, mistake_of

from spyrium_ai.match.local_runner import LocalRunner
from spyrium_ai.tournament.cluster_runner import ClusterRunner
from spyrium_ai.util.cluster import cluster
from spyrium_ai.util.errors import HaltError


def test_workers_come_and_die_and_the_games_are_those_of_one_machine(tmp_path: Path) -> None:
    mark = new_mark()
    event = slow_event(mark, deals=10)
    with LocalRunner(event, 4) as workers:
        play(tmp_path / "here", event, workers)
    assert wait_until_gone(mark) == []
    said: list[str] = []

    with DaskCluster(tmp_path) as dask, ThreadPoolExecutor(1) as director:
        dask.worker(1)

        def direct() -> None:
            """Add a worker, and when both play kill the first one and its nanny."""
            engines = wait_for(mark, 1)
            (first,) = dask.pids()
            dask.worker(2)
            wait_until(lambda: sum(dask.busy().values()) == 3)
            dask.kill_within_a_game(first, group=True)
            wait_until(lambda: not set(engines) & set(processes(mark)))

        with ClusterRunner(event, dask.address, say=said.append) as crew:
            directed = director.submit(direct)
            play(tmp_path / "there", event, crew)
            directed.result()
    assert wait_until_gone(mark) == []
    assert games(tmp_path / "there") == games(tmp_path / "here")
    assert said == [
        f"no worker answers at {dask.address}: waiting up to 60 s",
        f"a worker answers at {dask.address}",
    ]


def test_games_whose_workers_all_died_are_lost_and_played_again(tmp_path: Path) -> None:
    mark = new_mark()
    event = slow_event(mark, deals=2)
    said: list[str] = []
    # The first death is one too many for Dask, which does not send the game to another worker.
    with DaskCluster(tmp_path, scheduler__allowed_failures=0) as dask:
        dask.worker(1)
        dask.wait_for(1)
        (address,) = dask.pids()
        with (
            ClusterRunner(event, dask.address, say=said.append) as crew,
            when_there_are(1, mark, lambda: dask.kill_within_a_game(address, group=False)),
        ):
            play(tmp_path / "games", event, crew)
    assert games(tmp_path / "games").keys() == {"1.1", "1.2", "2.1", "2.2"}
    died = f"1 worker has died while playing it, the last one at {address}; see that worker's log"
    assert sorted(said) == [
        f"a game was lost and will be played again: {died}",
        f"a worker answers at {dask.address}",
        f"no worker answers at {dask.address}: waiting up to 60 s",
    ]


def test_nobody_waits_for_ever_for_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 0.5)
    monkeypatch.setattr(cluster, "ANSWER_SECONDS", PATIENCE)
    mark = new_mark()
    path = event_file(
        tmp_path, "my", "limits.movetime = 600_000", misbehaving_spec("stall", 3, mark)
    )
    with DaskCluster(tmp_path) as dask:
        words = (path, "--out", tmp_path / "out", *on(dask))
        nobody = f"no worker at {dask.address} has answered for 0.5 s"
        assert mistake_of(invoke("tournament", *words)) == f"my: {nobody}"
        dask.worker(1, "--no-nanny")
        dask.wait_for(1)
        (address,) = dask.pids()
        with when_there_are(1, mark, lambda: dask.kill_within_a_game(address, group=False)):
            result = invoke("tournament", *words)
    assert result.exit_code == 1
    assert result.stdout.endswith("no game was finished\n")
    assert f"\nError: {nobody}\nTo resume: spyrium-ai" in result.stderr
    assert wait_until_gone(mark) == []


def test_the_death_of_the_scheduler_ends_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    # Enough to connect on a busy machine; so long is the connection looked for when it is lost.
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 3)
    mark = new_mark()
    with DaskCluster(tmp_path) as dask:
        dask.worker(1, "--no-nanny")
        with (
            ClusterRunner(stalling(mark), dask.address, say=lambda _: None) as crew,
            when_there_are(1, mark, lambda: kill(dask.scheduler)),
            pytest.raises(HaltError, match=r"^the scheduler at .* has shut down$"),
        ):
            play(tmp_path / "games", stalling(mark), crew)
        assert wait_until_gone(mark) == []
    assert capfd.readouterr() == ("", "")
