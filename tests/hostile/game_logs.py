"""Damaged game logs: every command that reads them says what is wrong, and nothing else happens."""

from __future__ import annotations

import gzip
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from hostile import base_games
from hostile.fuzzing import Fuzzer
from hostile.json_damage import Put, a_put
from hostile.nasty import MARK, Damage, damage
from hostile.zygote import complaint, run

# What reads a log, by the name of its fuzzer; the tournament finds the log in its folder.
READERS = {
    "show": ("replay", "games.jsonl"),
    "one": ("replay", "games.jsonl"),
    "verify": ("replay", "games.jsonl", "--verify"),
    "faults": ("replay", "games.jsonl", "--faults"),
    "rate": ("rate", "games.jsonl", "--bootstrap", "100"),
    "luck": ("luck", "games.jsonl"),
    "report": ("report", "games.jsonl", "--out", "page.html", "--csv", "tables"),
    "loss": (
        "loss",
        "games.jsonl",
        "random",
        "--decisions",
        "1",
        "--deals",
        "1",
        "--rollouts",
        "2",
        "--by",
        "random",
    ),
    "regret": ("regret", "games.jsonl", "random", "--decisions", "1", "--memory", "1"),
    "resume": ("tournament", "base.toml", "--out", "."),
}


@dataclass(frozen=True)
class OfLine:
    """A damage to the bytes of one line."""

    line: int
    damage: Damage

    def __repr__(self) -> str:
        return f"line {self.line + 1}, {self.damage}"

    def done_to(self, line: bytes) -> bytes:
        """Return the damaged line."""
        return self.damage.done_to(line)


@dataclass(frozen=True)
class Again:
    """A line that stands in another place, once more or instead."""

    line: int
    at: int
    instead: bool


@dataclass(frozen=True)
class Packed:
    """The log compressed by gzip, with damages to what came of it."""

    damages: tuple[Damage, ...]


Part = Put | OfLine | Again | Packed


class GameLogs(Fuzzer):
    """Damages logs for one command."""

    short: ClassVar[int] = 10

    def __init__(self, reader: str) -> None:
        self.name = f"logs-{reader}"
        self.words = READERS[reader]
        self.is_alone = reader == "one"

    def lines(self) -> tuple[bytes, ...]:
        """Return the log to damage; a game that is alone in it is shown whole."""
        lines = base_games.lines()
        return lines[-1:] if self.is_alone else lines

    def draw(self, luck: random.Random) -> list[Part]:
        lines = self.lines()
        return [self._part(lines, luck) for _ in range(luck.choice((1, 1, 2, 4, 12)))]

    @staticmethod
    def _part(lines: Sequence[bytes], luck: random.Random) -> Part:
        match luck.randrange(12):
            case 0 | 1:
                return OfLine(luck.randrange(len(lines)), damage(luck))
            case 2:
                again = luck.randrange(len(lines)), luck.randrange(len(lines))
                return Again(*again, luck.random() < 0.3)
            case 3:
                return Packed(tuple(damage(luck) for _ in range(luck.randrange(3))))
            case 4 | 5 | 6 | 7:
                return a_put(lines, luck, texts=True)
            case _:
                return a_put(lines, luck)

    def check(self, parts: Sequence[Part], folder: Path) -> str:
        base_games.write_event(folder)
        (folder / "games.jsonl").write_bytes(damaged(self.lines(), parts))
        found = complaint(run(self.words, folder))
        return found or _live_markup(folder / "page.html")


def damaged(lines: Sequence[bytes], parts: Sequence[Part]) -> bytes:
    """Return the log with the damages, in their order; compressed last of all."""
    there = list(lines)
    for part in parts:
        match part:
            case Put(line) | OfLine(line):
                there[line] = part.done_to(there[line])
            case Again(line, at, instead):
                there[at : at + instead] = [there[line]]
                there = there[: len(lines)] if len(there) > 2 * len(lines) else there
    content = b"".join(line + b"\n" for line in there)
    for part in parts:
        if isinstance(part, Packed):
            content = gzip.compress(content, mtime=0)
            for broken in part.damages:
                content = broken.done_to(content)
    return content


def _live_markup(page: Path) -> str:
    """Return what of a text has become an element of the page."""
    if not page.exists():
        return ""
    text = page.read_text(errors="replace")
    for live in (
        f"<img src={MARK}",
        f"<script src={MARK}",
        f"<!--<script {MARK}",
        f"' onmouseover=alert(1) {MARK}='",
    ):
        if live in text:
            return f"the page has {live} of a text"
    return ""
