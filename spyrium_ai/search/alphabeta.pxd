"""Two sides: one seat against all others."""

from spyrium_ai.search.depth_first cimport LooksC
from spyrium_ai.game.rules.state cimport StateC

cdef void look_for_two_sides(LooksC *looks, const StateC *root, int depth) noexcept nogil
