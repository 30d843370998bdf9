"""Damaged event files and engine entries: lines with values that are wrong in some way."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from hostile.command_lines import FEW_VALUES, PLAYERS, WORDS
from hostile.fuzzing import Fuzzer
from hostile.nasty import NUMBERS, TEXTS, Damage, damage
from hostile.places import NAMES
from hostile.zygote import complaint, run

EVENT = """\
name = "event"
format = "round-robin"
seats = 2
deals = 1
rounds = 1
seed = 1
jobs = 1
on_fault = "forfeit"
patience = 5.0
timemargin = 100
limits = { nodes = 1 }
[sprt]
players = ["random", "other"]
elo0 = 0
elo1 = 10
alpha = 0.05
beta = 0.05
[[players]]
player = "random"
[[players]]
player = "heuristic"
name = "other"
options = { seed = 1 }
limits = { nodes = 1 }
challenger = false"""
ENTRY = """\
name = "entry"
command = ["python", "-m", "spyrium_ai", "engine", "random"]
[options]
seed = 1
[limits]
nodes = 1"""
FILES: dict[str, tuple[str, tuple[str, ...]]] = {
    "event": (EVENT, ("tournament", "./it.toml", "--out", "out")),
    "entry": (ENTRY, ("match", "./it.toml", "random", "--games", "1", "--nodes", "1")),
}


class TomlFiles(Fuzzer):
    """Damages the lines of one kind of file; a part is a line, or a damage to all of them."""

    short: ClassVar[int] = 20

    def __init__(self, kind: str) -> None:
        self.name = f"toml-{kind}"
        self.base, self.words = FILES[kind]

    def draw(self, luck: random.Random) -> list[str | Damage]:
        lines = self.base.split("\n")
        parts: list[str | Damage] = [*lines]
        for _ in range(luck.randint(1, 4)):
            at = luck.randrange(len(lines))
            match luck.randrange(8):
                case 0:
                    parts.insert(at, luck.choice(lines))
                case 1:
                    parts.insert(at, f"{json.dumps(luck.choice(TEXTS))} = {toml_value(luck)}")
                case 2:
                    parts.append(damage(luck))
                case 3:
                    parts[at] = luck.choice(lines)
                case _:
                    key, equals, _ = lines[at].partition(" = ")
                    if equals:
                        few = luck.choice(FEW_VALUES) if key == "jobs" else ""
                        parts[at] = f"{key} = {few or toml_value(luck)}"
        return parts

    def check(self, parts: Sequence[str | Damage], folder: Path) -> str:
        lines = [part for part in parts if isinstance(part, str)]
        data = "\n".join(lines).encode("utf-8", "surrogatepass")
        for part in parts:
            if isinstance(part, Damage):
                data = part.done_to(data)
        (folder / "it.toml").write_bytes(data)
        return complaint(run(self.words, folder, seconds=2), may_last=True)


def toml_value(luck: random.Random) -> str:
    """Return a value as TOML, or what is nearly TOML."""
    text = luck.choice(luck.choice((TEXTS, PLAYERS, WORDS, NAMES)))
    match luck.randrange(8):
        case 0 | 1 | 2:
            return json.dumps(text)
        case 3:
            return luck.choice((*NUMBERS, "inf", "-nan", "0xff", "1979-05-27", "1_000", "+1"))
        case 4:
            depth = luck.choice((1, 50, 5_000))
            return luck.choice((f"{'[' * depth}{']' * depth}", "{ a = 1 }", "{ nodes = -1 }", "{}"))
        case 5:
            return f"[{json.dumps(text)}, {json.dumps(luck.choice(TEXTS))}]"
        case 6:
            limit = luck.choice(("nodes", "movetime", "clock", "depth", json.dumps(text)))
            return f"{{ {limit} = {luck.choice((*NUMBERS, json.dumps(text)))} }}"
        case _:
            return luck.choice(("true", "false", f"'{text}'", f'"""{text}"""', text, ""))
