"""Start the misbehaving engine."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

SCRIPT = Path(__file__).with_name("misbehaving_engine.py")


def misbehaving(misbehaviour: str = "none", at: int = 1, mark: str = "") -> list[str]:
    """Return the command of an engine that misbehaves, in some ways at its AT-th `go`."""
    return [sys.executable, str(SCRIPT), misbehaviour, str(at), *([mark] if mark else [])]


def misbehaving_spec(misbehaviour: str = "none", at: int = 1, mark: str = "") -> str:
    """Return the same as a player's spec."""
    return shlex.join(misbehaving(misbehaviour, at, mark))
