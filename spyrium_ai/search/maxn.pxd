"""Any number of seats, each for itself."""

from spyrium_ai.search.depth_first cimport LooksC
from spyrium_ai.game.rules.state cimport StateC

cdef void look_for_all(LooksC *looks, const StateC *root, int depth) noexcept nogil
