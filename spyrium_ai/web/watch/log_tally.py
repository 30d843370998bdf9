"""A game log that grows, added up: standings, the newest games, faults."""

from __future__ import annotations

import time
from collections import deque
from pathlib import Path

from spyrium_ai.analysis.report.viewer_game import result
from spyrium_ai.analysis.standings import Standings, player_data
from spyrium_ai.match.process.faults import counted_faults, fault_words
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.under_way_files import GrowingFile
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.web.api import Data

NEWEST = 30  # finished games, and faults, that are kept
SHOWN = ("name", "share", "low", "high", "games", "wins", "shared", "mean_score", "faults")


class LogTally:
    """Reads what is new in a game log and adds it up; a log that begins anew is counted anew."""

    def __init__(self, path: Path) -> None:
        """Read nothing yet."""
        self._file = GrowingFile(path)
        self._begin()

    def _begin(self) -> None:
        self._count = self._file.count
        self._standings: Standings | None = None
        self.finished = 0
        self.bad = 0  # lines that hold no game, or one of another number of seats
        self.newest: deque[GameRecord] = deque(maxlen=NEWEST)
        self.faults: deque[Data] = deque(maxlen=NEWEST)

    @property
    def version(self) -> tuple[int, int]:
        """What changes whenever a game has been counted."""
        return self._count, self.finished

    def update(self, seconds: float) -> bool:
        """Read on for about so long; return whether there may be more at once."""
        until = time.monotonic() + seconds
        while lines := self._more():
            for line in lines.splitlines():
                self._take(line)
            if time.monotonic() > until:
                return True
        return False

    def standings(self) -> Data:
        """Return the standings, the best player first; win shares are between 0 and 1."""
        if self._standings is None:
            return {"blocks": 0, "games": 0, "void": 0, "faulty": 0, "players": []}
        sums = self._standings.sums()
        rows = map(player_data, self._standings.names, sums.players)
        players = [
            {key: row[key] for key in SHOWN} | {"fault_words": counted_faults(row["faults"])}
            for row in rows
        ]
        players.sort(key=lambda row: -1.0 if row["share"] is None else row["share"], reverse=True)
        return {
            "blocks": sums.blocks if self._standings.has_blocks else 0,
            "games": sums.games,
            "void": sums.void,
            "faulty": sums.faulty,
            "players": players,
        }

    def games(self) -> list[Data]:
        """Return the newest games, the last first."""
        return [
            {
                "game": record.game,
                "id": record.id,
                "players": [seat.name for seat in record.seats],
                "result": result(record),
            }
            for record in reversed(self.newest)
        ]

    def find(self, game: int) -> GameRecord | None:
        """Return one of the newest games by its number."""
        return next((record for record in self.newest if record.game == game), None)

    def close(self) -> None:
        """Close the log."""
        self._file.close()

    def _more(self) -> bytes:
        try:
            lines = self._file.more()
        except OSError:  # it is not there yet, or no more
            return b""
        except FieldError:  # a line without an end
            self.bad = max(self.bad, 1)
            return b""
        if self._file.count != self._count:
            self._begin()
        return lines

    def _take(self, line: bytes) -> None:
        try:
            record = GameRecord.from_line(line.decode("ascii"))
        except (FieldError, UnicodeDecodeError):
            self.bad += 1
            return
        seats = len(record.seats)
        if self._standings is None:
            self._standings = Standings([], seats, seats)
        if seats != self._standings.seats:
            self.bad += 1
            return
        for seat in record.seats:
            if seat.name not in self._standings.names:
                self._standings.admit(seat.name)
        self._standings.add(record)
        self.finished += 1
        self.newest.append(record)
        self.faults.extendleft(
            {
                "game": record.game,
                "id": record.id,
                "player": record.seats[fault.seat - 1].name,
                "kind": fault.kind,
                "reason": fault.reason,
                "words": fault_words(fault),
            }
            for fault in record.faults
        )
