from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from spyrium_ai.search.evaluation.linear_value import Weights

def play_game(
    weights: Sequence[Weights | None], seed: int, explore: float = 0.0
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], list[int]]: ...
