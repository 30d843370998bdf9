"""Searches for the best lines of a position, by a few engines that all sockets share."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import STRONGEST
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.line_search import LineSearcher
from spyrium_ai.human.live_lines import SOLVED, checked_lines
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.variation import Variation
from spyrium_ai.match.player_spec import PlayerSpec, parse_player
from spyrium_ai.match.process.faults import PlayerFault, fault_words
from spyrium_ai.match.process.search_progress import RankedLines
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.processors import cores
from spyrium_ai.util.text import shown, visible
from spyrium_ai.web.api import ApiError, Data
from spyrium_ai.web.explore.positions import variation_of

ANALYSERS = ("expectimax", "mcts")  # built-in engines that are worth asking
MOVETIME = 60_000  # ms after which a search ends by itself: a page may be left open
MOST_NODES = 10**9
MOST_LINES = 10
MOST_SHOWN = 24  # moves of a line
SECONDS = 0.2  # between two messages of a search, at least
PATIENCE = Timeouts(late=10.0)  # on a machine that is busy otherwise

Tell = Callable[[Data], None]


@dataclass(frozen=True)
class Wanted:
    """What a socket asks for: the best lines of a position, as the protocol's `position` takes it.

    `engine` is one of those that `Searches` knows, None for the strongest one.
    """

    position: str
    multipv: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 3
    engine: str | None = None
    nodes: Annotated[int, Meta(ge=1, le=MOST_NODES)] | None = None


class Searches:
    """The engines that search for lines: as many at a time as there are cores."""

    def __init__(self, engines: Mapping[str, PlayerSpec]) -> None:
        """Take the engines that a page may name beside the built-in ones."""
        built_in = {name: parse_player(name) for name in ANALYSERS}
        self._specs = built_in | dict(engines)
        self._free: list[tuple[str, LineSearcher]] = [
            ("", LineSearcher(PATIENCE)) for _ in range(max(2, cores()))
        ]
        self._all = [searcher for _, searcher in self._free]
        self._lock = threading.Lock()
        self._is_closed = threading.Event()

    @property
    def names(self) -> list[str]:
        """The names of the engines."""
        return list(self._specs)

    def search(self, wanted: Wanted, stop: threading.Event, tell: Tell) -> None:
        """Search until the engine or the flag ends it, telling the lines now and then.

        Args:
            wanted: what to search for.
            stop: ends the search when it is set.
            tell: gets the messages, the last of them with `done`.

        Raises:
            ApiError: 422 what is wanted is impossible, 429 too many searches are under way, 503 the
                engine has failed.
        """
        variation = variation_of(wanted.position)
        if not variation.position.to_move:
            raise ApiError(422, "nobody decides in this position")
        name = wanted.engine or STRONGEST
        if name not in self._specs:
            raise ApiError(422, f"no engine {shown(name)}; there are: {', '.join(self.names)}")
        limits = SearchLimits(movetime=MOVETIME, nodes=wanted.nodes, multipv=wanted.multipv)
        with self._borrowed(name) as searcher:
            report = _Report(wanted, name, variation, tell)

            def watch(info: Info | None) -> bool:
                report.follow(info)
                return stop.is_set() or self._is_closed.is_set()

            try:
                answer = searcher.search(self._specs[name], variation, limits, watch)
            except (UsageError, PlayerFault) as error:
                why = fault_words(error) if isinstance(error, PlayerFault) else str(error)
                raise ApiError(503, f"{visible(name)}: {visible(why)}") from None
            report.finish(answer.lines)

    def close(self) -> None:
        """End all searches and engines."""
        self._is_closed.set()
        for searcher in self._all:
            searcher.close()

    @contextmanager
    def _borrowed(self, name: str) -> Iterator[LineSearcher]:
        """Give a searcher to one search, if possible one whose engine runs already."""
        with self._lock:
            if self._is_closed.is_set():
                raise ApiError(503, "the server ends")
            if not self._free:
                raise ApiError(429, "too many searches are under way: continue in a moment")
            found = max(self._free, key=lambda item: (item[0] == name, not item[0]))
            self._free.remove(found)
        try:
            yield found[1]
        finally:
            with self._lock:
                self._free.append((name, found[1]))


class _Report:
    """Tells what one search has found."""

    def __init__(self, wanted: Wanted, name: str, variation: Variation, tell: Tell) -> None:
        self._wanted = wanted
        self._name = name
        self._position = variation.position
        self._menu = Menu(self._position.board(), self._position.legal())
        self._ranked = RankedLines(wanted.multipv)
        self._begun = time.monotonic()
        self._told_at = 0.0
        self._tell = tell

    def follow(self, info: Info | None) -> None:
        """Take a report of the engine, None for none, and tell the lines if it is time to."""
        if info is None:
            return
        self._ranked.add(info)
        now = time.monotonic()
        if now >= self._told_at + SECONDS:
            self._told_at = now
            self._tell(self._message(self._ranked.lines))

    def finish(self, lines: Sequence[Info]) -> None:
        """Tell the lines that the search has ended with."""
        self._tell(self._message(lines, is_done=True))

    def _message(self, lines: Sequence[Info], *, is_done: bool = False) -> Data:
        found = checked_lines(self._position, lines)
        return {
            "type": "lines",
            "position": self._wanted.position,
            "engine": self._name,
            "depth": max((info.depth or 0 for info in found), default=0),
            "nodes": max((info.nodes for info in found), default=0),
            "seconds": round(time.monotonic() - self._begun, 1),
            "lines": [_line_data(info, self._menu, self._position) for info in found],
            "done": is_done,
        }


def _line_data(info: Info, menu: Menu, position: Position) -> Data:
    move = info.pv[0]
    return {
        "move": move,
        "number": menu.number(move),
        "words": sentence(menu.board, move, third=True),
        "seat": position.to_move,
        "shares": [value / 1000 for value in info.values],
        "points": info.points,
        "line": info.pv[:MOST_SHOWN],
        "exact": info.string == SOLVED,
    }
