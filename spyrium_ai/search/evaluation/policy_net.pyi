import numpy as np
import numpy.typing as npt

from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights

POSITION_INPUT_COUNT: int
MOVE_INPUT_COUNT: int
HIDDEN_UNITS: int
POLICY_SIZE: int
POLICY_COUNT: int
TURN_INPUT: int

class Policy:
    def __init__(self, numbers: npt.NDArray[np.float32]) -> None: ...
    @property
    def numbers(self) -> npt.NDArray[np.float32]: ...

def policy_inputs(
    state: State, weights: Weights
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]: ...
def use_wide_registers(wide: bool) -> bool: ...
def rate_by_policy(
    state: State, weights: Weights, policy: Policy
) -> tuple[list[int], list[float]]: ...
