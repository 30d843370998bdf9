"""Memory that arrays show: the program writes it, and Python may write it or only look."""


cdef class Memory:
    cdef void *at
    cdef Py_ssize_t size
    cdef bint writable

cdef Memory memory_of(size_t count, size_t size, bint writable)
