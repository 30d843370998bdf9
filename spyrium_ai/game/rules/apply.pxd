"""Makes a player's move."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef void apply_move(StateC *s, move_t move) noexcept nogil
