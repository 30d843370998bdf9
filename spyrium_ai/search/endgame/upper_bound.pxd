"""More than a seat can still gain in the last turn, by prices for what it has."""

from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    UNIT = 8                # of a point: prices and sums are whole numbers of eighths

cdef struct RatesC:             # any give a true bound; the least bound is the best
    int pound
    int spyrium
    int hand                # an active worker

cdef int upper_bound(const StateC *s, int seat, const RatesC *rate) noexcept nogil
cdef int tightest_upper_bound(const StateC *s, int seat, RatesC *rate, int enough) noexcept nogil
