"""Self-play on a cluster: the games are those of one machine, whoever dies."""

from __future__ import annotations

import importlib
import signal
import socket
import sys
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="needs Dask: pip install '.[dask]'")

from support.cluster_events import on
from support.dask_cluster import DaskCluster, kill
from support.gated_workers import gate, killing_one_of_two, when
from support.program import end_of, started, wait_until
from support.run_command import invoke, mistake_of

from spyrium_ai.util.cluster import cluster
from spyrium_ai.util.errors import HaltError
from spyrium_ai.version import full_version

FAST = ("--nodes", 3, "--seed", 5)
LONG = ("--nodes", 20_000)


def selfplay(folder: Path, games: int, *more: object) -> str:
    result = invoke("selfplay", "--out", folder, "--games", games, *FAST, *more)
    assert result.exit_code == 0, result.output
    return result.stdout


def parts(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("parts/game*"))


def shard(folder: Path) -> bytes:
    return (folder / "shard-000000.npz").read_bytes()


def sessions(dask: DaskCluster) -> int:
    """Return how many runs the workers serve."""
    found = dask.client.run(
        lambda: len(importlib.import_module("spyrium_ai.util.cluster.worker")._SESSIONS)
    )
    return sum(found.values())


def test_the_games_are_those_of_processes(dask: DaskCluster, tmp_path: Path) -> None:
    here, there, mixed = tmp_path / "here", tmp_path / "there", tmp_path / "mixed"
    told = selfplay(here, 5, "--jobs", 2)
    assert selfplay(there, 5, *on(dask)) == told.replace(str(here), str(there))
    assert shard(there) == shard(here)
    for games, options in ((1, on(dask)), (3, ("--jobs", 1)), (5, (*on(dask), "--jobs", 1))):
        selfplay(mixed, games, *options)
    assert shard(mixed) == shard(here)


def test_a_worker_that_dies_loses_nothing(tmp_path: Path) -> None:
    folder, here = tmp_path / "folder", tmp_path / "here"
    file, gated = gate(tmp_path, free=1)
    with DaskCluster(tmp_path) as dask:
        for _ in range(2):
            dask.worker(1, *gated)
        dask.wait_for(2)
        with killing_one_of_two(dask, file):
            selfplay(folder, 6, *on(dask))
    selfplay(here, 6)
    assert shard(folder) == shard(here)


def test_a_game_whose_workers_all_died_is_played_again(tmp_path: Path) -> None:
    folder, here = tmp_path / "folder", tmp_path / "here"
    file, gated = gate(tmp_path, free=2)
    # The first death is one too many for Dask, which does not send the game to another worker.
    with DaskCluster(tmp_path, scheduler__allowed_failures=0) as dask:
        dask.worker(1, *gated)
        dask.wait_for(1)
        (address,) = dask.pids()

        def kill_it() -> None:
            dask.kill_within_a_game(address, group=False)

        with when(lambda: len(parts(folder)) == 2, kill_it, file):
            result = invoke("selfplay", "--out", folder, "--games", 4, *FAST, *on(dask))
    assert result.exit_code == 0, result.output
    assert "a game was lost and will be played again: 1 worker has died" in result.stderr
    selfplay(here, 4)
    assert shard(folder) == shard(here)


def test_the_death_of_the_scheduler_keeps_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Enough to connect on a busy machine; so long is the connection looked for when it is lost.
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 3)
    folder, here = tmp_path / "folder", tmp_path / "here"
    file, gated = gate(tmp_path, free=2)
    with DaskCluster(tmp_path) as dask:
        dask.worker(1, "--no-nanny", *gated)
        dask.wait_for(1)
        with when(lambda: len(parts(folder)) == 2, lambda: kill(dask.scheduler), file):
            result = invoke("selfplay", "--out", folder, "--games", 6, *FAST, *on(dask))
    assert isinstance(result.exception, HaltError)
    assert str(result.exception) == f"the scheduler at {dask.address} has shut down"
    assert parts(folder) == ["game-00000000.npz", "game-00000001.npz"]
    selfplay(folder, 6)
    selfplay(here, 6)
    assert shard(folder) == shard(here)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_games_end_with_the_command(dask: DaskCluster, tmp_path: Path, number: int) -> None:
    folder = tmp_path / "folder"
    with started("selfplay", "--out", folder, *LONG, *on(dask)) as process:
        wait_until(lambda: sum(dask.busy().values()) == 2)
        process.send_signal(number)
        out, err = end_of(process)
    wait_until(lambda: sessions(dask) == 0)
    assert dask.busy() == {}
    if number == signal.SIGTERM:
        assert process.returncode == 128 + number, err
        assert not err
        assert out == f"{folder}: 0 games with 0 decisions in 0 shards\n"
        assert not folder.exists()


def test_a_worker_of_another_version_is_refused(
    dask: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "full_version", lambda: "99.0")
    told = mistake_of(invoke("selfplay", "--out", tmp_path / "folder", *FAST, *on(dask)))
    (address,) = dask.pids()
    words = f"it has spyrium-ai {full_version()}, and the games are for 99.0"
    assert told == f"worker {address}: {words}"
    assert not (tmp_path / "folder").exists()


def test_no_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT_SECONDS", 0.5)
    with DaskCluster(tmp_path) as dask:
        result = invoke("selfplay", "--out", tmp_path / "folder", *FAST, *on(dask))
    assert mistake_of(result) == f"no worker at {dask.address} has answered for 0.5 s"


def test_a_wrong_or_silent_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        addresses = {
            "nonsense": "--scheduler 'nonsense' is not PROTOCOL://HOST:PORT",
            "tcp://127.0.0.1:1": "no Dask scheduler at 'tcp://127.0.0.1:1': ",
            f"tcp://127.0.0.1:{silent.getsockname()[1]}": "no Dask scheduler at ",
        }
        for address, problem in addresses.items():
            options = ("--backend", "dask", "--scheduler", address)
            told = mistake_of(invoke("selfplay", "--out", tmp_path / "folder", *FAST, *options))
            assert told.startswith(problem)
    assert not (tmp_path / "folder").exists()


def test_mistakes_of_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("selfplay", "--out", tmp_path / "folder")
    told = mistake_of(invoke(*words, "--backend", "dask"))
    assert told.startswith("--backend dask needs --scheduler")
    told = mistake_of(invoke(*words, "--scheduler", "tcp://127.0.0.1:1"))
    assert told == "--scheduler is for --backend dask, not for --backend local"
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = mistake_of(invoke(*words, "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1"))
    assert "Dask is not installed here" in told
