"""Examine an engine as `spyrium-ai doctor` does."""

from __future__ import annotations

from collections.abc import Sequence

from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.tools.doctor.runner import examine
from spyrium_ai.tools.doctor.testbed.check import Check, Result

PATIENCE = 60.0  # seconds: engines that answer do so sooner, on a busy machine too
IMPATIENCE = 1.0  # for engines that do not answer


def examined(
    spec: str, checks: Sequence[Check], patience: float = PATIENCE, repeat: int = 1
) -> dict[str, Result]:
    """Return the results of the checks by their names."""
    found = examine(parse_player(spec), checks, patience, repeat)
    return {result.check.name: result for result in found}
