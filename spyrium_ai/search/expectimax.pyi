from collections.abc import Collection

from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.evaluation.value_net import Net
from spyrium_ai.search.stop_flag import StopFlag

MAX_DEPTH: int
MOST_DEALS: int
BRS_PLUS: str
MAXN: str
PARANOID: str
RIVALS: tuple[str, ...]

class Expectimax:
    def __init__(
        self,
        weights: Weights,
        net: Net,
        memory: int,
        rivals: str = "brs+",
        width: float = 4,
        deals: int = 0,
        deal_seed: int = 0,
        policy: Policy | None = None,
        beside: Expectimax | None = None,
    ) -> None: ...
    def begin(self, state: State, seed: int) -> None: ...
    def search_depth(
        self,
        depth: int,
        nodes: int,
        seconds: float,
        stop: StopFlag,
        without: Collection[int] = (),
    ) -> tuple[bool, list[int]]: ...
    def expect(
        self, line: list[int], deal: int | None = None, after: list[int] = ...
    ) -> tuple[list[float], list[float]]: ...
    @property
    def deal_seeds(self) -> list[int]: ...
    @property
    def share(self) -> float: ...
    @property
    def nodes(self) -> int: ...
