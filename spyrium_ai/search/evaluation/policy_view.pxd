"""What the seat that decides sees of the market, and the points of what it can do, without making a move."""

from spyrium_ai.game.rules.state cimport SeatC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.turn_estimate cimport OutlookC

# What the seat that decides sees of the market.
cdef struct ViewC:
    OutlookC outlook
    const StateC *s
    const SeatC *seat
    float pound             # the price of one
    float least_money       # points for money of a worker without others around
    float place[9]          # points for a worker placed at the cell
    float best_place
    float second_place
    float option[9]         # points beyond money for the card on a cell next to a worker
    int rivals[9]           # rivals' workers around
    float best_card


cdef inline float money_at(const ViewC *v, int others) noexcept nogil:
    return others * v.pound + v.least_money


cdef void look(ViewC *v, const StateC *s, const WeightsC *w) noexcept nogil
cdef float event_gain(const ViewC *v, int choice) noexcept nogil
cdef float residence_gain(const ViewC *v, int action) noexcept nogil
cdef float use_gain(const ViewC *v, int card, int use) noexcept nogil
cdef int use_workers(const ViewC *v, int card, int use) noexcept nogil
