from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.policy_net import Policy
from spyrium_ai.search.evaluation.value_net import Net
from spyrium_ai.search.stop_flag import StopFlag

EXPLORATION: float
TEMPERATURE: float
FIRST_PLAY: float
BEFORE_DEALS: int
NEVER: int

class Search:
    def __init__(
        self,
        weights: Weights,
        net: Net,
        memory: int,
        exploration: float = ...,
        temperature: float = ...,
        first_play: float = ...,
        before_deals: int = ...,
        value: int = 0,
        policy: Policy | None = None,
        threads: int = 1,
    ) -> None: ...
    def clear(self) -> None: ...
    def begin(self, state: State, seed: int) -> int: ...
    def run(
        self,
        nodes: int,
        seconds: float,
        stop: StopFlag,
        left: float = 0,
        depth: int = 0,
        thread: int = 0,
    ) -> int: ...
    def moves(self) -> list[tuple[int, int, list[float]]]: ...
    def best(self) -> int: ...
    def priors(self) -> list[float]: ...
    def values(self) -> list[float]: ...
    def line(self, first: int) -> list[int]: ...
    @property
    def work(self) -> tuple[int, int, int]: ...
    @property
    def is_decided(self) -> bool: ...
    @property
    def deepest(self) -> int: ...
    @property
    def size(self) -> int: ...
