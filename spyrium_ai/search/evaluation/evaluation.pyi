from spyrium_ai.core.afterstate import Weights
from spyrium_ai.core.game import State

def evaluate(state: State, weights: Weights) -> tuple[list[float], list[float]]: ...
