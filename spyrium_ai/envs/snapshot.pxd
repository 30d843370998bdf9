"""The games of a batch as they were at one time."""


cdef class Snapshot:
    cdef bytes memory           # GameC of each game
    cdef int n
    cdef int players
