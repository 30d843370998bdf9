"""What the rest of a turn may still bring to a seat."""

from spyrium_ai.game.rules.state cimport SeatC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.marginal_values cimport PricesC

# The rest of a turn as one seat sees it.
cdef struct OutlookC:
    const StateC *s
    const SeatC *seat
    const WeightsC *w
    PricesC price
    int money
    int spyrium
    int active
    float gain[9]           # of activating the card on the cell, its price paid, without the surcharge
    int cost[9]             # pounds for that
    bint open[9]            # whether it can be activated at all

cdef void set_outlook(OutlookC *o, const StateC *s, int seat, const WeightsC *w) noexcept nogil
cdef void price_cell(OutlookC *o, int cell) noexcept nogil
cdef float prospect(OutlookC *o) noexcept nogil
cdef float turn_prospect(const StateC *s, int seat, const WeightsC *w) noexcept nogil
