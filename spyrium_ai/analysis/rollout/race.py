"""A race of moves: rollouts with common deals until the best move is told from the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from spyrium_ai.analysis.rollout.continuation import Continuation, GameEnd
from spyrium_ai.analysis.rollout.standing import LEAST, Standing
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

ROUND = 16  # rollouts of each move between two looks at the standing

Task = tuple[str, int]  # a move and the number of its rollout


class Race:
    """Makes rollouts round by round; moves that are surely behind get no more."""

    def __init__(self, position: Position, standing: Standing, resolution: float) -> None:
        """Take up the race.

        Args:
            position: a player decides.
            standing: its rollouts are not made again; new ones are added.
            resolution: moves closer than this, in win share, need not be told apart.
        """
        self.position = position
        self.standing = standing
        self._resolution = resolution
        self._racing = list(standing.moves)
        self._rounds = 0  # rollouts of each move that is still racing

    @property
    def left(self) -> int:
        """How many rollouts there can still be."""
        return len(self._racing) * (self.standing.most - self._rounds)

    def run(
        self,
        continuations: Sequence[Continuation],
        stop: StopFlag,
        on_end: Callable[[str, int, GameEnd], None],
        on_round: Callable[[], None],
    ) -> None:
        """Make rollouts until the race is decided, or the flag is set.

        Args:
            continuations: one for each rollout that runs in parallel.
            stop: ends the race; rollouts under way are lost.
            on_end: called with each new rollout, by any thread.
            on_round: called after each round.
        """
        free: SimpleQueue[Continuation] = SimpleQueue()
        for continuation in continuations:
            free.put(continuation)

        def roll(task: Task) -> tuple[Task, GameEnd | None]:
            known = self.standing.ends.get(task)
            if known is not None or stop.is_set():
                return task, known
            continuation = free.get()
            try:
                end = continuation.play(self.position, *task)
            except BaseException:
                stop.set()  # for the others
                raise
            finally:
                free.put(continuation)
            if end is not None:
                on_end(*task, end)
            return task, end

        # Even one rollout at a time has its own thread: the main thread takes the signals.
        with ThreadPoolExecutor(len(continuations)) as pool:
            while self.left and not stop.is_set():
                self._take(pool.map(roll, self._next_round()))
                if not stop.is_set():
                    self._end_round()
                on_round()

    def _next_round(self) -> list[Task]:
        last = min(self._rounds + ROUND, self.standing.most)
        numbers = range(self._rounds + 1, last + 1)
        return [(move, number) for number in numbers for move in self._racing]

    def _take(self, found: Iterable[tuple[Task, GameEnd | None]]) -> None:
        self.standing.ends.update((task, end) for task, end in found if end is not None)

    def _end_round(self) -> None:
        """Drop the moves that are surely behind; drop all where nothing is left to be told."""
        self._rounds = min(self._rounds + ROUND, self.standing.most)
        if self._rounds < LEAST:
            return
        best = self.standing.best(self._racing)
        rivals = [
            move for move in self._racing if move != best and not self.standing.is_worse(move, best)
        ]
        self._racing = [] if all(self._is_near(move, best) for move in rivals) else [best, *rivals]

    def _is_near(self, move: str, best: str) -> bool:
        """Return whether the move is surely worth what the best one is, to the resolution."""
        behind = self.standing.behind(move, best)
        return -self._resolution <= behind.low and behind.high <= self._resolution
