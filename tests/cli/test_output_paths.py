"""Paths to write to that lead to themselves, or to what is no regular file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.run_command import invoke, mistake_of

EVENT = "deals = 1\nseed = 1\n[limits]\nnodes = 1\n" + 2 * '[[players]]\nplayer = "random"\n'
TRAINING = ("train", "heuristic", "--games", 40, "--generations", 1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with two games, a link to itself, a pipe, and a folder with a pipe in it."""
    monkeypatch.chdir(tmp_path)
    made = invoke("match", "random", "random", "--games", 2, "--seed", 1, "--out", "games.jsonl")
    assert made.exit_code == 0, made.output
    Path("loop.npz").symlink_to("loop.npz")
    os.mkfifo("pipe.npz")
    Path("event").mkdir()
    os.mkfifo("event/games.jsonl")
    Path("cup.toml").write_text(EVENT)


@pytest.mark.parametrize(
    "words",
    [
        ("match", "random", "random", "--games", 2, "--out", "loop.npz"),
        ("match", "random", "random", "--games", 2, "--out", "loop.npz/games"),
        ("match", "random", "random", "--games", 2, "--secret", "loop.npz"),
        ("match", "human", "random", "--out", "loop.npz"),
        ("tournament", "cup.toml", "--out", "loop.npz"),
        (*TRAINING, "--out", "loop.npz"),
        (*TRAINING, "--out", "loop.npz/weights.json"),
        ("train", "value", "--out", "loop.npz"),
        ("report", "games.jsonl", "--out", "loop.npz"),
        ("report", "games.jsonl", "--out", "page.html", "--csv", "loop.npz"),
        ("regret", "games.jsonl", "random", "--journal", "loop.npz"),
        ("loss", "games.jsonl", "random", "--deals", 1, "--journal", "loop.npz"),
    ],
    ids=lambda words: " ".join(map(str, words)),
)
def test_a_link_to_itself_is_refused(words: tuple[object, ...]) -> None:
    assert "loop.npz" in mistake_of(invoke(*words))
    assert os.readlink("loop.npz") == "loop.npz"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("tournament", "cup.toml", "--out", "event"), "event/games.jsonl"),
        (("tournament", "cup.toml", "--out", "pipe.npz"), "pipe.npz"),
        (("match", "random", "random", "--games", 2, "--out", "pipe.npz"), "pipe.npz"),
        (("match", "random", "random", "--games", 2, "--secret", "pipe.npz"), "pipe.npz"),
        (("train", "value", "--out", "pipe.npz"), "pipe.npz"),
        (("report", "games.jsonl", "--out", "pipe.npz"), "pipe.npz"),
        (("regret", "games.jsonl", "random", "--journal", "pipe.npz"), "pipe.npz"),
        (("regret", "games.jsonl", "random", "--journal", "event"), "event"),
    ],
    ids=lambda words: " ".join(map(str, words)) if isinstance(words, tuple) else "",
)
def test_what_is_no_file_is_refused_and_not_waited_for(
    words: tuple[object, ...], name: str
) -> None:
    assert name in mistake_of(invoke(*words))
