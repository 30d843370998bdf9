"""Step batches in ways that can be repeated, and look at all that they show."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spyrium_ai.envs import SKIP_ACTION, Batch, Game
from spyrium_ai.envs.observations import observe

Actions = npt.NDArray[np.int64]


def chosen(batch: Batch, step: int) -> Actions:
    """Return an action for each game by its number and the step, the same whatever `n` is."""
    picks = (np.arange(len(batch)) * 31 + step * 17) % np.maximum(batch.legal_counts, 1)
    actions = batch.legal_ids[(batch.legal_starts + picks) % len(batch.legal_ids)]
    return np.where(batch.legal_counts > 0, actions, SKIP_ACTION).astype(np.int64)


def play(batch: Batch, steps: int, begin: int = 0) -> list[tuple[str, ...]]:
    """Step so often; return what the batch showed after each step, game by game."""
    seen = []
    for step in range(begin, begin + steps):
        batch.step(chosen(batch, step))
        seen.append(shown(batch))
    return seen


def shown(batch: Batch) -> tuple[str, ...]:
    """Return what the arrays show of each game."""
    rows = []
    for i in range(len(batch)):
        parts = [batch.legal(i), batch.seats[i], batch.rewards[i], batch.scores[i], batch.ended[i]]
        parts += [batch.lengths[i], batch.final_seats[i]]
        for array in (batch.masks, batch.observations, batch.final_observations):
            parts += [] if array is None else [array[i].tobytes()]
        rows.append(repr([p.tolist() if hasattr(p, "tolist") else p for p in parts]))
    return tuple(rows)


def assert_consistent(batch: Batch) -> None:
    """Fail unless the arrays say what the positions say."""
    assert batch.masks is not None
    assert batch.observations is not None
    for i in range(len(batch)):
        position = batch.position(i)
        game = Game.from_position(position)
        assert batch.seats[i] == game.seat
        assert batch.legal(i).tolist() == game.legal_actions()
        assert (batch.masks[i] == game.legal_mask()).all()
        viewer = game.seat if game.seat >= 0 else int(batch.final_seats[i])
        assert batch.observations[i].tobytes() == observe(position.state, viewer)
