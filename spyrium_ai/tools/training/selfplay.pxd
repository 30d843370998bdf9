"""Single decisions of the one-ply player."""

from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC

cdef void step(StateC *s, const WeightsC *w, double explore, RngC *rng) noexcept nogil
