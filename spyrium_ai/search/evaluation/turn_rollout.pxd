"""Rollouts of the heuristic to the end of the turn, with a cache of their results."""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.move_ratings cimport RaterC, RatingsC
from spyrium_ai.search.evaluation.policy_net cimport PolicyC
from spyrium_ai.search.evaluation.value_net cimport NetC

cdef enum:                      # how leaves are evaluated
    LEARNED                     # by the value network, at the end of the turn
    LINEAR                      # by the linear evaluation, at the end of the turn
    PLAYOUTS                    # by the result: the heuristic plays on through sampled deals to the end of the game

cdef enum:
    MOST_SAMPLED = 64           # deals
    NET_DEALS = 8               # the network's own expectation counts as so many of them

cdef extern from "floats_cache.h" nogil:
    ctypedef struct SharesEntryC:       # 32 bytes
        uint64_t words[4]

cdef struct CacheC:             # the rollouts of several threads may share one
    SharesEntryC *entries
    uint64_t mask               # entries less one
    RatingsC ratings

cdef struct RolloutC:
    RaterC rater                # who plays the turn out
    const NetC *nets
    int value                   # LEARNED, LINEAR or PLAYOUTS
    int deals                   # sampled at the end of the turn before `deal_turn`; 0: the value network alone
    int deal_turn
    uint64_t deal_seeds[MOST_SAMPLED]     # the same number means the same luck, wherever it is used
    uint64_t played             # moves made in rollouts, for the bench
    uint64_t valued             # turn's ends judged, for the bench
    const CacheC *cache

cdef bint make_cache(CacheC *cache, size_t memory) noexcept nogil
cdef void free_cache(CacheC *cache) noexcept nogil
cdef void clear_cache(CacheC *cache) noexcept nogil
cdef void set_rollout(
    RolloutC *c, const WeightsC *weights, const PolicyC *policy, const NetC *nets, int value, const CacheC *cache
) noexcept nogil
cdef void play_turn_out(const RolloutC *c, StateC *s, RngC *rng) noexcept nogil
cdef bint is_dealt(const RolloutC *c, const StateC *s) noexcept nogil
cdef void net_value(const RolloutC *c, const StateC *s, float *shares, float *points) noexcept nogil
cdef void rollout_turn(RolloutC *c, StateC *s, RngC *rng, float *shares) noexcept nogil
cdef void expected_result(
    const RolloutC *c, const StateC *s, RngC *rng, float *shares, float *points
) noexcept nogil
