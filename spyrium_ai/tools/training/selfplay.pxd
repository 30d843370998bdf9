"""Single decisions of the one-ply player."""

from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.game.rules.state cimport RngC, StateC

cdef void step(StateC *s, const WeightsC *w, double explore, RngC *rng) noexcept nogil
