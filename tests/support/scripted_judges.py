"""Judges without an engine: what a position is worth is a function of it."""

from __future__ import annotations

from collections.abc import Mapping

from spyrium_ai.analysis.review.game_review import Value
from spyrium_ai.analysis.review.judge import Judge
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.weights import load_weights
from spyrium_ai.util.seeds import derive


class EvaluatingJudge(Judge):
    """Judges by the linear evaluation, which takes no search and favours nobody."""

    def __init__(self) -> None:
        super().__init__(parse_player("heuristic"))
        self.asked: list[tuple[str, SearchLimits]] = []

    def worth(self, position: Position) -> Value:
        if position.is_over:
            scores = tuple(map(float, position.scores()))
            return Value(position.shares(), scores, exact=True)
        points, shares = evaluate(position.state, load_weights(position.players))
        return Value(tuple(shares), tuple(points), 1000)

    def after(self, position: Position, move: str, limits: SearchLimits) -> Value:
        self.asked.append((move, limits))
        after = position.copy()
        after.apply(move)
        value = self.worth(after)
        return Value(value.shares, value.points, value.nodes, (move,), value.exact)

    def value(self, position: Position, limits: SearchLimits) -> Value:
        self.asked.append(("", limits))
        return self.worth(position)

    def lines(self, position: Position, limits: SearchLimits, count: int) -> list[Value]:
        seat = position.to_move - 1
        values = [self.after(position, move, limits) for move in position.legal()]
        return sorted(values, key=lambda value: -value.shares[seat])[:count]


class OpinionatedJudge(EvaluatingJudge):
    """Has an opinion of every position, for no reason at all, and always the same one."""

    def worth(self, position: Position) -> Value:
        first = derive("opinion", position.key) / 2**63
        rest = (1 - first) / (position.players - 1)
        return Value((first, *((rest,) * (position.players - 1))))


class ScriptedJudge(EvaluatingJudge):
    """Says of each move what it is told; other moves are worth what the last one is."""

    def __init__(
        self, worth: Mapping[str, Value], deeper: Mapping[str, Value] | None = None
    ) -> None:
        """Take the values of moves, the best first, and those of longer searches."""
        super().__init__()
        self._worth = worth
        self._deeper = deeper or worth
        self.first_nodes: int | None = None

    def after(
        self,
        position: Position,  # noqa: ARG002 (the moves say it all)
        move: str,
        limits: SearchLimits,
    ) -> Value:
        self.asked.append((move, limits))
        self.first_nodes = self.first_nodes or limits.nodes
        table = self._worth if limits.nodes == self.first_nodes else self._deeper
        value = table.get(move, list(table.values())[-1])
        return Value(value.shares, value.points, value.nodes, (move,), value.exact)

    def lines(self, position: Position, limits: SearchLimits, count: int) -> list[Value]:
        seat = position.to_move - 1
        self.first_nodes = self.first_nodes or limits.nodes
        values = [self.after(position, move, limits) for move in position.legal()]
        return sorted(values, key=lambda value: -value.shares[seat])[:count]
