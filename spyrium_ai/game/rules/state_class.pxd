"""`State`: a position as a Python object."""

from spyrium_ai.game.rules.state cimport StateC


cdef class State:
    cdef StateC c

    cdef int _require_stage(self, int stage) except -1
