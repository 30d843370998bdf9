import numpy as np
import numpy.typing as npt

from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights
from spyrium_ai.search.evaluation.value_net import Net

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

def collect(
    weights: Weights, players: int, games: int, seed: int, explore: float
) -> tuple[Bytes, Floats]: ...
def label(
    positions: Bytes, players: int, weights: Weights, net: Net, deals: int, seed: int
) -> Floats: ...
def inputs(positions: Bytes, players: int) -> tuple[Floats, Floats]: ...
def values(positions: Bytes, players: int, net: Net) -> Floats: ...
def state_of(position: Bytes) -> State: ...
def bytes_of(state: State) -> Bytes: ...
