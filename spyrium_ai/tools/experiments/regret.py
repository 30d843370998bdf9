"""The regret of moves in turn 6: decisions of recorded games, solved exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from spyrium_ai.analysis.intervals import ROUNDING, half_width, mean_interval, ratio_variance
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_weights
from spyrium_ai.tools.experiments.recorded_decisions import Decision, deal_of
from spyrium_ai.util.json_types import Whole
from spyrium_ai.util.text import so_many


@dataclass(frozen=True)
class DecisionRegret:
    """The regret of a decision: the points of margin that each player's move loses.

    A loss is None where the decision was not solved.
    """

    key: str
    left: Whole
    losses: Mapping[str, Whole | None]

    @property
    def is_solved(self) -> bool:
        """Whether all losses are known."""
        return None not in self.losses.values()


class MarginSolver:
    """Solves decisions one after the other; the later decisions of a game help with the earlier.

    Args:
        seconds: for each position, at most.
        memory: bytes for what has been found out.
        stop: a flag that ends the solving when it is set.
    """

    def __init__(self, seconds: float, memory: int, stop: StopFlag | None = None) -> None:
        self.seconds = seconds
        self._solver = Solver(load_weights(2), memory)
        self._stop = stop or StopFlag()
        self._last = 0  # margin: positions of one game come to much the same

    def margin(self, position: Position) -> int | None:
        """Return the first seat's final margin with best play, None if the time was too short."""
        if position.is_over:
            first, second = position.scores()
            return first - second
        lower, upper, _ = self._solver.solve(
            position.state, self._last, 0, self.seconds, self._stop
        )
        if lower != upper:
            return None
        self._last = lower
        return lower

    def judge(self, decision: Decision, moves: Mapping[str, str]) -> DecisionRegret:
        """Return the points that the players' moves lose."""
        losses = self.losses(decision.position(), moves)
        return DecisionRegret(decision.key, decision.left, losses)

    def losses(self, position: Position, moves: Mapping[str, str]) -> dict[str, int | None]:
        """Return the points of margin that moves give away, by the names that they go by.

        A loss is None where time was too short.
        """
        best = self.margin(position)
        if best is None:
            return dict.fromkeys(moves)
        lost = {move: self._loss(position, best, move) for move in dict.fromkeys(moves.values())}
        return {name: lost[move] for name, move in moves.items()}

    def _loss(self, position: Position, best: int, move: str) -> int | None:
        after = position.copy()
        after.state.apply(parse_move(move))
        played = self.margin(after)
        if played is None:
            return None
        return best - played if position.to_move == 1 else played - best


def summary(findings: Sequence[DecisionRegret], players: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the result: one for each player, then the unsolved decisions.

    The intervals are over deals, since the decisions of one are not independent.
    """
    solved = [finding for finding in findings if finding.is_solved]
    deals = len({deal_of(finding.key) for finding in findings})
    looked_at = f"{so_many(len(findings), 'decision')} from {so_many(deals, 'deal')}"
    yield f"{looked_at}, {len(solved)} solved"
    for player in players if solved else ():
        yield f"{player}: {_regret([(deal_of(f.key), f.losses[player] or 0) for f in solved])}"
    counts = [(f.left, f.is_solved) for f in findings]
    unsolved = {n: counts.count((n, False)) for n, is_solved in sorted(counts) if not is_solved}
    for left, count in unsolved.items():
        total = count + counts.count((left, True))
        yield f"{left} decisions left: {count} of {total} not solved"


def _regret(losses: Sequence[tuple[str, int]]) -> str:
    """Return a player's regret in words, from its losses with their deals."""
    blocks: defaultdict[str, list[int]] = defaultdict(list)
    for deal, loss in losses:
        blocks[deal].append(loss)
    lost = [(sum(block), len(block)) for block in blocks.values()]
    exact = [(block.count(0), len(block)) for block in blocks.values()]
    mean = fmean(loss for _, loss in losses)
    spread = ratio_variance(lost)
    # Deals that agree, or a single one, tell no width.
    sure = f" +- {half_width(len(lost), spread):.3f}" if spread > ROUNDING else ""
    share = sum(n for n, _ in exact) / len(losses)
    low, high = mean_interval(len(exact), share, ratio_variance(exact))
    worst = max(loss for _, loss in losses)
    return (
        f"mean regret {mean:.3f}{sure} points, "
        f"exact {share:.1%} ({low:.1%} to {high:.1%}), worst {worst}"
    )
