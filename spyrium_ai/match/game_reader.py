"""Reads the games of any file that this program writes: game logs and saved games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.records.record_file import RecordError, journal_file, scan_records
from spyrium_ai.match.saved_game import parse
from spyrium_ai.util.bounded_read import LARGEST_SAVED_GAME
from spyrium_ai.util.errors import UsageError

MOST_TOLD = 5  # lines without a game that are named one by one; the rest are counted
MOST_FOREIGN = 10_000  # lines without a game at the beginning of what is still taken for a log


class GameReader:
    """The games of a game log or a saved game, and messages about the lines that hold none.

    `errors` are the messages, `bad` is the number of such lines. Both are complete once all games
    have been read.
    """

    def __init__(self, path: Path) -> None:
        """Take the file, or the log in a tournament's folder; UsageError: it has none."""
        self.path = journal_file(path)
        self.errors: list[str] = []
        self.bad = 0
        self._lines = scan_records(self.path, self._saved_game)

    def count_up_to(self, most: int) -> int:
        """Return the number of lines, `most` if there are more; `games` yields these lines too.

        UsageError: the file cannot be read.
        """
        first = list(islice(self._lines, most))
        self._lines = chain(first, self._lines)
        return len(first)

    def games(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield line number and game, once.

        Raises:
            UsageError: the file cannot be read, or it has lines and none of them, or not one of
                the first `MOST_FOREIGN`, holds a game.
        """
        has_games = False
        for number, record in self._lines:
            if isinstance(record, RecordError):
                self.bad += 1
                if self.bad <= MOST_TOLD:
                    self.errors.append(f"{self.path}: {record}")
                if self.bad == MOST_FOREIGN and not has_games:
                    raise self._foreign(f"its first {MOST_FOREIGN} lines hold no game")
            else:
                has_games = True
                yield number, record
        if self.bad and not has_games:
            raise self._foreign("it holds no game")
        more = self.bad - MOST_TOLD
        if more > 0:
            hold = "line holds" if more == 1 else "lines hold"
            self.errors.append(f"{self.path}: {more} more {hold} no game")

    def _foreign(self, reason: str) -> UsageError:
        first = self.errors[0].removeprefix(f"{self.path}: ")
        return UsageError(f"'{self.path}' is not a game log: {reason}; {first}")

    def _saved_game(self, lines: Iterator[bytes]) -> GameRecord | RecordError:
        """Return the game of a saved game's lines."""
        content = b""
        for line in lines:
            content += line
            if len(content) > LARGEST_SAVED_GAME:
                return RecordError(1, f"more than {LARGEST_SAVED_GAME:,} bytes: no saved game")
        try:
            return parse(content).record(self.path.stem)
        except (ValueError, UsageError) as error:
            return RecordError(1, f"neither a game nor the beginning of a saved game: {error}")
