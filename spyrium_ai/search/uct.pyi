from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.stop_flag import StopFlag

def search_uct(
    state: State, nodes: int, seconds: float, exploration: float, seed: int, stop: StopFlag
) -> tuple[list[tuple[int, int, list[float]]], list[float]]: ...
