"""Two sides: one seat against all others."""

from spyrium_ai.core.looks cimport LooksC
from spyrium_ai.core.state cimport StateC

cdef void look_for_two_sides(LooksC *looks, const StateC *root, int depth) noexcept nogil
