"""One-ply ratings: the evaluation after each move."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC

cdef void rate_moves(
    const StateC *s, const move_t *moves, int count, const WeightsC *w, float *ratings
) noexcept nogil
cdef int best_of(const float *ratings, int count, RngC *rng) noexcept nogil
cdef void play_best(StateC *s, const WeightsC *w, RngC *rng) noexcept nogil
