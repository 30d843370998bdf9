"""`Game`: one game, step by step."""

from libc.stdint cimport uint8_t

from spyrium_ai.envs.drawing cimport DrawC
from spyrium_ai.game.rules.state cimport RngC, StateC


cdef class Game:
    cdef StateC c
    cdef RngC rng
    cdef DrawC draws
    cdef bint explicit
    cdef readonly object observation
    cdef readonly object mask
    cdef float *numbers
    cdef uint8_t *flags

    cdef int _make_arrays(self) except -1
    cdef int _go_on(self) except -1
    cdef int _require_legal(self, object action) except -1
    cdef int _require_chance(self) except -1
    cdef int _draw(self, int outcome) except -1
