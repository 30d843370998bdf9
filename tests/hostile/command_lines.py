"""Command lines of every command, with options and values that are wrong in some way."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import click
from hostile.fuzzing import Fuzzer
from hostile.nasty import NUMBERS, TEXTS
from hostile.places import NAMES, fill
from hostile.zygote import complaint, run

from spyrium_ai.cli import cli

# A command line of each command that is right and takes little time, if it takes any.
RIGHT: dict[str, tuple[str, ...]] = {
    "bench": ("bench", "--repeat", "1"),
    "doctor": ("doctor", "random", "--only", "isready"),
    "engine": ("engine", "random", "seed=1"),
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
    "luck": ("luck", "games.jsonl"),
    "match": ("match", "random", "heuristic", "--games", "1", "--nodes", "1"),
    "perft": ("perft", "start", "2", "2"),
    "rate": ("rate", "games.jsonl", "--bootstrap", "100"),
    "regret": ("regret", "games.jsonl", "random", "--decisions", "1", "--memory", "1"),
    "replay": ("replay", "games.jsonl", "--verify"),
    "report": ("report", "games.jsonl", "--out", "page.html"),
    "tournament": ("tournament", "base.toml", "--out", "out"),
    "train heuristic": ("train", "heuristic", "--games", "1", "--out", "new.json"),
    "train value": ("train", "value", "--games", "1", "--out", "new.npz"),
}
# These may be asked for hours of work; the others end by themselves.
LASTING = ("bench", "doctor", "loss", "match", "perft", "regret", "tournament", "train")
PLAYERS = (
    "random",
    "heuristic:seed=x",
    "uct:nodes=-1",
    "mcts:memory=1,nodes=1",
    "mcts:nodes=1,nodes=2",
    "random:",
    ":",
    "human",
    "cat ",
    "cat -",
    "true ",
    "sh -c 'exit 3'",
    "sh -c 'kill -9 $$'",
    "yes spyriumok 1",
    "sh -c 'echo spyriumok 1; exec cat'",
    "./script",
    "./folder",
    "./fifo",
    "./zero",
    "'unclosed",
    "./sick.toml",
    "./base.toml",
    "./loop",
)
WORDS = (
    "elo0=0,elo1=x",
    "elo0=5,elo1=5",
    "elo0=0",
    "elo0=0,elo1=1e999",
    "random=0",
    "random=nan",
    "nobody=5",
    "1+",
    "1+1+1",
    "0",
    "99999999999999999999+1",
    "tcp://",
    "tcp://127.0.0.1:1",
    "nonsense://x",
    "start",
    "2 0 - ? - -",
)
FEW = ("--jobs",)  # a wrong number here would start as many processes
FEW_VALUES = ("0", "-2", "-1", "2", "x", "1.5", "", "1e3", "\u0661")


def options_of(name: str) -> list[click.Option]:
    """Return the options of a command, from what its --help is made of."""
    command: click.Command | None = cli
    for word in name.split():
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), word)
    assert command is not None
    return [option for option in command.params if isinstance(option, click.Option)]


class CommandLines(Fuzzer):
    """Makes right command lines wrong."""

    name = "commands"
    short: ClassVar[int] = 15

    def draw(self, luck: random.Random) -> list[str]:
        name = luck.choice([*RIGHT, *RIGHT, "match", "tournament", "rate", "report", "replay"])
        words = list(RIGHT[name])
        first = len(name.split())
        for _ in range(luck.randint(1, 3)):
            at = luck.randint(first, len(words))
            match luck.randrange(7):
                case 0:
                    words[at : at + 1] = []
                case 1:
                    words[at:at] = words[at : at + 2]
                case 2:
                    words[at : at + 1] = [_value(luck, words[at - 1])]
                case _:
                    words[at:at] = _option(luck, name)
        if luck.random() < 0.05:
            words[0] = luck.choice(TEXTS)
        return [word.replace("\x00", "")[:100_000] for word in words]

    def check(self, parts: Sequence[str], folder: Path) -> str:
        fill(folder)
        lasts = bool(parts) and parts[0].startswith(LASTING)
        ran = run(parts, folder, seconds=2 if lasts else 20)
        return complaint(ran, may_last=lasts)


def _option(luck: random.Random, name: str) -> list[str]:
    """Return an option of the command, or of none, with a value or without."""
    options = options_of(name)
    if not options:
        return [luck.choice(("--help=x", "--nonsense", "-x", "--"))]
    option = luck.choice(options)
    word = luck.choice(option.opts)
    if luck.random() < 0.05:
        word = luck.choice(("--nonsense", f"{word}x", word[:-1], word.upper(), "--", "-"))
    if option.is_flag:
        return [word] if luck.random() < 0.8 else [f"{word}={luck.choice(NUMBERS)}"]
    value = _value(luck, word)
    return luck.choice(([word, value], [word, value], [f"{word}={value}"], [word]))


def _value(luck: random.Random, before: str) -> str:
    if before in FEW:
        return luck.choice(FEW_VALUES)
    return luck.choice(luck.choice((NUMBERS, TEXTS, NAMES, NAMES, PLAYERS, WORDS)))
