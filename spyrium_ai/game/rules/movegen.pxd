"""The legal moves of a position."""

from spyrium_ai.core.moves cimport move_t
from spyrium_ai.core.state cimport StateC

cdef int generate(const StateC *s, move_t *moves) noexcept nogil
