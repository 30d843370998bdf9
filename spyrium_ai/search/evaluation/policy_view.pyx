"""What the seat that decides sees of the market, and the points of what it can do, at the prices of the evaluation."""

from spyrium_ai.game.rules.cards cimport (
    AROUND_CELL, CAPITALIZATION_MONEY, CARDS, CELLS, FACTORY, MINE, CARD_Au, CARD_Ca, CARD_Eg,
)
from spyrium_ai.game.rules.moves cimport (
    ADVANCE, CHOOSE_MONEY, CHOOSE_POINTS, CHOOSE_SPYRIUM, CHOOSE_WORKER, PAY_1, PAY_3, SCORE,
)
from spyrium_ai.game.rules.state cimport (
    E3, E4, PHASE_I, StateC, owns, sum_of_slots,
)
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.turn_estimate cimport price_cell, set_outlook


cdef inline bint can_take(const ViewC *v, int cell, int others) noexcept nogil:
    """Whether the seat can pay for the card on the cell."""
    return (
        v.outlook.open[cell] and v.outlook.cost[cell] + others <= v.seat.money
        and CARDS[v.s.market[cell] - 1].pay_spyrium <= v.seat.spyrium
    )


cdef void look(ViewC *v, const StateC *s, const WeightsC *w) noexcept nogil:
    cdef int cell, others
    cdef float value
    v.s = s
    v.seat = &s.seats[s.to_move]
    set_outlook(&v.outlook, s, s.to_move, w)
    v.pound = v.outlook.price.money
    v.least_money = CAPITALIZATION_MONEY * v.pound if owns(v.seat, CARD_Ca) else 0
    v.best_place = v.second_place = v.best_card = 0
    for cell in range(CELLS):
        v.place[cell] = v.option[cell] = 0
        v.rivals[cell] = s.around[cell] - sum_of_slots(v.seat.in_market & AROUND_CELL[cell])
        if s.market[cell] == 0:
            continue
        if v.seat.active:
            others = s.around[cell]
            if v.seat.in_market == 0 and v.seat.phase != PHASE_I:
                price_cell(&v.outlook, cell)    # E7
            value = money_at(v, others)
            if can_take(v, cell, others):
                value = max(value, v.outlook.gain[cell] - others * v.pound)
            v.place[cell] = value
            if value > v.best_place:
                v.best_place, v.second_place = value, v.best_place
            else:
                v.second_place = max(v.second_place, value)
        if v.seat.in_market & AROUND_CELL[cell]:
            others = max(0, s.around[cell] - 1)
            if can_take(v, cell, others):
                v.option[cell] = v.outlook.gain[cell] - others * v.pound - money_at(v, others)
                v.best_card = max(v.best_card, v.option[cell])


cdef float event_gain(const ViewC *v, int choice) noexcept nogil:
    """Points for a choice of E3, E4, E6 or E1, or for residence with E2."""
    cdef int event = v.s.event
    cdef float point = v.outlook.price.point, pound = v.pound, spyrium = v.outlook.price.spyrium
    if choice == CHOOSE_MONEY:
        return v.s.event_token * pound
    if choice == CHOOSE_SPYRIUM:
        return v.s.event_token * spyrium
    if choice == CHOOSE_POINTS:
        return v.s.event_token * point
    if choice == CHOOSE_WORKER:
        return v.outlook.price.worker - v.seat.workers * pound
    if event == E3:
        return 3 * (point - pound) if choice == PAY_3 else 5 * point - 6 * pound
    if event == E4:
        return 3 * pound - spyrium if choice == PAY_1 else 6 * pound - 3 * spyrium
    return 0


cdef float residence_gain(const ViewC *v, int action) noexcept nogil:
    if action == ADVANCE:
        return v.outlook.price.advance
    if action == SCORE:
        return v.seat.residence * v.outlook.price.point
    return 0


cdef float use_gain(const ViewC *v, int card, int use) noexcept nogil:
    cdef float gain = CARDS[card].uses[use].gain_points * v.outlook.price.point
    gain += (<int>CARDS[card].uses[use].gain_spyrium - <int>CARDS[card].uses[use].pay_spyrium) * v.outlook.price.spyrium
    if CARDS[card].symbols & FACTORY and owns(v.seat, CARD_Eg):
        gain += CARDS[card].uses[use].workers * v.outlook.price.point
    return gain


cdef int use_workers(const ViewC *v, int card, int use) noexcept nogil:
    if CARDS[card].symbols & MINE and owns(v.seat, CARD_Au):
        return 0
    return CARDS[card].uses[use].workers
