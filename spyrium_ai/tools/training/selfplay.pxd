"""Single decisions of the one-ply player."""

from spyrium_ai.core.afterstate cimport WeightsC
from spyrium_ai.core.state cimport RngC, StateC

cdef void step(StateC *s, const WeightsC *w, double explore, RngC *rng) noexcept nogil
