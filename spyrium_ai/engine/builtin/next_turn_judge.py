"""Tells lines to the turn's end apart by the next turn, after sampled deals (docs/search.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING

from spyrium_ai.search.mcts import NEVER, Search
from spyrium_ai.search.next_turn import end_shares, next_turn_shares, turn_end
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.seeds import derive

if TYPE_CHECKING:
    from spyrium_ai.engine.builtin.task import Task
    from spyrium_ai.game.position import Position
    from spyrium_ai.game.rules.state_class import State
    from spyrium_ai.search.evaluation.linear_value import Weights
    from spyrium_ai.search.evaluation.policy_net import Policy
    from spyrium_ai.search.evaluation.value_net import Net

SIMULATIONS = 12  # for a move of the plays in which each move is searched
NET_ERROR = 0.08**2  # of the value network, as `Plays.error`
# An end is dropped if it is worse by so many standard errors and so much of a win.
SURE_ERRORS, SURE_LEAD = 2.5, 0.01
LEAST_LEFT = 0.002  # seconds: a round takes less


@dataclass(frozen=True)
class Plays:
    """One way of playing the next turn.

    Attributes:
        name: tells its deals from those of the other.
        round: plays from each end after one another.
        least: plays before two ends are told apart.
        most: plays from each end.
        nodes: positions of a search by depths that take as long as a play.
        error: the variance of what any number of plays err by in the difference of two ends, in
            squares of shares of a win.
        luck: that of the difference after a single deal.
    """

    name: str
    round: int
    least: int
    most: int
    nodes: int
    error: float
    luck: float


# By the policy network, and with each move searched.
PLAYED = Plays("played", round=16, least=64, most=400, nodes=16, error=0.063**2, luck=0.25**2)
SEARCHED = Plays("searched", round=1, least=16, most=300, nodes=900, error=0.04**2, luck=0.22**2)


@dataclass(eq=False)
class Candidate:
    """A line, and what is found out about the end of the turn that it leads to.

    Attributes:
        line: from the decision on.
        end: of the turn, a position before a deal.
        net: the win share of the seat that decides, by the value network.
        played: its win shares at the ends of the next turn, one for each deal, with the policy
            network playing.
        searched: the same with each move searched.
    """

    line: Sequence[int]
    end: State
    net: float
    played: list[float] = field(default_factory=list)
    searched: list[float] = field(default_factory=list)

    def shares(self, plays: Plays) -> list[float]:
        """Return the win shares that the plays of a kind have brought."""
        return self.played if plays is PLAYED else self.searched

    @property
    def share(self) -> float:
        """The expected win share: a mean of the judges', weighted by the inverse variances."""
        found = [(self.net, NET_ERROR)]
        found += [
            (fmean(shares), plays.error + plays.luck / len(shares))
            for plays in (PLAYED, SEARCHED)
            if (shares := self.shares(plays))
        ]
        total = sum(1 / error for _, error in found)
        return sum(share / error for share, error in found) / total


