from spyrium_ai.core.afterstate import Weights
from spyrium_ai.core.game import State

def rate(state: State, weights: Weights) -> tuple[list[int], list[float]]: ...
