from spyrium_ai.core.afterstate import Weights
from spyrium_ai.core.game import State
from spyrium_ai.core.stop import StopFlag

DEEPEST_LOOK: int

class Expectimax:
    def __init__(self, state: State, weights: Weights, deals: int, seed: int) -> None: ...
    def look(
        self, depth: int, nodes: int, seconds: float, stop: StopFlag
    ) -> tuple[bool, list[int], list[float]]: ...
    @property
    def nodes(self) -> int: ...
