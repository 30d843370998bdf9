"""An upper bound of what a seat can still gain in the last turn."""

from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    UNIT = 8                # units in a point: prices and sums are whole numbers of eighths

cdef struct RatesC:             # every rate gives a true bound; the lowest bound is the best
    int pound
    int spyrium
    int hand                # an active worker

cdef int upper_bound(const StateC *s, int seat, const RatesC *rate) noexcept nogil
cdef int tightest_upper_bound(const StateC *s, int seat, RatesC *rate, int enough, int reach) noexcept nogil
