"""Zeroed memory for trees and tables, straight from the system: what is released goes back at once."""

cdef extern from "pages.h" nogil:
    void *pages_reserve(size_t size)
    void pages_release(void *pages, size_t size)
