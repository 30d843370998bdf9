"""Pages that the command `report` writes, and what is to be read on them."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from support.report_games import write

from spyrium_ai.cli import cli
from spyrium_ai.match.records.record import GameRecord

NAMES = ("ann", "bob")


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["report", *map(str, words)])


def page_of(tmp_path: Path, *records: GameRecord, words: tuple[object, ...] = ()) -> str:
    """Return the page about these games."""
    journal, out = tmp_path / "games.jsonl", tmp_path / "report.html"
    done = run(write(journal, records), "--out", out, *words)
    assert done.exit_code == 0, done.output
    return out.read_text(encoding="utf-8")


def text_of(html: str) -> str:
    """Return what is to be read in a part of the page."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)))


def section(html: str, name: str) -> str:
    """Return what is to be read in a section."""
    (found,) = re.findall(
        rf'<section aria-labelledby="{name}"[^>]*>(.*?)</section>', html, re.DOTALL
    )
    return text_of(found)


def listed(html: str) -> Any:
    """Return the data of the list of games."""
    (found,) = re.findall(r'id="games-data">(.*?)</script>', html, re.DOTALL)
    return json.loads(found)


def folders(tmp_path: Path, *names: str) -> list[Path]:
    folders = [tmp_path / name for name in names]
    for folder in folders:
        folder.mkdir()
    return folders
