"""Who rates the moves of a search: the policy network, or the one-ply evaluation."""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.policy_net cimport PolicyC

cdef extern from "floats_cache.h" nogil:
    ctypedef struct RatingsEntryC:      # 128 bytes
        uint64_t words[16]

cdef struct RatingsC:           # ratings by position; several threads may share them
    RatingsEntryC *entries
    uint64_t mask               # entries less one

cdef struct RaterC:
    const WeightsC *weights
    const PolicyC *policy       # NULL: one ply
    const RatingsC *known       # what the policy network has said; NULL: nothing is kept

cdef bint make_ratings(RatingsC *ratings, size_t memory) noexcept nogil
cdef void free_ratings(RatingsC *ratings) noexcept nogil

cdef void rate_by(const RaterC *r, const StateC *s, const move_t *moves, int count, float *ratings) noexcept nogil
cdef move_t best_by(const RaterC *r, const StateC *s, RngC *rng) noexcept nogil
cdef void play_by(const RaterC *r, StateC *s, RngC *rng) noexcept nogil
