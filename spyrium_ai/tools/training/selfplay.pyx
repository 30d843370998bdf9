"""Whole games by one-ply players, fast: the data from which the evaluation is fitted."""

import numpy as np

from spyrium_ai.game.rules.arguments cimport real, unsigned, whole
from spyrium_ai.game.rules.cards cimport MOST_PLAYERS
from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.playout cimport play_random
from spyrium_ai.game.rules.state cimport (
    DEAL, OVER, RngC, StateC, final_score, is_decision, rng_below, rng_seed, rng_unit, start_state,
)
from spyrium_ai.search.evaluation.evaluation cimport all_values
from spyrium_ai.search.evaluation.linear_value cimport FEATURES, Weights, WeightsC, features
from spyrium_ai.search.evaluation.one_ply cimport play_best


cdef void step(StateC *s, const WeightsC *w, double explore, RngC *rng) noexcept nogil:
    """One decision: the best by the weights, or any with the probability `explore` or without weights."""
    if w == NULL or (explore > 0 and rng_unit(rng) < explore):
        play_random(s, rng)
    else:
        play_best(s, w, rng)


def play_game(weights, seed, explore=0.0):
    """Play one game; return features at the turns' ends, values within the turns, and final scores.

    `weights` has an entry per seat, None for a random player. The features are float32 of shape
    (5, players, FEATURES); the values, of one decision of each turn drawn at random, by the weights
    of the first seat, are float32 of shape (6, players).
    """
    cdef const WeightsC *by_seat[5]
    cdef StateC s
    cdef RngC rng
    cdef int seat, players = whole(len(weights), "players", 2, MOST_PLAYERS), decisions = 0
    cdef double random_part = real(explore, "explore", 0, 1)
    cdef float[:, :, ::1] rows = np.zeros((5, players, FEATURES), dtype=np.float32)
    cdef float[:, ::1] values = np.zeros((6, players), dtype=np.float32)
    for seat in range(players):
        by_seat[seat] = NULL if weights[seat] is None else &(<Weights?>weights[seat]).c
    rng_seed(&rng, unsigned(seed, "seed"))
    start_state(&s, players)
    with nogil:
        while s.stage != OVER:
            if is_decision(&s):
                decisions += 1
                # Each decision of the turn ends up as its sample with the same chance.
                if by_seat[0] != NULL and rng_below(&rng, decisions) == 0:
                    all_values(&s, by_seat[0], &values[s.turn - 1, 0])
                step(&s, by_seat[s.to_move], random_part, &rng)
                continue
            decisions = 0
            if s.stage == DEAL and s.turn > 1:
                for seat in range(players):
                    features(&s, seat, &rows[s.turn - 2, seat, 0])
            play_chance(&s, &rng)
    return np.asarray(rows), np.asarray(values), [final_score(&s, seat) for seat in range(players)]
