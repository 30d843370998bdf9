"""Zeroed memory for trees and tables, directly from the system, to which it is returned at once."""

cdef extern from "pages.h" nogil:
    void *pages_reserve(size_t size)
    void pages_release(void *pages, size_t size)
    void pages_enlarge(void *pages, size_t size)
