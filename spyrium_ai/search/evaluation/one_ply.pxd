"""One-ply choice by the evaluation."""

from spyrium_ai.core.afterstate cimport WeightsC
from spyrium_ai.core.moves cimport move_t
from spyrium_ai.core.state cimport RngC, StateC

cdef void rate_moves(
    const StateC *s, const move_t *moves, int count, const WeightsC *w, float *ratings
) noexcept nogil
cdef int best_of(const float *ratings, int count, RngC *rng) noexcept nogil
