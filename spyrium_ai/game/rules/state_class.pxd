"""`State`: a position as a Python object."""

from spyrium_ai.core.state cimport StateC


cdef class State:
    cdef StateC c
