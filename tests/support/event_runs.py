"""Events for tests that the command `tournament` plays in the working directory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import Result
from support.run_command import invoke, mistake_of

from spyrium_ai.match.records.record_file import read_records

LIMITS = "[limits]\nnodes = 5\n"
ONE = '[[players]]\nplayer = "random"\n'
THREE = 3 * ONE
SMALL = f"deals = 2\njobs = 2\n{LIMITS}{THREE}"


def event(text: str, name: str = "my") -> str:
    Path(f"{name}.toml").write_text(text, encoding="utf-8")
    return f"{name}.toml"


def run(*words: object) -> Result:
    return invoke("tournament", *words)


def mistake(*words: object) -> str:
    """Return what a wrong command line is told."""
    return mistake_of(run(*words))


def data_of(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def ids(path: Path = Path("my/games.jsonl")) -> list[str]:
    return [record.id for record in read_records(path)]
