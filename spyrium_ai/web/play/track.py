"""The moves and deals of a table as a page draws them, kept as the game goes on."""

from __future__ import annotations

from spyrium_ai.analysis.report.viewer_track import table, track
from spyrium_ai.game.position import Position
from spyrium_ai.match.records.record import Ply
from spyrium_ai.web.api import Data

LISTS = ("changes", "moves", "seats", "words")


class TableTrack:
    """What the viewer's components draw of a game, with an item for each move and deal."""

    def __init__(self, players: int) -> None:
        """Begin before the first deal."""
        self._boards = [Position.start(players).board()]
        self._lists: dict[str, list[object]] = {name: [] for name in (*LISTS, "times")}

    def __len__(self) -> int:
        return len(self._boards) - 1

    def add(self, after: Position, ply: Ply) -> None:
        """Add a move or deal with the position after it."""
        self._boards.append(after.board())
        step = track(self._boards[-2:], [ply.move])
        for name in LISTS:
            self._lists[name] += step[name]
        self._lists["times"].append(None if ply.time is None else round(ply.time))

    def cut(self, length: int) -> None:
        """Drop what was taken back."""
        del self._boards[length + 1 :]
        for items in self._lists.values():
            del items[length:]

    def since(self, first: int) -> Data:
        """Return the items after so many, and with 0 what was on the table before all of them."""
        start = {} if first else {"start": table(self._boards[0])}
        return start | {name: items[first:] for name, items in self._lists.items()}
