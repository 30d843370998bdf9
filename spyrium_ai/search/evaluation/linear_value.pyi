from collections.abc import Sequence

FEATURE_COUNT: int
FIRST_FEATURE: dict[str, int]

class Weights:
    def __init__(
        self,
        after: Sequence[Sequence[float]],
        keep: float,
        later: Sequence[float],
        envy: float,
        spread: Sequence[float],
    ) -> None: ...
