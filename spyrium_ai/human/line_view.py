"""A position under examination: where one is, the engine that is asked, the lines it has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.line_search import LineSearcher, limits_of, stoppable
from spyrium_ai.human.live_lines import LiveLines, checked_lines
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.variation import Variation
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.engine_client import Answer
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import shorten

LONGEST_NAME = 40
LONGEST_SEARCH = 1e6  # seconds without a time limit, where a person can stop it


class LineView:
    """Searches positions of a variation and shows the best lines of each.

    `spec` is the engine that is asked, `found` the lines of the last search, `typed` what was typed
    during it, None for nothing.
    """

    def __init__(
        self,
        terminal: TerminalIO,
        variation: Variation,
        spec: PlayerSpec,
        common: TimeControl,
        wanted: int,
    ) -> None:
        """Begin without lines.

        Args:
            terminal: of the person.
            variation: where to begin.
            spec: the engine.
            common: the limits if the engine has none of its own.
            wanted: how many lines to show.

        Raises:
            UsageError: the engine is a person.
        """
        self.terminal = terminal
        self.variation = variation
        self.wanted = wanted
        self.found: Sequence[Info] = ()
        self.typed: str | None = None
        self._common = common
        self.ask_engine(spec)
        patience = Timeouts(move=LONGEST_SEARCH) if terminal.is_dialogue else Timeouts()
        self._searcher = LineSearcher(patience)

    @property
    def position(self) -> Position:
        """The present position."""
        return self.variation.position

    @property
    def names(self) -> list[str]:
        """What the seats are called."""
        return [f"seat {seat}" for seat in range(1, self.position.players + 1)]

    @property
    def engine_name(self) -> str:
        """The name of the engine, short enough for a row."""
        return shorten(self.spec.name, LONGEST_NAME)

    def ask_engine(self, spec: PlayerSpec) -> None:
        """Ask this engine from now on; UsageError for a person."""
        if spec.is_human:
            raise UsageError("only engines can search for lines")
        self.spec = spec

    def limits(self) -> SearchLimits:
        """Return the limits of a search if nothing else is said."""
        return limits_of(self.spec, self._common, self.wanted)

    def search(self, limits: SearchLimits) -> None:
        """Search the present position, in which a player decides, and show the best lines.

        Raises:
            UsageError: the engine lacks an option of its spec.
            PlayerFault: it has failed.
            KeyboardInterrupt: the second Ctrl-C; the first only ends the search.
        """
        name = self.engine_name
        live = LiveLines(self.terminal, self.position, name, self.wanted)
        self.terminal.note(f"{name} thinks ...")
        with stoppable(self.terminal) as stopper:

            def watch(info: Info | None) -> bool:
                live.follow(info)
                return stopper.is_wanted()

            answer = self._searcher.search(self.spec, self.variation, limits, watch)
        self.typed = stopper.typed
        self.found = checked_lines(self.position, _with_move(answer))
        live.finish(self.found, answer.seconds, has_typed=self.typed is not None)
        self._tell_what_is_amiss(answer, live.menu)

    def close(self) -> None:
        """End the engine."""
        self._searcher.close()

    def _tell_what_is_amiss(self, answer: Answer, menu: Menu) -> None:
        """Say so if the engine has reported too little to be shown."""
        name = self.engine_name
        number = menu.number(answer.move)
        if number is None:
            chosen = f"{name} chose {answer.move[:60]}, which is not a legal move."
            self.terminal.tell(chosen)
        elif not self.found:
            words = sentence(menu.board, answer.move)
            self.terminal.tell(f"{name} reports no lines. It would play {number}: {words}.", 4)
        elif len(self.found) < min(self.wanted, len(menu)):
            self.terminal.tell(f"{name} reports no more lines than these.")


def _with_move(answer: Answer) -> list[Info]:
    """Return the lines; a first one without moves is that of the move chosen."""
    lines = list(answer.lines)
    if lines and not lines[0].pv:
        lines[0] = replace(lines[0], pv=(answer.move,))
    return lines
