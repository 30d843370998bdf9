"""Checks numbers from Python where they enter the compiled code."""

from libc.stdint cimport int64_t, uint64_t

cdef int64_t whole(object value, str name, int64_t low, int64_t high) except? -1
cdef uint64_t unsigned(object value, str name) except? 0
cdef double real(object value, str name, double low, double high) except? -1
cdef double positive(object value, str name) except? -1
cdef tuple exactly(object values, str name, int count)
