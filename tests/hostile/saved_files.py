"""Damaged files that the program goes on with or plays with.

Saved games, the journal of `regret`, a training that was cut off, and the weights.
"""

from __future__ import annotations

import io
import json
import random
import sys
import tempfile
from abc import abstractmethod
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar

import numpy as np
from hostile import base_games
from hostile.fuzzing import Fuzzer
from hostile.game_logs import OfLine
from hostile.json_damage import Put, a_put
from hostile.nasty import Damage, damage
from hostile.zygote import Ran, complaint, run
from support.position_lines import IN_TURN

from spyrium_ai.cli import main
from spyrium_ai.search import weights
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE

Part = Put | OfLine | Damage
TRAIN = ("train", "value", "--games", "250", "--deals", "1", "--epochs", "1", "--searched", "0")
MOVE = f"position {IN_TURN}\ngo nodes 1\nshow\n".encode()


class SavedFiles(Fuzzer):
    """Damages one file, of lines of JSON or of bytes."""

    short: ClassVar[int] = 20

    @abstractmethod
    def content(self) -> bytes:
        """Return the file without damage."""

    @abstractmethod
    def used(self, data: bytes, folder: Path) -> Ran:
        """Run what reads the file."""

    def draw(self, luck: random.Random) -> list[Part]:
        lines = self.content().splitlines()
        return [self._part(lines, luck) for _ in range(luck.choice((1, 1, 2, 5)))]

    def _part(self, lines: Sequence[bytes], luck: random.Random) -> Part:
        if lines[0][:1] != b"{" or luck.random() < 0.2:
            return damage(luck)
        if luck.random() < 0.2:
            return OfLine(luck.randrange(len(lines)), damage(luck))
        return a_put(lines, luck, texts=luck.random() < 0.5)

    def check(self, parts: Sequence[Part], folder: Path) -> str:
        data = self.content()
        for part in parts:
            if isinstance(part, Damage):
                data = part.done_to(data)
            else:
                lines = data.splitlines(keepends=True)
                if part.line < len(lines):
                    lines[part.line] = part.done_to(lines[part.line].rstrip(b"\n")) + b"\n"
                data = b"".join(lines)
        return complaint(self.used(data, folder))


class SavedGames(SavedFiles):
    """A saved game that a person goes on with."""

    name = "saved-game"

    def content(self) -> bytes:
        return _saved_game()

    def used(self, data: bytes, folder: Path) -> Ran:
        (folder / "saved.json").write_bytes(data)
        return run(["match", "--resume", "saved.json"], folder, b"1\n1\nquit\n")


@cache
def _saved_game() -> bytes:
    words = ["match", "human", "random", "--nodes", "1", "--seed", "1"]
    with tempfile.TemporaryDirectory() as name:
        run(words, Path(name), b"1\n1\n1\nsave saved.json\nquit\n")
        data = json.loads((Path(name) / "saved.json").read_bytes())
    data["times"] = [None for _ in data["times"]]
    return json.dumps(data).encode()


class RegretJournals(SavedFiles):
    """A journal that `regret` goes on with."""

    name = "saved-regret"

    def content(self) -> bytes:
        return _regret_journal()

    def used(self, data: bytes, folder: Path) -> Ran:
        return _regret(data, folder)


def _regret(data: bytes, folder: Path) -> Ran:
    """Measure two decisions, those that the journal has not got."""
    log = b"".join(line + b"\n" for line in base_games.lines())
    (folder / "games.jsonl").write_bytes(log)
    if data:
        (folder / "journal").write_bytes(data)
    words = ["regret", "games.jsonl", "random", "--decisions", "2", "--memory", "1"]
    return run([*words, "--nodes", "1", "--journal", "journal"], folder, seconds=60)


@cache
def _regret_journal() -> bytes:
    with tempfile.TemporaryDirectory() as name:
        _regret(b"", Path(name))
        return (Path(name) / "journal").read_bytes()


class Training(SavedFiles):
    """What is kept of a training that was cut off just before its end."""

    name = "saved-training"
    short: ClassVar[int] = 5

    def content(self) -> bytes:
        return _training()

    def used(self, data: bytes, folder: Path) -> Ran:
        (folder / "new.npz.part").write_bytes(data)
        return run([*TRAIN, "--out", "new.npz"], folder, seconds=60)


@cache
def _training() -> bytes:
    fitted = [[[0.25] * NET_SIZE, {"loss": 0.5}] for _ in range(NET_COUNT)]
    made_by = f"spyrium-ai {' '.join(TRAIN)} --nodes 32 --seed 1"
    kept = {"made_by": made_by, "fitted": {str(n): fitted for n in range(2, 6)}, "refined": {}}
    return json.dumps(kept).encode()


class LinearWeights(SavedFiles):
    """The weights that rate moves."""

    name = "weights-linear"

    def content(self) -> bytes:
        return Path(weights.__file__).with_name(weights.FILE).read_bytes()

    def used(self, data: bytes, folder: Path) -> Ran:
        (folder / "it.json").write_bytes(data)
        words = ["@hostile.saved_files:play_with", "FILE", str(folder / "it.json"), "heuristic"]
        return run(words, folder, MOVE)


class Networks(SavedFiles):
    """The value networks."""

    name = "weights-networks"

    def content(self) -> bytes:
        return _networks()

    def used(self, data: bytes, folder: Path) -> Ran:
        (folder / "it.npz").write_bytes(data)
        words = ["@hostile.saved_files:play_with", "NETS_FILE", str(folder / "it.npz"), "mcts"]
        return run(words, folder, MOVE)


@cache
def _networks() -> bytes:
    """Return the shipped networks, compressed in the same way everywhere: not at all."""
    content = io.BytesIO()
    with np.load(Path(weights.__file__).with_name(weights.NETS_FILE)) as nets:
        np.savez(content, **{name: nets[name] for name in nets})
    return content.getvalue()


def play_with(name: str, file: str, engine: str) -> None:
    """Run a built-in engine with other weights than the shipped ones."""
    setattr(weights, name, file)  # a path that is absolute replaces the folder
    sys.argv = ["spyrium-ai", "engine", engine]
    main()


KINDS = (SavedGames, RegretJournals, Training, LinearWeights, Networks)
