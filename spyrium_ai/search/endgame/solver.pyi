from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.stop_flag import StopFlag

MAX_DEPTH: int
WIDTH: float

class Solver:
    def __init__(
        self, weights: Weights, memory: int, policy: Policy | None = None, width: float = WIDTH
    ) -> None: ...
    def solve(
        self, state: State, guess: int, nodes: int, seconds: float, stop: StopFlag
    ) -> tuple[int, int, int | None]: ...
    def search_depth(
        self, state: State, guess: int, depth: int, nodes: int, seconds: float, stop: StopFlag
    ) -> tuple[int, int, int | None]: ...
    @property
    def nodes(self) -> int: ...
