from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from spyrium_ai.envs.policy_net import PolicyNet
from spyrium_ai.envs.snapshot import Snapshot
from spyrium_ai.game.position import Position

SKIP_ACTION: int

class Batch:
    autoreset_mode: str
    legal_ids: npt.NDArray[np.uint16]
    legal_starts: npt.NDArray[np.int64]
    legal_counts: npt.NDArray[np.int32]
    masks: npt.NDArray[np.bool_] | None
    observations: npt.NDArray[np.float32] | None
    final_observations: npt.NDArray[np.float32] | None
    seats: npt.NDArray[np.int8]
    final_seats: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    scores: npt.NDArray[np.int32]
    ended: npt.NDArray[np.bool_]
    lengths: npt.NDArray[np.int32]

    def __init__(
        self,
        n: int,
        players: int,
        seed: int = 0,
        rivals: Literal["random", "heuristic", "net"] | PolicyNet | None = None,
        learner: int | None = None,
        threads: int = 1,
        observe: bool = True,
        mask: bool = True,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def players(self) -> int: ...
    def legal(self, game: int) -> npt.NDArray[np.uint16]: ...
    def step(self, actions: npt.NDArray[np.integer[Any]] | Sequence[int]) -> None: ...
    def step_raw(self, actions: npt.NDArray[np.integer[Any]] | Sequence[int]) -> None: ...
    def reset(self, games: npt.NDArray[np.bool_] | None = None) -> None: ...
    def reseed(self, seed: int | npt.NDArray[np.integer[Any]] | Sequence[int]) -> None: ...
    def position(self, game: int) -> Position: ...
    def set_position(
        self, position: Position, games: npt.NDArray[np.bool_] | None = None
    ) -> None: ...
    def snapshot(self) -> Snapshot: ...
    def restore(self, snapshot: Snapshot) -> None: ...
