"""Examine the sick engine."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.tools.doctor.runner import examine
from spyrium_ai.tools.doctor.testbed.check import Check, Result

SCRIPT = Path(__file__).with_name("sick_engine.py")
PATIENCE = 10.0  # seconds: engines that answer do so sooner, on a busy machine too
IMPATIENCE = 1.0  # for engines that do not answer


def sick_spec(sin: str, mark: str = "") -> str:
    """Return the player's spec of an engine with this sin."""
    return shlex.join([sys.executable, str(SCRIPT), sin, *([mark] if mark else [])])


def examined(
    spec: str, checks: Sequence[Check], patience: float = PATIENCE, repeat: int = 1
) -> dict[str, Result]:
    """Return the results of the checks by their names."""
    found = examine(parse_player(spec), checks, patience, repeat)
    return {result.check.name: result for result in found}
