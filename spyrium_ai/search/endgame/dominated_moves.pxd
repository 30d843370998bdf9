"""Moves of the last turn that need not be looked at."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef int drop_dominated(const StateC *s, move_t *moves, int count) noexcept nogil
