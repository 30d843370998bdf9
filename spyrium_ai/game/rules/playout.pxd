"""Random play to the end of the game."""

from spyrium_ai.game.rules.state cimport RngC, StateC

cdef void play_random(StateC *s, RngC *rng) noexcept nogil
cdef int play_out(StateC *s, RngC *rng) noexcept nogil
