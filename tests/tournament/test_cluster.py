"""Games on a cluster: a real scheduler and a real worker on loopback."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="needs Dask: pip install '.[dask]'")

from support.cluster_events import NODES, event_file, games, on, play, stalling, when_there_are
from support.dask_cluster import DaskCluster, kill
from support.fake_runners import interrupted, stops_though_not_closed
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, processes, wait_for, wait_until_gone
from support.program import wait_until
from support.run_command import invoke, mistake_of

from spyrium_ai.match.local_runner import LocalRunner
from spyrium_ai.match.player_spec import parse_player, parse_players
from spyrium_ai.match.schedule import schedule
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.tournament.cluster_runner import ClusterRunner, WorkerRunner
from spyrium_ai.tournament.event import Event
from spyrium_ai.tournament.event_file import read_event
from spyrium_ai.util.cluster import cluster, worker
from spyrium_ai.util.cluster.worker import Run
from spyrium_ai.util.errors import HaltError, UsageError
from spyrium_ai.util.processors import cores
from spyrium_ai.version import full_version


def test_an_event_begun_here_goes_on_there_round_by_round(
    dask: DaskCluster, tmp_path: Path
) -> None:
    text = 'format = "swiss"\nseed = 1\ndeals = 1\njobs = 1\nlimits.nodes = 5\nrounds = '
    one, three = (event_file(tmp_path, n, text + n, *["random"] * 3) for n in ("1", "3"))
    with LocalRunner(read_event(Path(one))) as workers:
        play(tmp_path / "games.jsonl", read_event(Path(one)), workers)
        play(tmp_path / "here", read_event(Path(three)), workers)
    there = invoke("tournament", three, "--out", tmp_path, *on(dask))
    assert there.exit_code == 0, there.stderr
    assert "\n4 of 12 games finished already: resuming" in there.stderr
    assert "\nround 3 of 3, 12 of 12 games, 6 of 6 deal sets, " in there.stderr
    assert games(tmp_path / "games.jsonl") == games(tmp_path / "here")


def test_mistakes_of_the_command() -> None:
    assert "--backend dask needs --scheduler" in mistake_of(
        invoke("tournament", "quick", "--backend", "dask")
    )
    assert "--scheduler is for --backend dask, not for --backend local" in mistake_of(
        invoke("tournament", "quick", "--scheduler", "tcp://127.0.0.1:1")
    )


def test_machines_with_too_few_cores_are_told(dask: DaskCluster) -> None:
    threads = min(64, 2 * cores())
    timed = MatchSettings(parse_players([f"mcts:threads={threads},movetime=9", "random"]))
    crew = ClusterRunner(timed, dask.address)
    with crew:
        (warning,) = crew.warnings
    assert warning.startswith(
        f"2 games in parallel with up to {threads} threads each need more than"
    )
    assert f" cores of {socket.gethostname()}: " in warning


def test_a_stop_ends_the_games_on_the_workers(dask: DaskCluster, tmp_path: Path) -> None:
    mark = new_mark()
    crew = ClusterRunner(stalling(mark), dask.address)
    with when_there_are(2, mark, crew.stop), crew:
        play(tmp_path / "games", stalling(mark), crew)
        assert crew.is_stopped
    assert processes(mark) == []
    assert games(tmp_path / "games") == {}


def test_a_stop_while_engines_start(dask: DaskCluster) -> None:
    mark = new_mark()
    crew = ClusterRunner(
        MatchSettings(parse_players(["random", misbehaving_spec("silent", 1, mark)])), dask.address
    )
    with when_there_are(1, mark, crew.stop), pytest.raises(UsageError), crew:
        pytest.fail("the engine does not start")
    assert crew.is_stopped
    assert processes(mark) == []


def test_no_engine_is_left_on_a_worker_when_the_runner_is_killed(
    dask: DaskCluster, tmp_path: Path
) -> None:
    mark = new_mark()
    path = event_file(
        tmp_path, "my", "limits.movetime = 600_000", misbehaving_spec("stall", 1, mark)
    )
    runner = subprocess.Popen(
        [sys.executable, "-m", "spyrium_ai", "tournament", path, *on(dask)],
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(mark, 2)
    finally:
        runner.kill()
        runner.wait()
    assert wait_until_gone(mark) == []
    assert dask.busy() == {}


def test_a_worker_that_cannot_play_is_named(dask: DaskCluster, tmp_path: Path) -> None:
    (address,) = dask.pids()
    entry = tmp_path / "gone.toml"
    entry.write_text('command = ["python", "./gone.py"]')
    gone = MatchSettings((parse_player("random"), parse_player("./gone.toml", tmp_path)))
    entry.unlink()
    with pytest.raises(UsageError, match=f"^worker {address}: no file .*gone.toml'$"):
        ClusterRunner(gone, dask.address).__enter__()
    strange = MatchSettings(parse_players(["random", misbehaving_spec("version-2", 1)]))
    with pytest.raises(UsageError, match=f"^worker {address}: .* does not start") as caught:
        ClusterRunner(strange, dask.address).__enter__()
    assert "< spyriumok 2" in str(caught.value)


def test_a_worker_of_another_version_is_refused_also_when_it_comes_late(
    dask: DaskCluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    event = Event(parse_players(["random", "random"]), NODES, deals=1)
    here = re.escape(full_version())
    words = f"^worker tcp://.*: it has spyrium-ai {here}, and the games are for 99.0$"
    with ClusterRunner(event, dask.address) as crew:
        crew._run = replace(crew._run, id="late", version="99.0")
        with pytest.raises(HaltError, match=words):
            play(tmp_path / "games", event, crew)
    monkeypatch.setattr(cluster, "full_version", lambda: "99.0")
    with pytest.raises(UsageError, match=words):
        ClusterRunner(event, dask.address).__enter__()


def test_a_worker_without_the_program_is_named(dask: DaskCluster, tmp_path: Path) -> None:
    preload = tmp_path / "without.py"
    preload.write_text("import sys\nsys.modules['spyrium_ai'] = None\n")
    stranger = dask.worker(1, "--no-nanny", "--preload", str(preload))
    try:
        dask.wait_for(2)
        with pytest.raises(UsageError, match=r"^worker tcp://.* cannot use .*: ModuleNotFoundErr"):
            ClusterRunner(MatchSettings(parse_players(["random"] * 2)), dask.address).__enter__()
    finally:
        kill(stranger)
        wait_until(lambda: len(dask.pids()) == 1)


def test_a_stop_ends_though_the_closing_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = ClusterRunner(MatchSettings(parse_players(["random", "random"])), "tcp://127.0.0.1:1")
    monkeypatch.setattr(cluster._quiet, "close", interrupted)
    assert stops_though_not_closed(cluster)


def test_games_may_be_left(dask: DaskCluster) -> None:
    event = Event(parse_players(["random", "random"]), NODES, deals=50)
    for crew in (ClusterRunner(event, dask.address), LocalRunner(event, 2)):
        with crew:
            games = crew.play(schedule(2, 50, 1))
            assert next(games).block == 1
            games.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("tcp://127.0.0.1:1", "^no Dask scheduler at 'tcp://127.0.0.1:1': "),
        ("nonsense", "^--scheduler 'nonsense' is not PROTOCOL://HOST:PORT"),
        ("foo://127.0.0.1:8786", "^--scheduler 'foo://127.0.0.1:8786' is not PROTOCOL://HOST:PORT"),
    ],
)
def test_a_wrong_address(
    address: str, problem: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    with pytest.raises(UsageError, match=problem):
        ClusterRunner(MatchSettings(parse_players(["random"] * 2)), address).__enter__()
    assert capfd.readouterr() == ("", "")


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UsageError, match=r"pip install '.\[dask\]'"):
        ClusterRunner(MatchSettings(parse_players(["random"] * 2)), "tcp://127.0.0.1:1").__enter__()


def test_a_worker_session_without_games_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "IDLE_SECONDS", 0.1)
    mark = new_mark()
    settings = MatchSettings(parse_players(["random", misbehaving_spec("none", 1, mark)]))
    run = Run("idle", full_version(), partial(WorkerRunner, settings))
    with worker._worker_session(run, None) as post:
        post.check()
        assert len(processes(mark)) == 1
        time.sleep(0.5)  # several times IDLE_SECONDS
        assert len(processes(mark)) == 1
    assert wait_until_gone(mark) == []
