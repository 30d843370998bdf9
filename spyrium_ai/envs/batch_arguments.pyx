"""What a batch is given: seeds, and arrays with an entry for each game."""

from libc.stdint cimport INT64_MAX, uint64_t

import numpy as np

from spyrium_ai.envs.batch_games cimport game_seed
from spyrium_ai.game.rules.arguments cimport unsigned, whole


def seed_of_game(seed, number):
    """Return the seed of the game with this number, from 0, in a batch with this seed."""
    return game_seed(unsigned(seed, "seed"), whole(number, "number", 0, INT64_MAX))


cdef object seeds_of_games(object seed, int n):
    """Return the seeds of n games: those of a batch with this seed, or the ones in an array."""
    cdef uint64_t[::1] seeds = np.empty(n, dtype=np.uint64)
    cdef uint64_t number
    cdef int i
    if np.ndim(seed) > 0:
        if len(seed) != n:
            raise ValueError(f"seed: {len(seed)} seeds, not {n}")
        for i in range(n):
            seeds[i] = unsigned(seed[i], "seed")
        return np.asarray(seeds)
    number = unsigned(seed, "seed")
    for i in range(n):
        seeds[i] = game_seed(number, i)
    return np.asarray(seeds)


cdef object array_of(object values, str name, str kinds, int n, str what):
    """Return the values as an array of n such numbers; ValueError if they are none."""
    array = np.asarray(values)
    if array.dtype.kind not in kinds or array.shape != (n,):
        raise ValueError(f"{name}: {array.dtype} of shape {array.shape}, not {n} {what}")
    return array
