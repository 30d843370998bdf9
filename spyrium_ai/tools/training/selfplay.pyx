"""Whole games by one-ply players, fast: the data from which the evaluation is fitted."""

import numpy as np

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport (
    DEAL, OVER, RngC, StateC, final_score, is_decision, rng_below, rng_seed, rng_unit, start_state,
)
from spyrium_ai.search.evaluation.evaluation cimport all_values
from spyrium_ai.search.evaluation.linear_value cimport FEATURES, Weights, WeightsC, features
from spyrium_ai.search.evaluation.one_ply cimport best_of, rate_moves


cdef void step(StateC *s, const WeightsC *w, double explore, RngC *rng) noexcept nogil:
    """One decision: the best by the weights, or any with the probability `explore` or without weights."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef int count = generate(s, moves)
    if w == NULL or (explore > 0 and rng_unit(rng) < explore):
        apply_move(s, moves[rng_below(rng, count)])
        return
    rate_moves(s, moves, count, w, ratings)
    apply_move(s, moves[best_of(ratings, count, rng)])


def play_game(weights, uint64_t seed, double explore=0.0):
    """Play one game; return features at the turns' ends, values within the turns, and final scores.

    `weights` has an entry per seat, None for a random player. The features are float32 of shape
    (5, players, FEATURES); the values, of one decision of each turn drawn at random, by the weights
    of the first seat, are float32 of shape (6, players).
    """
    cdef const WeightsC *by_seat[5]
    cdef StateC s
    cdef RngC rng
    cdef int seat, players = len(weights), decisions = 0
    cdef float[:, :, ::1] rows = np.zeros((5, players, FEATURES), dtype=np.float32)
    cdef float[:, ::1] values = np.zeros((6, players), dtype=np.float32)
    for seat in range(players):
        by_seat[seat] = NULL if weights[seat] is None else &(<Weights?>weights[seat]).c
    rng_seed(&rng, seed)
    start_state(&s, players)
    with nogil:
        while s.stage != OVER:
            if is_decision(&s):
                decisions += 1
                # Each decision of the turn ends up as its sample with the same chance.
                if by_seat[0] != NULL and rng_below(&rng, decisions) == 0:
                    all_values(&s, by_seat[0], &values[s.turn - 1, 0])
                step(&s, by_seat[s.to_move], explore, &rng)
                continue
            decisions = 0
            if s.stage == DEAL and s.turn > 1:
                for seat in range(players):
                    features(&s, seat, &rows[s.turn - 2, seat, 0])
            play_chance(&s, &rng)
    return np.asarray(rows), np.asarray(values), [final_score(&s, seat) for seat in range(players)]
