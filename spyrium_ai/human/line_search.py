"""Searches for the best lines of a position by an engine, stopped by a key or by Ctrl-C."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import select
import signal
import threading
from collections.abc import Callable, Iterator

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.variation import Variation
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.engine_client import Answer
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.signals import on_interruption

SEED = 1  # of every engine, so that the same search with a node limit is the same again
MOVETIME = 10_000  # ms for a search without a limit
LONGEST_COMMAND = 65_536  # bytes that are read at once of what a person types


class LineSearcher:
    """Asks one engine at a time; it is started at its first search and ended by `close`."""

    def __init__(self, patience: Timeouts) -> None:
        """Wait for engines as long as this."""
        self._patience = patience
        self._engine: EnginePlayer | None = None
        self._game: tuple[int, str] | None = None  # what the engine was told about

    def search(
        self,
        spec: PlayerSpec,
        variation: Variation,
        limits: SearchLimits,
        watch: Callable[[Info | None], bool],
    ) -> Answer:
        """Return the engine's answer; the watch sees its reports and may stop it.

        What the engine has found stays with it as long as the first position does.

        Raises:
            UsageError: the engine lacks an option of the spec.
            PlayerFault: it has failed; the next search starts it again.
        """
        if self._engine is None or self._engine.spec != spec:
            self.close()
            engine = EnginePlayer(spec, self._patience)
            engine.open()
            self._engine = engine
        engine, position = self._engine, variation.position
        game = (position.players, variation.start)
        if game != self._game or not engine.client.is_running:
            engine.begin(position.players, position.to_move, SEED)
            self._game = game
        engine.client.position(variation.text)
        return engine.client.go(limits, position.to_move, watch)

    def close(self) -> None:
        """End the engine's process."""
        if self._engine is not None:
            self._engine.close()
        self._engine = self._game = None


def limits_of(spec: PlayerSpec, common: TimeControl, lines: int) -> SearchLimits:
    """Return the limits of a search for so many lines: the engine's own or the common ones."""
    asked = spec.limits_or(common).of_one_move()
    return dataclasses.replace(
        asked, movetime=MOVETIME if asked.is_open else asked.movetime, multipv=lines
    )


class Stopper:
    """Whether a search is to stop: after Ctrl-C, or after a line that was typed meanwhile."""

    def __init__(self, terminal: TerminalIO) -> None:
        self.typed: str | None = None  # the line
        self.interrupted = threading.Event()
        self._source: int | None = None
        if terminal.is_dialogue:
            with contextlib.suppress(OSError):  # a stream without a file, in tests
                self._source = terminal.source.fileno()

    def is_wanted(self) -> bool:
        """Return whether the search is to stop."""
        if self.typed is None and self._source is not None:
            self.typed = _line_at_once(self._source)
        return self.interrupted.is_set() or self.typed is not None


@contextlib.contextmanager
def stoppable(terminal: TerminalIO) -> Iterator[Stopper]:
    """Give what says when to stop. The second Ctrl-C is a KeyboardInterrupt.

    Other signals that end a program do so after the context.
    """
    stopper = Stopper(terminal)
    with on_interruption(stopper.interrupted.set) as interruption:
        yield stopper
    if interruption.signal not in {0, signal.SIGINT}:
        signal.raise_signal(interruption.signal)


def _line_at_once(terminal: int) -> str | None:
    """Return the line that was typed at a terminal, None without one; '' at its end."""
    if not select.select([terminal], [], [], 0)[0]:
        return None
    return os.read(terminal, LONGEST_COMMAND).decode("utf-8", "replace").rstrip("\r\n")
