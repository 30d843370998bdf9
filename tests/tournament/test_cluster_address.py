"""The scheduler's address: TLS, open addresses, and what answers there that is no scheduler."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from support.certificates import Certificates
from support.dask_cluster import DaskCluster
from support.program import PATIENCE, PROGRAM

from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.tournament.cluster_runner import ClusterRunner
from spyrium_ai.util.cluster import dask_client
from spyrium_ai.util.cluster.dask_client import check_address, connect, open_without_tls
from spyrium_ai.util.errors import UsageError

EVENT = "deals = 1\nseed = 1\n[limits]\nnodes = 1\n" + 2 * '[[players]]\nplayer = "random"\n'
SECONDS = 2.0


def play(folder: Path, address: str, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Play a small event on the cluster."""
    (folder / "cup.toml").write_text(EVENT)
    return subprocess.run(
        [*PROGRAM, "tournament", "cup.toml", "--backend", "dask", "--scheduler", address],
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_an_event_is_played_over_tls(tmp_path: Path) -> None:
    tls = Certificates(tmp_path / "mine")
    with DaskCluster(tmp_path, tls) as cluster:
        cluster.worker()
        cluster.wait_for(1)
        assert cluster.address.startswith("tls://127.0.0.1:")
        done = play(tmp_path, cluster.address, tls.environ())
        assert done.returncode == 0, done.stderr
        assert "2 of 2 games" in done.stdout
        assert "Warning: tls://" not in done.stderr
        (tmp_path / "cup" / "games.jsonl").unlink()
        for environ, reason in (
            ({}, "names no certificates (distributed.comm.tls)"),
            (Certificates(tmp_path / "strangers").environ(), "no Dask scheduler at"),
        ):
            refused = play(tmp_path, cluster.address, environ)
            assert refused.returncode == 2
            assert reason in refused.stderr
            assert "Traceback" not in refused.stderr


def test_open_addresses_are_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = MatchSettings(parse_players(["random", "random"]), TimeControl(nodes=1))
    with DaskCluster(tmp_path) as cluster:
        cluster.worker()
        cluster.wait_for(1)
        with ClusterRunner(settings, cluster.address) as runner:
            assert runner.warnings == []
        # As if it were not on loopback: no test opens a port to others.
        monkeypatch.setattr(dask_client, "_is_loopback", lambda _: False)
        with ClusterRunner(settings, cluster.address) as runner:
            (warning,) = runner.warnings
    assert warning.startswith(f"{cluster.address} and 1 more: whoever can reach this address")


def test_which_addresses_are_open() -> None:
    closed = ["tcp://127.0.0.1:8786", "tcp://[::1]:8786", "tls://10.0.0.1:8786", "inproc://a/1"]
    assert open_without_tls(closed) == []
    open_to_all = ["tcp://10.0.0.1:8786", "tcp://[fe80::1]:8786", "tcp://host.example:8786"]
    assert open_without_tls([*open_to_all, *closed]) == open_to_all


@pytest.mark.parametrize(
    "address",
    [
        "",
        "host",
        "tcp://",
        "tcp://host",
        "http://host:80",
        "/etc/passwd",
        "xyz://a:1",
        "tcp://host:0",
        "tcp://host:99999",
        "tcp://host:abc",
        "tcp://:8786",
        "tcp://a b:8786",
    ],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(UsageError, match="is not PROTOCOL://HOST:PORT with tcp or tls"):
        check_address(address)


@pytest.mark.parametrize("address", ["tcp://host:8786", "tls://10.0.0.1:1", "a.b:65535", "[::1]:9"])
def test_what_is_an_address(address: str) -> None:
    check_address(address)


class Page(BaseHTTPRequestHandler):
    """Answers as a web server does."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def web_server() -> Iterator[int]:
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def silent_server() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@contextmanager
def nobody() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    yield port


@pytest.mark.parametrize("server", [web_server, silent_server, nobody])
def test_no_scheduler_at_the_address(
    server: object,
) -> None:
    assert callable(server)
    with server() as port, pytest.raises(UsageError, match="no Dask scheduler at"):
        connect(f"tcp://127.0.0.1:{port}", SECONDS)


def test_an_unknown_host_is_named() -> None:
    with pytest.raises(UsageError, match=r"no Dask scheduler at 'tcp://nowhere\.invalid:8786'"):
        connect("tcp://nowhere.invalid:8786", SECONDS)


def test_a_worker_is_no_scheduler_and_a_loop_may_run_here(tmp_path: Path) -> None:
    with DaskCluster(tmp_path) as cluster:
        cluster.worker()
        cluster.wait_for(1)
        (worker,) = cluster.pids()
        with pytest.raises(UsageError, match=f"'{worker}': a worker answers there"):
            connect(worker, SECONDS)
        # In a thread, since the browser of other tests keeps a loop in this one.
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, connected_from_within(cluster.address)).result()


async def connected_from_within(address: str) -> None:
    """Connect while an event loop runs here, as in a notebook."""
    connect(address, SECONDS).close()