class NextTurnJudge:
    """Judges ends of a turn in games of two players.

    Args:
        weights, net, policy: as of the search that found the lines.
        memory: maximum size of the trees of the plays, in bytes.
        seed: of the deals and of what else chance decides.
    """

    def __init__(self, weights: Weights, net: Net, policy: Policy, memory: int, seed: int) -> None:
        self._weights, self._net, self._policy, self._seed = weights, net, policy, seed
        self._search = Search(weights, net, memory, before_deals=NEVER, policy=policy)

    def candidates(self, position: Position, lines: Sequence[Sequence[int]]) -> list[Candidate]:
        """Return the lines that lead to different ends of the turn, in their order."""
        seed = derive("turn's end", self._seed, position.key)
        found: dict[int, Candidate] = {}
        for line in lines:
            end = turn_end(position.state, line, self._weights, self._net, self._policy, seed)
            if end.key not in found:
                share = end_shares(end, self._weights, self._net)[position.to_move - 1]
                found[end.key] = Candidate(line, end, share)
        return list(found.values())

    def best(
        self, candidates: Sequence[Candidate], task: Task, nodes: int
    ) -> tuple[Candidate, int]:
        """Return the best one and the nodes used, of which there have been `nodes` before.

        All are played after the same deals, until the limits are used up or they are told apart.
        """
        seat, seed = task.position.to_move - 1, derive("deals", self._seed, task.position.key)
        race = _Race(list(candidates), task, nodes)

        def play(end: State, seeds: Sequence[int]) -> list[float]:
            shares = next_turn_shares(end, self._weights, self._net, self._policy, seeds)
            return [share[seat] for share in shares]

        def search(end: State, seeds: Sequence[int]) -> list[float]:
            return [self._searched_play(end, each)[seat] for each in seeds]

        race.run(PLAYED, play, seed)
        race.run(SEARCHED, search, seed)
        return race.leader, race.nodes

    def _searched_play(self, end: State, seed: int) -> list[float]:
        """Return the win shares at the end of the next turn after the seed's deal."""
        state, never_set = end.copy(), StopFlag()
        self._search.clear()  # it must not matter which end is played on first
        state.deal(*state.sample(seed)[1:])
        while state.seat is not None:
            moves = state.moves()
            if len(moves) > 1:
                self._search.begin(state, seed)
                self._search.run(SIMULATIONS, 0, never_set)
                moves = [self._search.best()]
            state.apply(moves[0])
        return end_shares(state, self._weights, self._net)


class _Race:
    """The candidates that are `left` to be told apart, and the nodes used for all of them."""

    def __init__(self, candidates: list[Candidate], task: Task, nodes: int) -> None:
        self.left = candidates
        self.nodes = nodes
        self._task = task

    @property
    def leader(self) -> Candidate:
        return max(self.left, key=lambda candidate: candidate.share)

    def run(
        self, plays: Plays, play: Callable[[State, Sequence[int]], list[float]], seed: int
    ) -> None:
        """Play on from each until there are enough plays, one is left, or a limit is reached.

        Args:
            plays: the kind of plays.
            play: returns the win shares after the deals of some seeds.
            seed: of all deals.
        """
        while (number := len(self.left[0].shares(plays))) < plays.most:
            seeds = [derive(plays.name, seed, number + i) for i in range(plays.round)]
            if not self._play_round(plays, play, seeds):
                return

    def _play_round(
        self,
        plays: Plays,
        play: Callable[[State, Sequence[int]], list[float]],
        seeds: Sequence[int],
    ) -> bool:
        """Return whether there was a whole round; one that a limit ends adds nothing."""
        cost = plays.nodes * len(seeds)
        found = []
        for candidate in self.left:
            if len(self.left) == 1 or self._is_over(cost):
                return False
            found.append(play(candidate.end, seeds))
            self.nodes += cost
        for candidate, shares in zip(self.left, found, strict=True):
            candidate.shares(plays).extend(shares)
        if len(self.left[0].shares(plays)) >= plays.least:
            leader = self.leader
            self.left = [c for c in self.left if not _is_worse(c, leader, plays)]
        return True

    def _is_over(self, nodes: int) -> bool:
        task = self._task
        is_short = task.clock.left() < LEAST_LEFT
        return is_short or task.stop.is_set() or task.used(self.nodes + nodes) > 1


def _is_worse(candidate: Candidate, leader: Candidate, plays: Plays) -> bool:
    """Return whether a candidate is surely worse than the leader, by plays after the same deals."""
    if candidate is leader:
        return False
    leads = [a - b for a, b in zip(leader.shares(plays), candidate.shares(plays), strict=True)]
    error = sqrt(variance(leads) / len(leads))
    return leader.share - candidate.share > SURE_ERRORS * error + SURE_LEAD
