from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

class PolicyNet:
    players: int
    def __init__(
        self,
        layers: Iterable[tuple[npt.NDArray[np.floating], npt.NDArray[np.floating]]],
        temperature: float = 0.0,
    ) -> None: ...
