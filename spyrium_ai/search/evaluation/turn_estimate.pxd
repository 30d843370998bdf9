"""The estimate of what a seat still gains in the rest of a turn."""

from spyrium_ai.game.rules.state cimport SeatC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.marginal_values cimport PricesC

# The possibilities of one seat in the rest of a turn.
cdef struct OutlookC:
    const StateC *s
    const SeatC *seat
    const WeightsC *w
    PricesC price
    int money
    int spyrium
    int active
    float gain[9]           # points for activating the card on the cell, less its price, without the surcharge
    int cost[9]             # the price in pounds
    bint open[9]            # whether it can be activated

cdef void set_outlook(OutlookC *o, const StateC *s, int seat, const WeightsC *w) noexcept nogil
cdef void price_cell(OutlookC *o, int cell) noexcept nogil
cdef float prospect(OutlookC *o) noexcept nogil
cdef float turn_prospect(const StateC *s, int seat, const WeightsC *w) noexcept nogil
