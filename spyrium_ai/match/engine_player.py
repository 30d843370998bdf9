"""A player that is an engine's process."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import Option
from spyrium_ai.match.player import Choice, Player, Turn
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.engine_client import EngineClient
from spyrium_ai.match.process.faults import (
    PlayerFault,
    ProtocolFault,
    fault_words,
    protocol_lines,
)
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import UsageError

MAX_SEED = 2**31 - 1  # for engines whose seed has no upper bound


class EnginePlayer(Player):
    """An engine, which is started when it is needed, and again after a fault."""

    def __init__(self, spec: PlayerSpec, patience: Timeouts | None = None) -> None:
        self.spec = spec
        self.seeds: set[int] = set()  # the dealer's, of the games that it has played
        self.client = EngineClient(spec.command, patience or Timeouts())

    def open(self) -> None:
        """Start the engine and set its options.

        Raises:
            UsageError: it lacks an option, or does not take a value.
            PlayerFault: it does not start properly.
        """
        self.client.start()
        try:
            check_options(self.spec, self.client.options)
        except UsageError:
            self.client.close()
            raise
        for name, value in self.spec.options:
            if name != "seed":
                self.client.set_option(name, value)
        self.client.ready()

    def check(self) -> None:
        """Start the engine before any game; UsageError if it does not start, or lacks an option."""
        try:
            self.open()
        except PlayerFault as fault:
            lines = [f"{self.spec.name} does not start", fault_words(fault), *protocol_lines(fault)]
            raise UsageError("\n".join(lines)) from None

    def begin(self, players: int, seat: int, seed: int) -> None:
        """Start the engine if it does not run, set its seed, announce the game."""
        if not self.client.is_running:
            try:
                self.open()
            except UsageError as error:  # it lacks an option, after a restart
                raise self.fault(ProtocolFault, str(error)) from None
        option = self.client.options.get("seed")
        if option is not None:
            low = int(option.min or 0)
            high = MAX_SEED if option.max is None else int(option.max)
            self.client.set_option("seed", str(low + self.spec.mixed_seed(seed) % (high - low + 1)))
        self.client.new_game(players, seat)
        self.client.ready()

    def limits(self, common: TimeControl) -> SearchLimits:
        """Return the limits of a single move: the player's own or the common ones, no clock."""
        return self.spec.limits_or(common).of_one_move()

    def choose(self, turn: Turn) -> Choice:
        """Return the engine's `bestmove`; the referee checks whether it is legal."""
        self.client.position(turn.text)
        answer = self.client.go(turn.limits, turn.seat)
        return Choice(answer.move, answer.seconds, answer.info)

    def finish(self, turn: Turn) -> None:
        """Show the engine how the game ended; if it fails here, it is started again later."""
        try:
            if self.client.is_running:
                self.client.position(turn.text)
                self.client.ready()
        except PlayerFault:
            self.client.close()

    def fault(self, kind: type[PlayerFault], reason: str) -> PlayerFault:
        """Return the fault with the engine's last lines; its process has been ended."""
        return self.client.fail(kind, reason)

    def describe(self) -> str:
        """Return the engine's own name and version."""
        return str(self.client.identity)

    def close(self) -> None:
        """End the process."""
        self.client.close()


def check_options(spec: PlayerSpec, options: Mapping[str, Option]) -> None:
    """Raise UsageError for an option that the engine lacks, or a value that it does not take."""
    for name, value in spec.options:
        if name not in options:
            close = difflib.get_close_matches(name, options, n=1)
            has = f"it has: {', '.join(options)}" if options else "it has none"
            hint = f"did you mean '{close[0]}'? " if close else ""
            raise UsageError(f"{spec.name}: no option '{name}'; {hint}{has}")
        try:
            options[name].parse(value)
        except ValueError as error:
            raise UsageError(f"{spec.name}: option {name} {error}") from None
