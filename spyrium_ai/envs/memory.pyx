"""Memory that arrays show: the program writes it, and Python may write it or only look.

What the program reads back, Python must not write: the legal actions are what an action is checked by.
"""

from cpython.buffer cimport PyBuffer_FillInfo
from libc.stdlib cimport calloc, free


cdef class Memory:
    """Bytes, zero at first, for numpy.frombuffer."""

    def __dealloc__(self):
        free(self.at)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        PyBuffer_FillInfo(buffer, self, self.at, self.size, not self.writable, flags)


cdef Memory memory_of(size_t count, size_t size, bint writable):
    """So many items of this size; MemoryError if there is no room."""
    cdef Memory memory = Memory.__new__(Memory)
    memory.at = calloc(count, size)
    if memory.at == NULL:
        raise MemoryError
    memory.size = count * size
    memory.writable = writable
    return memory
