"""What an engine reports while it searches: its lines by rank, for those who follow the search."""

from __future__ import annotations

from collections.abc import Callable

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.protocol.info import is_main_info, parse_info

# Follows a search: called with each `info` that can be read, and with None from time to time. Once
# it returns true, the engine is told to stop.
Watch = Callable[[Info | None], bool]


class RankedLines:
    """Keeps the last lines of the ranks 1 to K that belong together.

    Engines report their lines in order of rank, one set after the other. A set that the end of the
    search has cut short does not replace a longer one. No engine makes it hold more than two sets
    of as many lines as were asked for.
    """

    def __init__(self, wanted: int) -> None:
        """Begin without lines; ranks above `wanted` are ignored."""
        self._wanted = wanted
        self._before: tuple[Info, ...] = ()  # the lines before the present set
        self._present: list[Info] = []

    def add(self, info: Info) -> None:
        """Take the next line, the first if it has no rank; it replaces the one of its rank."""
        rank = info.multipv or 1
        if rank == 1:
            self._before = self.lines
            self._present = [info]
        elif 1 < rank <= len(self._present):
            self._present[rank - 1] = info
        elif rank == len(self._present) + 1 and rank <= self._wanted:
            self._present.append(info)

    @property
    def lines(self) -> tuple[Info, ...]:
        """The lines of the last set by rank, none missing."""
        is_cut_short = len(self._present) < len(self._before)
        return self._before if is_cut_short else tuple(self._present)


class SearchProgress:
    """The reports of one search, and the watch, if there is one, that may stop it."""

    def __init__(self, wanted: int, watch: Watch | None) -> None:
        """Begin without reports of a search for so many lines."""
        self.watch = watch
        self.is_stopped = False  # by the watch
        self._main = ""
        self._ranked = RankedLines(wanted) if wanted > 1 else None

    def is_to_stop(self, text: str) -> bool:
        """Take a line of the engine's output, '' if none has come for a while.

        Returns whether the engine is to be told to stop, which is true once.
        """
        if is_main_info(text):
            self._main = text
        if self._ranked is None and self.watch is None:
            return False  # nobody needs it before the end
        info = parse_info(text) if text.startswith("info ") else None
        if info and self._ranked:
            self._ranked.add(info)
        if self.watch and self.watch(info) and not self.is_stopped:
            self.is_stopped = True
            return True
        return False

    @property
    def info(self) -> Info | None:
        """The last `info` on the best line, None if it cannot be read."""
        return parse_info(self._main)

    @property
    def lines(self) -> tuple[Info, ...]:
        """The best lines by rank: the last set that came whole."""
        if self._ranked:
            return self._ranked.lines
        return (self.info,) if self.info else ()
