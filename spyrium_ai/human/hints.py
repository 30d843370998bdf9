"""Hints: what an engine would do, and what it thinks of the position."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import best_player
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.human.move_menu import Menu
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player import Choice, Turn
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.match.process.faults import PlayerFault
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import UsageError

MOVETIME = 1000  # ms for a hint where neither the engine's spec nor the series has a limit


class Hinter:
    """Asks engines; each is started when it is asked first, and closed with this object."""

    def __init__(self, talk: TerminalIO, limits: TimeControl, seed: int) -> None:
        self.talk = talk
        self.limits = limits
        self.seed = seed
        self._engines: dict[str, EnginePlayer] = {}

    def hint(self, turn: Turn, menu: Menu, names: Sequence[str], name: str) -> None:
        """Say which move an engine would make, and its value; or why it cannot be asked."""
        name = name or best_player(turn.position.players)
        self.talk.note(f"{name} thinks ...")
        try:
            choice = self._ask(turn, name)
        except (UsageError, OSError) as error:
            self.talk.tell(f"No hint: {error}")
        except PlayerFault as fault:
            self.talk.tell(f"No hint: {name}: {fault.kind}: {fault.reason}")
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
                raise UsageError("a hint is for an engine to give")
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
            self.talk.tell(f"{name} says {choice.move[:60]}, which is not a legal move.")
            return
        words = sentence(menu.board, choice.move)
        self.talk.tell(f"{name} would play {number}: {words}.", 4)
        if choice.info:
            self.talk.tell(_judgement(choice, choice.info, names), 4, 4)


def _judgement(choice: Choice, info: Info, names: Sequence[str]) -> str:
    """Return an engine's opinion in words: shares of the win, points, and the work done."""
    pairs = zip(names, info.values, strict=False)
    shares = ", ".join(f"{name} {value / 10:.1f} %" for name, value in pairs)
    parts = [f"share of the win: {shares}"]
    if info.points:
        points = zip(names, info.points, strict=False)
        parts.append("final points: " + ", ".join(f"{name} {value:.1f}" for name, value in points))
    parts.append(f"{info.nodes:,} nodes in {choice.seconds:.1f} s")
    return "; ".join(parts)
