"""Marginal values: the worth of one more of each good to a seat at the end of the turn."""

from spyrium_ai.game.rules.state cimport SeatC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC

cdef struct PricesC:        # in points of the final score
    float point, money, spyrium, worker, advance
    const float *after      # the weights behind the prices; NULL in the last turn

cdef void set_prices(int turn, const SeatC *owner, const WeightsC *w, PricesC *p) noexcept nogil
cdef float card_worth(const PricesC *p, const SeatC *owner, int card) noexcept nogil
