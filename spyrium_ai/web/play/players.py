"""The players of a table as plain data, and the two sides on which a table meets its game."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Protocol

from spyrium_ai.game.position import Position
from spyrium_ai.game.text.score_breakdown import final_scores
from spyrium_ai.match.player import Choice, Player, Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.records.record import Fault, Ply
from spyrium_ai.match.referee import Observer
from spyrium_ai.web.api import Data


class Host(Protocol):
    """What a table offers to its people, and to the one who tells it what happens."""

    def chosen(self, turn: Turn) -> str:
        """Return the move that a request makes; as `Player.choose`."""

    def pass_on(self, turn: Turn) -> None:
        """Show who thinks; leave or go back if that is wanted."""

    def played(self, position: Position, ply: Ply) -> None:
        """Note a move or deal."""

    def leave_if_closed(self) -> None:
        """Leave before a fault is noted that the closing itself has made."""


class WebPerson(Player):
    """A person whose moves come with requests."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def choose(self, turn: Turn) -> Choice:
        """Return the move that a request makes."""
        started = time.monotonic()
        return Choice(self._host.chosen(turn), time.monotonic() - started)


class Teller(Observer):
    """Tells the table what happens in its game."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def before_move(self, turn: Turn) -> None:
        """Tell who is to decide."""
        self._host.pass_on(turn)

    def after_ply(self, position: Position, ply: Ply) -> None:
        """Tell a move or deal."""
        self._host.played(position, ply)

    def on_fault(self, fault: Fault) -> None:  # noqa: ARG002
        """Let the table leave first."""
        self._host.leave_if_closed()


def player_data(seat: int, spec: PlayerSpec, player: Player) -> Data:
    """Return a player as states have it; `asked` is the seat of another table with it."""
    return {
        "seat": seat,
        "name": spec.name,
        "kind": kind_of(spec),
        "about": player.describe(),
        "asked": _seat_of(spec),
    }


def kind_of(spec: PlayerSpec) -> str:
    """Return what a player is: person, level or engine."""
    base = spec.text.partition(":")[0]
    return {"human": "person", "level": "level"}.get(base, "engine")


def account_data(position: Position) -> list[Data]:
    """Return the final scores of all seats, in their order, with what has brought them."""
    return [asdict(score) for score in final_scores(position)]


def fault_data(fault: Fault) -> Data:
    """Return a fault as states have it."""
    return {"seat": fault.seat, "ply": fault.ply, "kind": fault.kind, "reason": fault.reason}


def _seat_of(spec: PlayerSpec) -> Data:
    kind = kind_of(spec)
    if kind == "level":
        return {"kind": kind, "level": _number(dict(spec.options)["level"] or "0")}
    return {"kind": kind, "name": spec.name if kind == "person" else spec.text}


def _number(text: str) -> float:
    return int(text) if text.isdigit() else float(text)
