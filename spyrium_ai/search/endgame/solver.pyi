from spyrium_ai.core.afterstate import Weights
from spyrium_ai.core.game import State
from spyrium_ai.core.stop import StopFlag

class Solver:
    def __init__(self, weights: Weights, memory: int) -> None: ...
    def solve(
        self, state: State, guess: int, nodes: int, seconds: float, stop: StopFlag
    ) -> tuple[int, int, int | None]: ...
    @property
    def nodes(self) -> int: ...
