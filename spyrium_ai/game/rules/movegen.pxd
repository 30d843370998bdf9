"""The legal moves of a position."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef int generate(const StateC *s, move_t *moves) noexcept nogil
cdef bint is_legal(const StateC *s, move_t move) noexcept nogil
