import numpy as np
import numpy.typing as npt

SEAT_INPUT_COUNT: int
COMMON_INPUT_COUNT: int
LAYERS: tuple[int, int, int]
NET_COUNT: int
NET_SIZE: int
SCORE_SCALE: int

class Net:
    def __init__(self, numbers: npt.NDArray[np.float32]) -> None: ...
