"""Who rates the moves of a search: the policy network, or the one-ply evaluation."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.policy_net cimport PolicyC

cdef struct RaterC:
    const WeightsC *weights
    const PolicyC *policy       # NULL: one ply

cdef void rate_by(const RaterC *r, const StateC *s, const move_t *moves, int count, float *ratings) noexcept nogil
cdef move_t best_by(const RaterC *r, const StateC *s, RngC *rng) noexcept nogil
cdef void play_by(const RaterC *r, StateC *s, RngC *rng) noexcept nogil
