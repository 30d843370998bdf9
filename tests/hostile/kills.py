"""Events that are ended by signals at any moment and resumed: no finished game is lost."""

from __future__ import annotations

import json
import random
import signal
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from hostile.fuzzing import Fuzzer
from hostile.zygote import complaint, run

EVENT = """\
name = "event"
deals = 3
seed = 7
jobs = 2
limits = { nodes = 10 }
[[players]]
player = "random"
[[players]]
player = "heuristic"
[[players]]
player = "uct"
"""
GAMES = 18
WORDS = ["tournament", "event.toml", "--out", "out"]
SIGNALS = ("SIGKILL", "SIGKILL", "SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1")

Kill = tuple[float, str]
Games = dict[str, dict[str, Any]]


class Kills(Fuzzer):
    """Ends an event several times; a part is the seconds that it has and the signal."""

    name = "kills"
    short: ClassVar[int] = 1

    def draw(self, luck: random.Random) -> list[Kill]:
        count = luck.randint(2, 4)
        return [(round(luck.uniform(0.05, 2.0), 3), luck.choice(SIGNALS)) for _ in range(count)]

    def check(self, parts: Sequence[Kill], folder: Path) -> str:
        (folder / "event.toml").write_text(EVENT)
        before: Games = {}
        for seconds, name in parts:
            number = getattr(signal, name)
            ran = run(WORDS, folder, seconds=seconds, stop=number)
            if found := complaint(ran, codes=(0, 1, 128 + number, -number), may_last=True):
                return found
            there = games(folder / "out")
            if lost := {game for game in before if there.get(game) != before[game]}:
                return f"games are lost by {name}\n  {sorted(lost)}"
            before = there
        if found := complaint(run(WORDS, folder, seconds=120), codes=(0,)):
            return found
        different = _different(games(folder / "out"), undisturbed())
        return different and f"the log is not that of an undisturbed run\n  {different}"


def games(out: Path) -> Games:
    """Return the games on record by id, without what depends on the clock or the machine.

    A line that breaks off is none. KeyError: a game is on record twice.
    """
    found: Games = {}
    with suppress(FileNotFoundError):
        for line in (out / "games.jsonl").read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                game = json.loads(line)
                if game["id"] in found:
                    raise KeyError(game["id"])
                found[game["id"]] = {**game, "times": None, "started": None}
    return found


@cache
def undisturbed() -> Games:
    """Return the games of a run that nobody has disturbed."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "event.toml").write_text(EVENT)
        done = run(WORDS, Path(name), seconds=120)
        assert done.code == 0, done
        found = games(Path(name) / "out")
    assert len(found) == GAMES
    return found


def _different(found: Games, wanted: Games) -> str:
    """Return how the games differ, "" if they do not."""
    if set(found) != set(wanted):
        return f"games {sorted(set(found) ^ set(wanted))}"
    wrong = {
        f"{game}: {key}"
        for game in wanted
        for key in wanted[game]
        if found[game].get(key) != wanted[game][key]
    }
    return ", ".join(sorted(wrong))
