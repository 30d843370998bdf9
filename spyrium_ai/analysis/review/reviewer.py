"""Judges decisions: the move that was played beside the best one, both after they are made."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from spyrium_ai.analysis.review.action_kind import action_kind
from spyrium_ai.analysis.review.classes import (
    ERROR,
    HOPELESS,
    WORTH_A_SECOND_LOOK,
    class_of,
    class_of_points,
    standard_error,
)
from spyrium_ai.analysis.review.game_review import DecisionReview, MoveClass, Value
from spyrium_ai.analysis.review.judge import Judge
from spyrium_ai.analysis.review.last_turn import Solution, is_last
from spyrium_ai.analysis.review.reasons import reasons
from spyrium_ai.analysis.review.turn_line import to_turn_end
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

SEARCHES = 3  # of a decision in the first pass: before the move, after the best, after the played


@dataclass(frozen=True)
class Depth:
    """How long the judges think.

    Attributes:
        first: the limits of each search in the first pass.
        second: those of each search in the second pass.
        deals: those of each search that measures the luck of a deal.
        solve: those of solving a decision of the last turn; a solver's nodes are small.
        samples: number of other deals that a deal is compared with.
    """

    first: SearchLimits
    second: SearchLimits
    deals: SearchLimits
    solve: SearchLimits
    samples: int = 24

    @classmethod
    def of_nodes(cls, nodes: int) -> Depth:
        """Return the depth for so many nodes of each search in the first pass."""
        return cls(
            SearchLimits(nodes=nodes),
            SearchLimits(nodes=7 * nodes),
            SearchLimits(nodes=max(1, nodes // 5)),
            SearchLimits(nodes=400 * nodes),
        )

    @classmethod
    def of_time(cls, movetime: int) -> Depth:
        """Return the depth for so many milliseconds of each decision in the first pass."""
        each = max(1, movetime // SEARCHES)
        return cls(
            SearchLimits(movetime=each),
            SearchLimits(movetime=7 * each),
            SearchLimits(movetime=max(1, each // 5)),
            SearchLimits(movetime=7 * each),
        )

    def __str__(self) -> str:
        """Return the limits of all kinds of searches in words."""
        parts = (
            ("first pass", self.first),
            ("second", self.second),
            ("deals", self.deals),
            ("solving", self.solve),
        )
        words = [f"{name} {_words(limits)}" for name, limits in parts]
        return f"{', '.join(words)}, {self.samples} samples"


@dataclass
class Reviewer:
    """Judges one decision after the other; not by two threads at a time.

    Attributes:
        judge: compares the moves.
        second: has to agree before a move is called a blunder; None to go without.
        depth: how long they think.
        why: whether errors are explained.
        stop: ends the solving of the last turn early.
    """

    judge: Judge
    second: Judge | None
    depth: Depth
    why: bool = False
    stop: StopFlag = field(default_factory=StopFlag)

    def review(self, position: Position, move: str, ply: int = 0) -> DecisionReview:
        """Return what a legal move loses in a position where a player decides.

        Args:
            position: before the move.
            move: legal there.
            ply: number of the move in its game.

        Raises:
            HaltError: a judge fails.
        """
        legal = position.legal()
        if len(legal) == 1:
            value = self.judge.after(position, move, self.depth.first)
            return _review(position, move, ply, value, value, 1, 0.0)
        found = self._solved(position, move, ply) if is_last(position) else None
        if found is None:
            found = self._first_pass(position, move, ply, len(legal))
            if found.loss >= WORTH_A_SECOND_LOOK or _worth_by_points(found):
                found = self._second_pass(position, found)
        if found.best == move:
            return found
        if self.why and found.cls in {"error", "blunder"}:
            why = reasons(position, found.better.line, found.played.line, seed=ply)
            found = replace(found, why=why)
        return _with_whole_lines(position, found)

    @property
    def judges(self) -> list[Judge]:
        """The judges that there are."""
        return [self.judge] if self.second is None else [self.judge, self.second]

    def check(self) -> None:
        """Start the engines; UsageError if one does not start or lacks an option."""
        for judge in self.judges:
            judge.check()

    def terminate(self) -> None:
        """End the processes at once, from another thread; a question under way fails."""
        for judge in self.judges:
            judge.terminate()

    def close(self) -> None:
        """End the engines' processes."""
        for judge in self.judges:
            judge.close()

    def _solved(self, position: Position, move: str, ply: int) -> DecisionReview | None:
        """Return the exact review of a move in the last turn; None if that is too hard."""
        solved = Solution(position, self.depth.solve, self.stop).compare(move)
        if solved is None:
            return None
        rank = 2 if solved.loss_points else 1
        found = _review(position, move, ply, solved.better, solved.played, rank, 0.0)
        return replace(found, loss_points=float(solved.loss_points))

    def _first_pass(self, position: Position, move: str, ply: int, legal: int) -> DecisionReview:
        """Let the judge name its moves, and compare its choice with the played move."""
        ranking = [line.line[0] for line in self.judge.lines(position, self.depth.first, legal)]
        played = self.judge.after(position, move, self.depth.first)
        rank = ranking.index(move) + 1 if move in ranking else len(ranking) + 1
        if rank == 1:
            return _review(position, move, ply, played, played, 1, 0.0)
        better = self.judge.after(position, ranking[0], self.depth.first)
        return _review(position, move, ply, better, played, rank, _error(better, played))

    def _second_pass(self, position: Position, found: DecisionReview) -> DecisionReview:
        """Judge both moves again, more deeply; ask the second judge about what looks a blunder."""
        best, move, limits = found.best, found.move, self.depth.second
        choice = self.judge.lines(position, limits, 1)[0].line[0]
        played = self.judge.after(position, move, limits)
        candidates = [
            self.judge.after(position, candidate, limits)
            for candidate in dict.fromkeys((choice, best))
            if candidate != move
        ]
        seat = position.to_move - 1
        better = max([*candidates, played], key=lambda value: value.shares[seat])
        error = _error(better, played)
        deep = _review(position, move, found.ply, better, played, found.rank, error)
        deep = replace(deep, deep=True)
        if self.second is None or deep.cls != "blunder":
            return deep
        return self._with_second(position, deep, self.second)

    def _with_second(
        self, position: Position, found: DecisionReview, judge: Judge
    ) -> DecisionReview:
        """Return the review with the second judge's loss; without its agreement, an error."""
        limits = self.depth.second
        better = judge.after(position, found.best, limits)
        played = judge.after(position, found.move, limits)
        seat = position.to_move - 1
        loss = better.shares[seat] - played.shares[seat]
        points = _points_lost(better, played, seat)
        by_points = _is_hopeless(found) and points is not None and points > 0
        agrees = loss >= ERROR or by_points
        error = max(found.loss_error, abs(found.loss - loss) / 2)
        cls: MoveClass = "blunder" if agrees else "error"
        return replace(found, second_loss=loss, loss_error=error, cls=cls)


