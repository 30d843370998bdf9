"""The command itself: the link that it prints, its end, and what is wrong with its options."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from spyrium_ai.cli import cli

PROGRAM = (sys.executable, "-m", "spyrium_ai", "web", "--no-browser")


@contextmanager
def started(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give the process and the link of a server."""
    command = [*PROGRAM, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        link = re.fullmatch(r"Spyrium is at (http://\S+)\n", process.stdout.readline())
        assert link, process.stderr and process.stderr.read()
        yield process, link[1]
    finally:
        process.kill()
        process.communicate()


def ask(link: str, path: str, body: object = None) -> tuple[int, str]:
    """Return the status and the content of an answer to a program with the token."""
    base, _, token = link.partition("/?token=")
    data = None if body is None else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    request = urllib.request.Request(f"{base}{path}", data, headers)  # noqa: S310 (our own)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def processes_of(parent: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for each in lists for pid in each.read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_ends_quickly_and_leaves_no_engine(number: signal.Signals) -> None:
    with started() as (process, link):
        seats = [{"kind": "person", "name": "Ada"}, {"kind": "engine", "name": "random"}]
        status, _ = ask(link, "/api/tables", {"seats": seats, "keep": False})
        assert status == 201
        engines = [
            pid
            for pid in processes_of(process.pid)
            if b"engine" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]
        assert engines
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert errors == ""
    deadline = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in engines) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(Path(f"/proc/{pid}").exists() for pid in engines)


def test_the_port_can_be_chosen_and_an_engine_given() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with started("--port", str(port), "--engine", "mcts:nodes=20") as (_, link):
        assert f":{port}/" in link
        engines = json.loads(ask(link, "/api/setup")[1])["engines"]
        assert "mcts:nodes=20" in [engine["name"] for engine in engines]
        assert ask(link, "/analysis")[0] == 200


def test_no_games_are_kept_without_a_record() -> None:
    with started("--no-record") as (_, link):
        assert json.loads(ask(link, "/api/setup")[1])["kept"] == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--watch", "nowhere"], "--watch: there is no 'nowhere'"),
        (["--watch", __file__], "is no game log: it does not begin with '{'"),
        (["--engine", "nobody"], "no player 'nobody'"),
        (["--engine", "human"], "--engine: a person is no engine"),
        (["--engine", "mcts:x=1"], "no option 'x'"),
        (["--host", "no.such.host.invalid"], "'no.such.host.invalid' is no address"),
        (["--host", "192.0.2.1"], "cannot listen at 192.0.2.1: "),
        (["--port", "0"], "'0' is not a whole number from 1 to 65535"),
    ],
)
def test_wrong_options_are_named(options: list[str], words: str) -> None:
    result = CliRunner().invoke(cli, ["web", "--no-browser", *options], standalone_mode=False)
    assert words in f"{result.exception}{result.output}"


def test_a_port_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [*PROGRAM, "--port", port], check=False, capture_output=True, text=True, timeout=60
        )
    assert done.returncode == 2
    assert (
        done.stderr == f"Error: cannot listen at 127.0.0.1, port {port}: Address already in use\n"
    )
