from collections.abc import Iterable, Sequence

from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.evaluation.value_net import Net

def turn_end(
    state: State,
    line: Sequence[int],
    weights: Weights,
    net: Net,
    policy: Policy,
    seed: int,
) -> State: ...
def end_shares(end: State, weights: Weights, net: Net) -> list[float]: ...
def next_turn_shares(
    end: State, weights: Weights, net: Net, policy: Policy, seeds: Iterable[int]
) -> list[list[float]]: ...
