from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.evaluation.linear_value import Weights

def rate(state: State, weights: Weights) -> tuple[list[int], list[float]]: ...