def _review(
    position: Position,
    move: str,
    ply: int,
    better: Value,
    played: Value,
    rank: int,
    error: float,
) -> DecisionReview:
    """Return the review of a move; it was the best one if `better` is not better."""
    seat = position.to_move - 1
    if better.shares[seat] <= played.shares[seat] and not better.exact:
        better, rank = played, 1
    loss = better.shares[seat] - played.shares[seat]
    pairs = zip(played.shares, better.shares, strict=True)
    points = _points_lost(better, played, seat)
    legal = len(position.legal())
    found = DecisionReview(
        ply=ply,
        turn=position.turn,
        seat=seat + 1,
        move=move,
        kind=action_kind(move),
        legal=legal,
        cls="forced" if legal == 1 else class_of(loss),
        best=better.line[0],
        rank=rank,
        loss=loss,
        loss_points=points,
        loss_error=0.0 if better is played or (better.exact and played.exact) else error,
        better=better,
        played=played,
        gained=tuple(after - before for after, before in pairs),
    )
    if _is_hopeless(found) and points is not None and found.cls != "forced":
        return replace(found, cls=class_of_points(points))
    return found


def _error(better: Value, played: Value) -> float:
    """Return the standard error of the difference; the longer of two searches stands for both."""
    return standard_error(max(better.nodes, played.nodes))


def _with_whole_lines(position: Position, found: DecisionReview) -> DecisionReview:
    """Return the review with both lines drawn out to the end of the turn."""
    better, played = (
        replace(value, line=to_turn_end(position, value.line))
        for value in (found.better, found.played)
    )
    return replace(found, better=better, played=played)


def _points_lost(better: Value, played: Value, seat: int) -> float | None:
    """Return the points by which the margin over the best rival is smaller; None if unknown."""
    if better is played:
        return 0.0
    if better.points is None or played.points is None:
        return None
    return _margin(better.points, seat) - _margin(played.points, seat)


def _margin(points: tuple[float, ...], seat: int) -> float:
    return points[seat] - max(other for i, other in enumerate(points) if i != seat)


def _is_hopeless(found: DecisionReview) -> bool:
    """Return whether the player, of more than two, has next to no share of the win to lose."""
    shares = found.better.shares
    return len(shares) > 2 and shares[found.seat - 1] < HOPELESS


def _worth_by_points(found: DecisionReview) -> bool:
    return _is_hopeless(found) and found.cls in {"error", "blunder"}


def _words(limits: SearchLimits) -> str:
    """Return the limit as it is typed: a number of nodes or milliseconds."""
    return f"{limits.nodes} nodes" if limits.nodes is not None else f"{limits.movetime} ms"
