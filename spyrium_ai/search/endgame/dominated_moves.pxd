"""Drops dominated moves of the last turn, which need no search."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef int drop_dominated(const StateC *s, move_t *moves, int count, bint orderly) noexcept nogil
