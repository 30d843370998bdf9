"""The result of a rollout as a table and as data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TextIO

from rich.text import Text

from spyrium_ai.analysis.rollout.comparison import Estimate
from spyrium_ai.analysis.rollout.rollout_run import Rollout
from spyrium_ai.analysis.rollout.standing import MoveStanding, Standing
from spyrium_ai.analysis.text_tables import decimal, percent, plain_console, plain_table
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.game.text.style import Style


def rollout_data(rollout: Rollout, standing: Standing) -> dict[str, Any]:
    """Return the rollout as data, its moves best first; shares lie from 0 to 1, margins are points.

    The seat to move is meant.
    """
    return {
        "position": str(rollout.position),
        "seat": standing.seat,
        "first": rollout.players.first,
        "player": rollout.players.later,
        "seed": rollout.seed,
        "resolution": rollout.resolution,
        "moves": [_move_data(found) for found in standing.moves_in_order()],
    }


def _move_data(found: MoveStanding) -> dict[str, Any]:
    return {
        "move": found.move,
        "rollouts": found.rollouts,
        "share": _data(found.share),
        "margin": _data(found.margin),
        "behind": found.behind and _data(found.behind),
        "points_behind": found.points_behind and _data(found.points_behind),
        "verdict": found.verdict,
    }


def _data(estimate: Estimate) -> Mapping[str, float | None]:
    """Return mean and bounds; None for a bound that a single rollout does not give."""
    return {
        name: round(value, 5) if math.isfinite(value) else None
        for name, value in vars(estimate).items()
    }


def print_rollout(rollout: Rollout, standing: Standing, stream: TextIO) -> None:
    """Write the moves as a table, the best first, and below what each of them is."""
    console, style = plain_console(stream), Style.of(stream)
    found = standing.moves_in_order()
    if not found:
        console.print("No rollout was finished.")
        return
    table = plain_table(
        "move", "rollouts", "win %", "interval", "points", "behind %", "interval", "verdict"
    )
    for rank, one in enumerate(found, 1):
        table.add_row(
            str(rank),
            str(one.rollouts),
            percent(one.share.mean),
            _interval(one.share),
            decimal(one.margin.mean),
            "-" if one.behind is None else percent(one.behind.mean),
            "-" if one.behind is None else _interval(one.behind),
            one.verdict,
        )
    console.print(table)
    console.print()
    board = rollout.position.board()
    for rank, one in enumerate(found, 1):
        words = style.wrap(sentence(board, one.move), hang=4, first=f"{rank:2}  {one.move}: ")
        console.print(Text(words))


def _interval(share: Estimate) -> str:
    """Return the bounds of a share in per cent."""
    return f"{percent(share.low)} - {percent(share.high)}"
