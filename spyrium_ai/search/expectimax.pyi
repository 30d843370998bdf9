from spyrium_ai.core.afterstate import Weights
from spyrium_ai.core.game import State
from spyrium_ai.core.stop import StopFlag
from spyrium_ai.core.value import Net

DEEPEST_LOOK: int

class Expectimax:
    def __init__(
        self,
        weights: Weights,
        net: Net,
        memory: int,
        paranoid: bool = False,
        width: float = 4,
    ) -> None: ...
    def begin(self, state: State, seed: int) -> None: ...
    def look(
        self, depth: int, nodes: int, seconds: float, stop: StopFlag
    ) -> tuple[bool, list[int]]: ...
    def expect(self, line: list[int]) -> tuple[list[float], list[float]]: ...
    @property
    def nodes(self) -> int: ...
