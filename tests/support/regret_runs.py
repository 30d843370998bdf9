"""Runs of the command `regret` for tests: quick solving, and the entry of an engine."""

from __future__ import annotations

import json
from pathlib import Path

from support.misbehaving import misbehaving

SOLVE = ("--solve", 60, "--memory", 16)


def entry(file: Path, *lines: str) -> Path:
    """Write the entry of an engine that plays its first legal move."""
    file.write_text("\n".join([f"command = {json.dumps(misbehaving())}", *lines]))
    return file
