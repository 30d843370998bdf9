"""The flag that stops a search: any thread sets it, and a search reads it without the GIL."""


cdef class StopFlag:
    """Lowered at first.

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
        """Let searches run again."""
        stop_clear(&self.c)

    def is_set(self) -> bool:
        """Return whether the search is to stop."""
        return bool(stop_raised(&self.c))
