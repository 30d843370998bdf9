from collections.abc import Sequence

from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.evaluation.value_net import Net

def line_value(
    state: State,
    line: Sequence[int],
    weights: Weights,
    net: Net,
    seed: int,
    policy: Policy | None = None,
) -> tuple[list[float], list[float]]: ...
