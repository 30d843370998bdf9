"""The stop flag: any thread can set it, and a search polls it without the GIL."""


cdef class StopFlag:
    """A flag that is not set at first.

    >>> stop = StopFlag()
    >>> stop.set()
    >>> stop.is_set()
    True
    """

    def __cinit__(self):
        stop_clear(&self.c)

    def set(self) -> None:
        """Tell the search to stop."""
        stop_raise(&self.c)

    def clear(self) -> None:
        """Clear the flag, for the next search."""
        stop_clear(&self.c)

    def is_set(self) -> bool:
        """Return whether the search is to stop."""
        return bool(stop_raised(&self.c))
