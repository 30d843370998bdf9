"""The games that can be looked at: those kept on this machine, and those dropped on the page."""

from __future__ import annotations

import gzip
import hashlib
import tempfile
import threading
import zlib
from collections import OrderedDict
from io import BytesIO
from itertools import islice
from pathlib import Path

from spyrium_ai.analysis.report.viewer_game import result
from spyrium_ai.analysis.review.review_run import ReviewSettings
from spyrium_ai.engine.levels import level_title
from spyrium_ai.human.game_list import Losses, known_losses
from spyrium_ai.human.game_store import GameStore, KeptGame
from spyrium_ai.match.game_reader import GameReader
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.saved_game import load
from spyrium_ai.util.bounded_read import GZIP
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shown, visible
from spyrium_ai.web.api import ApiError, Data, size_words

MOST_BYTES = 32 * 2**20  # of a file that is dropped
MOST_UNPACKED = 128 * 2**20
MOST_LINES = 100_000  # a line that holds no game takes time too
MOST_GAMES = 1000  # of one file
MOST_DROPPED = 5000  # games that are remembered; the oldest go
DROPPED = "drop-"  # begins the name of a dropped game


class Library:
    """Finds games by name. Dropped ones are in memory alone, and named by what they hold."""

    def __init__(self, store: GameStore | None) -> None:
        """Take the store of the kept games, None if none are kept."""
        self._store = store
        self._lock = threading.Lock()  # one file is read at a time
        self._dropped: OrderedDict[str, tuple[Data, bytes]] = OrderedDict()

    def games(self, settings: ReviewSettings) -> Data:
        """Return all games, the newest first, with the mean losses that analyses have found."""
        kept, wrong = self._store.games() if self._store else ([], [])
        losses = known_losses(kept, settings)
        return {
            "kept": [_kept_data(game, losses[game.name]) for game in kept],
            "dropped": [data for data, _ in reversed(self._dropped.values())],
            "wrong": [visible(text) for text in wrong],
        }

    def find(self, name: str) -> GameRecord:
        """Return the game of that name; ApiError 404 if there is none, 422 if it is damaged."""
        if (found := self._dropped.get(name)) is not None:
            return GameRecord.from_line(zlib.decompress(found[1]).decode("ascii"))
        # Numbers mean another game once there is a new one.
        path = self._store.find(name) if self._store and not name.isdigit() else None
        if path is None:
            again = "; drop its file again" if name.startswith(DROPPED) else ""
            raise ApiError(404, f"there is no game {shown(name)}{again}")
        try:
            return load(path).record(path.stem)
        except UsageError as error:
            raise ApiError(422, str(error)) from None

    def add(self, content: bytes) -> Data:
        """Remember the games of a game log or saved game, and return what they are.

        Raises:
            ApiError: 413 it is too large when unpacked, 422 it holds no game, 429 another file is
                being read.
        """
        if not self._lock.acquire(blocking=False):
            raise ApiError(429, "another file is being read: try again in a moment")
        try:
            records, more, errors = _read(_unpacked(content))
        finally:
            self._lock.release()
        games = [self._remember(record) for record in records]
        while len(self._dropped) > MOST_DROPPED:
            self._dropped.popitem(last=False)
        return {"games": games, "more": more, "errors": errors}

    def _remember(self, record: GameRecord) -> Data:
        line = record.to_line().encode("ascii")
        name = DROPPED + hashlib.sha256(line).hexdigest()[:12]
        data = _summary(name, record)
        self._dropped[name] = data, zlib.compress(line)
        self._dropped.move_to_end(name)
        return data


def _kept_data(game: KeptGame, losses: Losses) -> Data:
    names = [seat.name for seat in game.record.seats]
    return _summary(game.name, game.record) | {"losses": [losses.get(name) for name in names]}


def _summary(name: str, record: GameRecord) -> Data:
    return {
        "name": name,
        "id": record.id,
        "players": [level_title(seat.name) for seat in record.seats],
        "started": record.started,
        "result": result(record),
        "scores": record.scores,
        "over": record.scores is not None,
        "losses": [None] * len(record.seats),
    }


def _unpacked(content: bytes) -> bytes:
    """Return what a file packed by gzip holds, or the content as it is."""
    if content.startswith(GZIP):
        try:
            content = gzip.GzipFile(fileobj=BytesIO(content)).read(MOST_UNPACKED + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ApiError(422, f"the compressed file is damaged: {error}") from None
    if len(content) > MOST_UNPACKED:
        raise ApiError(413, f"the file has more than {size_words(MOST_UNPACKED)} when unpacked")
    if content.count(b"\n") > MOST_LINES:
        raise ApiError(413, f"the file has more than {MOST_LINES:,} lines")
    return content


def _read(content: bytes) -> tuple[list[GameRecord], bool, list[str]]:
    """Return the first games of a file, whether it has more, and what is wrong with lines of it."""
    with tempfile.TemporaryDirectory(prefix="spyrium-ai-") as folder:  # for its owner alone
        path = Path(folder) / "dropped"
        path.write_bytes(content)
        reader = GameReader(path)
        try:
            records = [record for _, record in islice(reader.games(), MOST_GAMES + 1)]
        except UsageError as error:
            raise ApiError(422, _without(path, str(error))) from None
        if not records:
            raise ApiError(422, "the file is empty")
        errors = [_without(path, error).removeprefix("the file: ") for error in reader.errors]
    return records[:MOST_GAMES], len(records) > MOST_GAMES, errors


def _without(path: Path, text: str) -> str:
    """Return a message that says 'the file' in place of where that lies here."""
    for name in (f"'{path}'", str(path)):
        text = text.replace(name, "the file")
    return visible(text)
