"""Any number of seats, each for itself."""

from spyrium_ai.core.looks cimport LooksC
from spyrium_ai.core.state cimport StateC

cdef void look_for_all(LooksC *looks, const StateC *root, int depth) noexcept nogil
