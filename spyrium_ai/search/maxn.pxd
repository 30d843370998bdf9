"""Max^n: any number of seats, each of which maximises its own win share."""

from spyrium_ai.game.rules.state cimport StateC
from spyrium_ai.search.depth_first cimport SearchContextC

cdef int search_maxn(SearchContextC *context, const StateC *root, int depth) noexcept nogil
