"""Measures players at many decisions, several games in parallel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from queue import SimpleQueue
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from spyrium_ai.match.engine_player import EnginePlayer
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments.recorded_decisions import Decision, ask
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.run_journal import RunJournal


class Finding(Protocol):
    """What was found at a decision: a dataclass that is a line of the journal."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def key(self) -> str:
        """That of the decision."""

    @property
    def losses(self) -> Mapping[str, object]:
        """What each player's move loses."""


F = TypeVar("F", bound=Finding)
F_co = TypeVar("F_co", bound=Finding, covariant=True)


class Judge(Protocol[F_co]):
    """Judges the moves that players chose at a decision; one thread at a time."""

    def judge(self, decision: Decision, moves: Mapping[str, str]) -> F_co:
        """Return what the moves are worth, by the players' names.

        Once the judge's stop flag is set, the answer says nothing.
        """


class Meter(Generic[F]):
    """Asks players for their moves and has these judged, one decision at a time."""

    def __init__(
        self, players: Sequence[EnginePlayer], limits: TimeControl, seed: int, judge: Judge[F]
    ) -> None:
        """Take players whose engines run, and limits for those that have none of their own."""
        self._players, self._limits, self._seed, self._judge = players, limits, seed, judge

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [player.spec.name for player in self._players]

    def measure(self, decision: Decision) -> F:
        """Return what the players' moves lose."""
        moves = {
            player.spec.name: ask(player, decision, self._limits, self._seed)
            for player in self._players
        }
        return self._judge.judge(decision, moves)


def measure_games(
    games: Iterable[Sequence[Decision]],
    meters: Sequence[Meter[F]],
    journal: RunJournal[F] | None,
    progress: Callable[[], object],
    stop: StopFlag,
) -> list[F]:
    """Return what is found at each decision, in the order of the games.

    Args:
        games: the decisions of each game; one meter measures all of a game, in their order.
        meters: one for each game that is measured in parallel; their judges obey the same flag.
        journal: its decisions are not measured again; new results are appended at once.
        progress: called after every decision, by any thread.
        stop: once it is set nothing more is measured.

    Raises:
        UsageError: the journal has a decision without the loss of a player.
    """
    found = _known(journal, meters[0].names) if journal else {}
    free: SimpleQueue[Meter[F]] = SimpleQueue()
    for meter in meters:
        free.put(meter)

    def measured(decision: Decision, meter: Meter[F]) -> F | None:
        known = found.get(decision.key)
        if known is None and not stop.is_set():
            new = meter.measure(decision)
            known = None if stop.is_set() else new  # a judge that was stopped says nothing
            if known and journal:
                journal.add(known)
        if known:
            progress()
        return known

    def measure(decisions: Sequence[Decision]) -> list[F]:
        meter = free.get()
        try:
            return [new for each in decisions if (new := measured(each, meter))]
        except BaseException:
            stop.set()  # for the others
            raise
        finally:
            free.put(meter)

    # Even one meter has its own thread: signals come to the main thread, which must stay free.
    with ThreadPoolExecutor(len(meters)) as pool:
        return list(chain.from_iterable(pool.map(measure, games)))


def _known(journal: RunJournal[F], names: Sequence[str]) -> dict[str, F]:
    """Return what a journal has found, by decision; UsageError where a player's loss is missing."""
    for finding in journal.found:
        if missing := [name for name in names if name not in finding.losses]:
            raise UsageError(f"'{journal.path}': {finding.key} has no loss of {missing[0]}")
    return {finding.key: finding for finding in journal.found}
