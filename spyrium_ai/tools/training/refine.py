"""Trains the value networks further on games of `mcts`, backward from the end of turn 5."""

from __future__ import annotations

import numpy as np
from threadpoolctl import threadpool_limits

from spyrium_ai.search.evaluation.value_net import NET_COUNT, Net
from spyrium_ai.tools.training.afterstate_data import inputs, values
from spyrium_ai.tools.training.fit_value import Fitted, validate
from spyrium_ai.tools.training.numpy_net import Array, Pass, Samples, fit, views
from spyrium_ai.tools.training.searched_games import Games
from spyrium_ai.util.seeds import derive


def refine(nets: Array, games: Games, held_out: int, epochs: int, seed: int) -> list[Fitted]:
    """Return the nets after turns 1 to 5, fitted on from `nets`, shape (5, numbers of a net).

    The label of an afterstate is what the next one of its game is worth by the net just fitted on,
    that of the last one the outcome. The last `held_out` games are for validation.
    """
    count = len(games.shares) - held_out
    players = games.shares.shape[1]
    refined = nets.copy()
    fitted: list[Fitted] = []
    shares, points = games.shares, games.points
    for turn in reversed(range(NET_COUNT)):
        here = np.ascontiguousarray(games.positions[:, turn])
        samples = Samples(*inputs(here, players), shares, points)
        tight = np.flatnonzero(~games.loose[:count, turn])
        with threadpool_limits(1):  # so that the sums do not depend on the machine
            fit_seed = derive("refine", seed, players, turn)
            refined[turn] = fit(samples.part(tight), epochs, fit_seed, nets[turn])
        result = Pass(views(refined[turn]), samples.part(slice(count, None)))
        fitted.insert(0, Fitted(refined[turn], validate(result, games.shares[count:])))
        worth = values(here, players, Net(refined))
        shares, points = worth[:, 0], worth[:, 1]
    return fitted
