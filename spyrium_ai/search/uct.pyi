from spyrium_ai.core.game import State
from spyrium_ai.core.stop import StopFlag

def search_uct(
    state: State, nodes: int, seconds: float, exploration: float, seed: int, stop: StopFlag
) -> tuple[list[tuple[int, int, list[float]]], list[float]]: ...
