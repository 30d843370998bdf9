"""Rollouts of the heuristic to the end of the turn, with a cache of their results."""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.value_net cimport NetC

cdef enum:                      # how leaves are evaluated
    LEARNED                     # by the value network, at the end of the turn
    LINEAR                      # by the linear evaluation, at the end of the turn
    PLAYOUTS                    # by the result: the heuristic plays on through sampled deals to the end of the game

cdef struct CacheEntryC:             # 32 bytes
    uint64_t key                # hash of the position; 0: none
    float shares[5]
    float unused

cdef struct RolloutC:
    const WeightsC *weights
    const NetC *nets
    int value                   # LEARNED, LINEAR or PLAYOUTS
    CacheEntryC *cache
    uint64_t mask               # entries less one

cdef bint make_rollout(
    RolloutC *c, const WeightsC *weights, const NetC *nets, int value, size_t memory
) noexcept nogil
cdef void free_rollout(RolloutC *c) noexcept nogil
cdef void rollout_turn(RolloutC *c, StateC *s, RngC *rng, float *shares) noexcept nogil
cdef void expected_result(
    const RolloutC *c, const StateC *s, RngC *rng, float *shares, float *points
) noexcept nogil
