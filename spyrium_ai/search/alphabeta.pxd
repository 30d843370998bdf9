"""Alpha-beta for two sides: one seat against all others."""

from spyrium_ai.game.rules.state cimport StateC
from spyrium_ai.search.depth_first cimport SearchContextC

cdef int search_two_sides(SearchContextC *context, const StateC *root, int depth) noexcept nogil
