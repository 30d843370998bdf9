"""Evaluation: the value of a position for each seat, without a search."""

from spyrium_ai.game.rules.state cimport StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC

cdef float seat_value(const StateC *s, int seat, const WeightsC *w) noexcept nogil
cdef void all_values(const StateC *s, const WeightsC *w, float *values) noexcept nogil
cdef float relative_value(const float *values, int players, int seat, const WeightsC *w) noexcept nogil
cdef void win_shares(const StateC *s, const float *values, const WeightsC *w, float *shares) noexcept nogil
cdef void blended_shares(const StateC *s, const float *values, const WeightsC *w, float *shares) noexcept nogil
