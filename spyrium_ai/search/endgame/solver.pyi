from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.stop_flag import StopFlag

class Solver:
    def __init__(self, weights: Weights, memory: int) -> None: ...
    def solve(
        self, state: State, guess: int, nodes: int, seconds: float, stop: StopFlag
    ) -> tuple[int, int, int | None]: ...
    @property
    def nodes(self) -> int: ...
