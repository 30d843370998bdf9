"""The loss of moves in turns 1 to 5: decisions of recorded games, judged by rollouts."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from spyrium_ai.analysis.intervals import half_width, ratio_variance
from spyrium_ai.analysis.rollout.continuation import Continuation, proposed_moves
from spyrium_ai.analysis.rollout.rollout_players import RolloutPlayers
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.tools.experiments.recorded_decisions import Decision, deal_of
from spyrium_ai.util.json_types import Whole
from spyrium_ai.util.seeds import derive
from spyrium_ai.util.text import so_many

HALVES = 2  # of the rollouts: see `losses`
PROPOSED = 2  # moves that are judged besides those of the players
PROPOSER_NODES = 50_000  # of the search that proposes them
RESAMPLES = 10_000  # of the deals, for the interval of a ratio


@dataclass(frozen=True)
class DecisionLoss:
    """The win share that each player's move loses at a decision, from 0 to 1.

    It is an estimate: a loss is below 0 where chance has it so.
    """

    key: str
    turn: Whole
    moves: Mapping[str, str]
    losses: Mapping[str, float]


class RolloutJudge:
    """Judges moves by playing the game on to its end after each, with the same deals for all.

    Args:
        players: the built-in ones that make all later decisions, in every seat.
        games: rollouts of each move, at least two.
        seed: of the rollouts; those of one decision have their own.
        stop: a flag that ends them when it is set.
    """

    def __init__(self, players: RolloutPlayers, games: int, seed: int, stop: StopFlag) -> None:
        Continuation(players, seed, stop)  # a wrong player is reported before anything is played
        self._players, self._games, self._seed, self._stop = players, games, seed, stop

    def judge(self, decision: Decision, moves: Mapping[str, str]) -> DecisionLoss:
        """Return the win shares that the players' moves lose against the best of those judged.

        Those are the players' own, and what a longer search proposes.
        """
        position = decision.position()
        proposed = proposed_moves(position, PROPOSED, self._stop, PROPOSER_NODES)
        judged = dict.fromkeys([*moves.values(), *proposed])
        halves = [self._continuation(decision, half) for half in range(HALVES)]
        shares: dict[str, list[float]] = {move: [] for move in judged}
        for number in range(self._games):
            for move, values in shares.items():
                end = halves[number % HALVES].play(position, move, number)
                if end is None:
                    return DecisionLoss(decision.key, position.turn, moves, {})
                values.append(end.shares[position.to_move - 1])
        lost = losses(shares)
        found = {name: round(lost[move], 6) for name, move in moves.items()}
        return DecisionLoss(decision.key, position.turn, moves, found)

    def _continuation(self, decision: Decision, half: int) -> Continuation:
        """Return what plays one half of the rollouts; nothing that it draws is in the other."""
        seed = derive("rollout loss", self._seed, decision.key, half)
        return Continuation(self._players, seed, self._stop)


def losses(shares: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Return what each move loses against the best one.

    One half of the rollouts says which move is best, and the other half what the others lose
    against it; then the halves change places. From one and the same rollouts the luckiest move
    would seem the best one, and all others would lose its luck. Of moves that are equally good the
    mean is taken, so that their order does not matter.

    >>> losses({"a": [1, 1, 1, 1], "b": [0, 1, 0, 0]})
    {'a': 0.0, 'b': 0.75}

    Args:
        shares: the win shares of the rollouts, of each move as many, at least two.
    """
    halves = [
        {move: fmean(values[half::HALVES]) for move, values in shares.items()}
        for half in range(HALVES)
    ]
    found = dict.fromkeys(shares, 0.0)
    for chosen_by, measured in (halves, halves[::-1]):
        most = max(chosen_by.values())
        best = fmean(measured[move] for move, share in chosen_by.items() if share == most)
        for move in found:
            found[move] += (best - measured[move]) / HALVES
    return found


def summary(findings: Sequence[DecisionLoss], players: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the result: each player's loss, then those of the first to the others'.

    The intervals are over deals, since the decisions of one are not independent.
    """
    deals = len({deal_of(finding.key) for finding in findings})
    yield f"{so_many(len(findings), 'decision')} from {so_many(deals, 'deal')}"
    if not findings:
        return
    for player in players:
        yield f"{player}: {_mean_loss(findings, player)}"
    for other in players[1:]:
        yield f"{players[0]} loses {_ratio(findings, players[0], other)} what {other} loses"


def _mean_loss(findings: Sequence[DecisionLoss], player: str) -> str:
    blocks = list(_sums(findings, player).values())
    mean = 100 * fmean(finding.losses[player] for finding in findings)
    if len(blocks) < 2:
        return f"mean loss {mean:.2f} % of a win"
    half = 100 * half_width(len(blocks), ratio_variance(blocks))
    return f"mean loss {mean:.2f} % of a win (+- {half:.2f})"


def _sums(findings: Sequence[DecisionLoss], player: str) -> dict[str, tuple[float, int]]:
    """Return the sum and the number of a player's losses, by deal."""
    blocks: defaultdict[str, list[float]] = defaultdict(list)
    for finding in findings:
        blocks[deal_of(finding.key)].append(finding.losses[player])
    return {deal: (sum(block), len(block)) for deal, block in blocks.items()}


def _ratio(findings: Sequence[DecisionLoss], player: str, other: str) -> str:
    """Return how many times the other's loss the player's is, with a bootstrap interval."""
    mine, others = _sums(findings, player), _sums(findings, other)
    pairs = [(mine[deal][0], others[deal][0]) for deal in mine]
    draw = random.Random(derive("ratio", player, other))
    drawn = sorted(_quotient(draw.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return f"{_quotient(pairs):.2f} ({drawn[tail]:.2f} to {drawn[-1 - tail]:.2f}) times"


def _quotient(pairs: Sequence[tuple[float, float]]) -> float:
    """Return the ratio of the sums, infinity where the second has no loss."""
    mine, others = (sum(values) for values in zip(*pairs, strict=True))
    return mine / others if others > 0 else math.inf
