"""What the commands share that measure players at recorded decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import click

from spyrium_ai.cli.progress_bar import progress_bar
from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.player_spec import PlayerSpec, parse_players
from spyrium_ai.match.process.timeouts import Timeouts
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments.decision_run import Finding, Judge, Meter, measure_games
from spyrium_ai.tools.experiments.recorded_decisions import Decision
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.processors import at_a_time
from spyrium_ai.util.run_journal import RunJournal
from spyrium_ai.util.signals import on_interruption
from spyrium_ai.version import full_version

MARGIN = 10.0  # seconds a move may be late: moves are measured here, not punctuality

F = TypeVar("F", bound=Finding)


@dataclass(frozen=True)
class Experiment(Generic[F]):
    """Players, and how their moves are judged.

    `limits` are for players that have none of their own, `settings` all else that the judgement
    depends on; `kind` is the class of what is found.
    """

    command: str
    players: tuple[str, ...]
    limits: TimeControl
    seed: int
    settings: Mapping[str, object]
    kind: type[F]
    judge: Callable[[StopFlag], Judge[F]]
    summary: Callable[[Sequence[F], Sequence[str]], Iterator[str]]

    def run(self, games: Sequence[Sequence[Decision]], jobs: int, journal: Path | None) -> int:
        """Measure the decisions of the games, print the result, and return the exit code."""
        specs, stop = self._engines(), StopFlag()
        settings = {
            "program": full_version(),
            "players": [_resolved(spec, self.limits) for spec in specs],
            **self.settings,
            "seed": self.seed,
        }
        with ExitStack() as stack:
            results = RunJournal(journal, self.command, settings, self.kind) if journal else None
            stack.enter_context(results or nullcontext())
            meters = [
                Meter(_running(specs, stack), self.limits, self.seed, self.judge(stop))
                for _ in range(min(at_a_time(jobs), len(games)))
            ]
            bar = stack.enter_context(progress_bar(sum(map(len, games)), " decisions"))
            interruption = stack.enter_context(on_interruption(stop.set))
            found = measure_games(games, meters, results, bar.update, stop)
        for line in self.summary(found, [spec.name for spec in specs]):
            click.echo(line)
        return interruption.exit_code

    def _engines(self) -> tuple[PlayerSpec, ...]:
        """Return the players of the specs; UsageError for a person."""
        specs = parse_players(self.players)
        if any(spec.is_human for spec in specs):
            raise UsageError(f"{self.command}: human players are not supported here")
        return specs


def _running(specs: Iterable[PlayerSpec], stack: ExitStack) -> list[EnginePlayer]:
    """Return the players with their engines running; the stack ends them."""
    players = [EnginePlayer(spec, Timeouts(margin=MARGIN)) for spec in specs]
    for player in players:
        stack.callback(player.close)
        player.check()
    return players


def _resolved(spec: PlayerSpec, common: TimeControl) -> dict[str, object]:
    """Return the settings of a player, since its TOML file may change between two runs.

    The command is left out: the interpreter's path differs between environments.
    """
    return {
        "name": spec.name,
        "text": spec.text,
        "options": dict(spec.options),
        "limits": str(spec.limits_or(common)),
    }
