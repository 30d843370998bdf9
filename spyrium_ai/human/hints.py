"""Hints: the move of an engine, and its evaluation of the position."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import STRONGEST
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Choice, Turn
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.process.faults import PlayerFault, fault_words
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import UsageError

MOVETIME = 1000  # ms for a hint if neither the engine nor the series has a limit


class Hinter:
    """Asks engines for hints; each is started at its first hint and ended by `close`."""

    def __init__(self, terminal: TerminalIO, limits: TimeControl, seed: int) -> None:
        self.terminal = terminal
        self.limits = limits
        self.seed = seed
        self._engines: dict[str, EnginePlayer] = {}

    def hint(self, turn: Turn, menu: Menu, names: Sequence[str], name: str) -> None:
        """Print the engine's move and its evaluation, or why there is none."""
        name = name or STRONGEST
        self.terminal.note(f"{name} thinks ...")
        try:
            choice = self._ask(turn, name)
        except (UsageError, OSError) as error:
            self.terminal.tell(f"No hint: {error}")
        except PlayerFault as fault:
            self.terminal.tell(f"No hint: {name}: {fault_words(fault)}")
        else:
            self._tell(name, choice, menu, names)

    def close(self) -> None:
        """End the engines' processes."""
        for engine in self._engines.values():
            engine.close()
        self._engines.clear()

    def _ask(self, turn: Turn, name: str) -> Choice:
        engine = self._engines.get(name)
        if engine is None:
            spec = parse_player(name)
            if spec.is_human:
                raise UsageError("only engines can give hints")
            engine = EnginePlayer(spec)
            engine.open()
            self._engines[name] = engine
        engine.begin(turn.position.players, turn.seat, self.seed)
        asked = engine.limits(self.limits)
        if asked.is_open:
            asked = SearchLimits(movetime=MOVETIME)
        return engine.choose(dataclasses.replace(turn, limits=asked))

    def _tell(self, name: str, choice: Choice, menu: Menu, names: Sequence[str]) -> None:
        number = menu.number(choice.move)
        if number is None:
            self.terminal.tell(f"{name} chose {choice.move[:60]}, which is not a legal move.")
            return
        words = sentence(menu.board, choice.move)
        self.terminal.tell(f"{name} would play {number}: {words}.", 4)
        if choice.info:
            self.terminal.tell(_evaluation(choice, choice.info, names), 4, 4)


def _evaluation(choice: Choice, info: Info, names: Sequence[str]) -> str:
    """Return the engine's evaluation in words: win shares, points, nodes and time."""
    pairs = zip(names, info.values, strict=False)
    shares = ", ".join(f"{name} {value / 10:.1f} %" for name, value in pairs)
    parts = [f"win share: {shares}"]
    if info.points:
        points = zip(names, info.points, strict=False)
        parts.append(
            "expected points: " + ", ".join(f"{name} {value:.1f}" for name, value in points)
        )
    parts.append(f"{info.nodes:,} nodes in {choice.seconds:.1f} s")
    return "; ".join(parts)
