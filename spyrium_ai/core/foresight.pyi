from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from spyrium_ai.core.game import State

FORESIGHT_SHAPE: tuple[int, int, int, int]

class Foresight:
    def __init__(
        self,
        first: int,
        decks: Sequence[Sequence[int]],
        events: Sequence[int],
        priorities: npt.NDArray[np.uint64],
    ) -> None: ...
    def lay(self, state: State) -> None: ...
