"""How many tables the server of `web` holds: engines play at all of them, and each is watched.

`python docs/web_load.py --tables 20 --movetime 50 --seconds 60` prints moves a second, what the
server itself takes of the processor and of memory, how long a request takes, and how long a move
takes from the engine to the socket.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

TICKS = os.sysconf("SC_CLK_TCK")
PAUSE = 0.25  # seconds between two requests


class Server:
    """The command in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "spyrium_ai", "web", "--no-browser", "--no-record"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        said = self.process.stdout.readline() if self.process.stdout else ""
        self.address, token = re.findall(r"http://(\S+)/\?token=(\S+)", said)[0]
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, path: str, body: object = None) -> Any:
        """Return what the server answers."""
        headers = self.headers | {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 (our own)
            return json.load(answer)

    def seconds(self) -> float:
        """Return the processor time of the server, its engines apart."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def megabytes(self) -> float:
        """Return the memory of the server, its engines apart."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


async def follow(server: Server, movetime: int, moves: list[float], end: float) -> None:
    """Open tables, one after the other, and note when each move came."""
    seats = [{"kind": "engine", "name": "mcts"}] * 2
    while time.monotonic() < end:
        asked = {"seats": seats, "movetime": movetime, "keep": False}
        table = (await asyncio.to_thread(server.ask, "/api/tables", asked))["id"]
        socket = f"ws://{server.address}/api/tables/{table}/socket"
        async with connect(socket, additional_headers=server.headers) as feed:
            async for text in feed:
                state = json.loads(text)
                if state["from"]:
                    moves += [time.monotonic()] * sum(map(bool, state["seats"]))
                if state["decides"]["kind"] == "over" or time.monotonic() > end:
                    break


async def measure(server: Server, tables: int, movetime: int, seconds: int) -> None:
    """Print the figures."""
    server.ask("/api/setup")
    end = time.monotonic() + seconds
    moves: list[float] = []
    begun, used = time.monotonic(), server.seconds()
    players = [asyncio.create_task(follow(server, movetime, moves, end)) for _ in range(tables)]
    answers = []
    while time.monotonic() < end:
        start = time.perf_counter()
        await asyncio.to_thread(server.ask, "/api/setup")
        answers.append(1000 * (time.perf_counter() - start))
        await asyncio.sleep(PAUSE)
    passed = time.monotonic() - begun
    share = 100 * (server.seconds() - used) / passed
    await asyncio.gather(*players)
    tenths = statistics.quantiles(answers, n=20)
    print(f"{tables} tables, {movetime} ms a move, {passed:.0f} s")
    print(f"moves a second: {len(moves) / passed:.1f}")
    print(f"the server: {share:.0f} % of a core, {server.megabytes():.0f} MB")
    print(f"a request: median {statistics.median(answers):.0f} ms, 95 % in {tenths[-1]:.0f} ms")


def main() -> None:
    """Read the options, and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--movetime", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    server = Server()
    try:
        asyncio.run(measure(server, given.tables, given.movetime, given.seconds))
    finally:
        server.process.terminate()
        server.process.wait()


if __name__ == "__main__":
    main()
