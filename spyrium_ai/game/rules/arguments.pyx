"""Checks numbers from Python where they enter the compiled code, which relies on them.

A number out of range is a ValueError, anything else a TypeError. The message names the argument and says what
is allowed.
"""

from libc.math cimport INFINITY
from operator import index

cdef object MOST_UNSIGNED = 2**64 - 1


cdef object as_index(value, str name):
    if isinstance(value, int):
        return value
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a whole number") from None


cdef int64_t whole(object value, str name, int64_t low, int64_t high) except? -1:
    """Return the value as a whole number from low to high."""
    number = as_index(value, name)
    if not low <= number <= high:
        raise ValueError(f"{name}: {number} is not {low} to {high}")
    return number


cdef uint64_t unsigned(object value, str name) except? 0:
    """Return the value as an unsigned number of 64 bits, for seeds and counts."""
    number = as_index(value, name)
    if not 0 <= number <= MOST_UNSIGNED:
        raise ValueError(f"{name}: {number} is not 0 to 2**64 - 1")
    return number


cdef double as_double(object value, str name) except? -1:
    if isinstance(value, str):      # float() would accept it
        raise TypeError(f"{name}: {value!r} is not a number")
    try:
        return float(value)
    except TypeError:
        raise TypeError(f"{name}: {value!r} is not a number") from None
    except OverflowError:
        raise ValueError(f"{name}: the number is too large") from None


cdef double real(object value, str name, double low, double high) except? -1:
    """Return the value as a number from low to high, which may be infinite; NaN is an error."""
    cdef double number = as_double(value, name)
    if not low <= number <= high:       # this form also rejects NaN
        wanted = "a number" if low == -INFINITY else f"at least {low:g}" if high == INFINITY else f"{low:g} to {high:g}"
        raise ValueError(f"{name}: {number:g} is not {wanted}")
    return number


cdef double positive(object value, str name) except? -1:
    """Return the value as a finite number above 0."""
    cdef double number = as_double(value, name)
    if not 0 < number < INFINITY:
        raise ValueError(f"{name}: {number:g} is not a finite number above 0")
    return number


cdef tuple exactly(object values, str name, int count):
    """Return the values as a tuple of `count` entries."""
    found = tuple(values)
    if len(found) != count:
        raise ValueError(f"{name}: {len(found)} entries instead of {count}")
    return found
