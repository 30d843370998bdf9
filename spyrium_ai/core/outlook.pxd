"""What the rest of a turn may still bring to a seat."""

from spyrium_ai.core.afterstate cimport WeightsC
from spyrium_ai.core.state cimport StateC

cdef float turn_prospect(const StateC *s, int seat, const WeightsC *w) noexcept nogil
