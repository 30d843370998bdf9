"""A game under way as a board shows it, move by move."""

from __future__ import annotations

from pathlib import Path

from spyrium_ai.analysis.report.viewer_track import table, track
from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.match.records.record import Ply
from spyrium_ai.match.records.under_way_files import GameUnderWay
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.web.api import Data

LISTS = ("changes", "moves", "seats", "words", "times", "nodes", "values")


class LiveBoard:
    """Follows the file of a game; `count` rises whenever the file begins anew."""

    def __init__(self, path: Path) -> None:
        """Read nothing yet."""
        self._reader = GameUnderWay(path)
        self._begin()

    def _begin(self) -> None:
        self.count = self._reader.count
        self._lists: dict[str, list[object]] = {name: [] for name in LISTS}
        self._position: Position | None = None
        self.problem = ""

    @property
    def plies(self) -> int:
        """The number of moves and deals so far."""
        return len(self._lists["moves"])

    @property
    def is_shown(self) -> bool:
        """Whether there is something to show, and nothing wrong with it."""
        return self._position is not None and not self.problem

    def update(self) -> None:
        """Read what is new; OSError when the game has ended."""
        try:
            self._reader.update()
            if self._reader.count != self.count:
                self._begin()
            self._play()
        except (FieldError, IllegalMoveError) as error:
            self.problem = str(error)

    def close(self) -> None:
        """Close the file."""
        self._reader.close()

    def summary(self) -> Data:
        """Return what the list of games shows of it."""
        head, now = self._reader.head, self._table()
        assert head is not None  # noqa: S101 (it can be shown)
        return {
            "game": head.game,
            "id": head.id,
            "players": head.players,
            "turn": now["turn"],
            "scores": [now[f"{seat}.total"] for seat, _ in enumerate(head.players, 1)],
            "decides": now["decides"],
            "plies": self.plies,
        }

    def since(self, first: int) -> Data:
        """Return the game from so many plies on; from 0 also who plays, and the first table."""
        head = self._reader.head
        assert head is not None  # noqa: S101 (it can be shown)
        data: Data = {"game": head.game, "from": first}
        data |= {name: items[first:] for name, items in self._lists.items()}
        data["faults"] = [
            {
                "seat": f.seat,
                "ply": f.ply,
                "kind": f.kind,
                "reason": f.reason,
                "command": "",
                "log": [],
            }
            for f in self._reader.faults
        ]
        if first == 0:
            names = zip(head.players, head.limits, strict=True)
            data["id"] = head.id
            data["players"] = [{"name": name, "about": limits} for name, limits in names]
            data["start"] = table(Position.start(len(head.players)).board())
        return data

    def _play(self) -> None:
        """Play the plies that are new."""
        head = self._reader.head
        if head is None:
            return
        if self._position is None:
            self._position = Position.start(len(head.players))
        new = self._reader.plies[self.plies :]
        if not new:
            return
        boards = [self._position.board()]
        for ply in new:
            self._position.apply(ply.move)
            boards.append(self._position.board())
        found = track(boards, [ply.move for ply in new])
        found |= {
            "times": [None if ply.time is None else round(ply.time) for ply in new],
            "nodes": [ply.nodes for ply in new],
            "values": [_values(ply, len(head.players)) for ply in new],
        }
        for name, items in found.items():
            self._lists[name] += items

    def _table(self) -> dict[str, str | int]:
        assert self._position is not None  # noqa: S101 (it can be shown)
        return table(self._position.board())


def _values(ply: Ply, players: int) -> tuple[int, ...] | None:
    return ply.values if ply.values and len(ply.values) == players else None
