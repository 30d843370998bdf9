"""The inputs of the policy network: of the position, and of each move without making it."""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from spyrium_ai.game.rules.cards cimport (
    BUILDING, CARDS, CELLS, CHARACTER, FIRST_BONUS, MOST_WORKERS, SECOND_BONUS, SLOT_CELLS, TECHNIQUE_PRICE, TOKEN_PAY,
    TOKEN_POINTS, TOKEN_SPYRIUM, TOKEN_VALUES, has_use,
)
from spyrium_ai.game.rules.moves cimport (
    ACTIVATE, ADVANCE, BEGIN_PHASE_II, CHOOSE_BONUS, CHOOSE_MONEY, CHOOSE_WORKER, EVENT, MONEY, NO_CELL, PLACE, REUSE,
    SCORE, USE, WITH_COMMERCE, WITH_LOBBYING, building_of, choice_of, kind_of, move_t, replaced_of, residence_of,
    side_of, slot_of, token_of, use_of,
)
from spyrium_ai.game.rules.state cimport (
    E2, E7, PASSED, PHASE_I, PHASE_II, SeatC, StateC, first_bit, price_over, single_token, space_price, sum_of_slots,
)
from spyrium_ai.search.evaluation.marginal_values cimport card_worth
from spyrium_ai.search.evaluation.policy_view cimport event_gain, money_at, residence_gain, use_gain, use_workers

cdef float POINTS = 0.25    # units of an input per point


cdef inline void put(SetC *out, int index, float value) noexcept nogil:
    """Add an input if it is not zero: without a branch, which could not be predicted."""
    out.index[out.count] = index
    out.value[out.count] = value
    out.count += value != 0


cdef void seat_inputs(const ViewC *v, float *out) noexcept nogil:
    """Add the inputs of the turn and of what the seat has."""
    cdef const StateC *s = v.s
    cdef const SeatC *seat = v.seat
    cdef int in_market = sum_of_slots(seat.in_market)
    out[P_TURN + s.turn - 1] = 1
    if not seat.event_used:
        out[P_EVENT + s.event - 1] = 1
    out[P_PHASE_II] = seat.phase == PHASE_II
    out[P_MONEY] = seat.money / <float>10
    out[P_MONEY + 1] = min(<int>seat.money, 5) / <float>5
    out[P_SPYRIUM] = seat.spyrium / <float>5
    out[P_SPYRIUM + 1] = min(<int>seat.spyrium, 3) / <float>3
    out[P_POINTS] = seat.points / <float>20
    out[P_POINTS + 1] = min(<int>seat.points, <int>FIRST_BONUS) / <float>FIRST_BONUS
    out[P_POINTS + 2] = min(<int>seat.points, <int>SECOND_BONUS) / <float>SECOND_BONUS
    out[P_ACTIVE] = seat.active / <float>4
    if seat.active < 3:
        out[P_ACTIVE + 1 + seat.active] = 1
    out[P_MARKET] = in_market / <float>4
    if in_market < 3:
        out[P_MARKET + 1 + in_market] = 1
    out[P_WORKERS] = seat.workers / <float>4
    out[P_PRICES] = v.outlook.price.point * POINTS
    out[P_PRICES + 1] = v.pound
    out[P_PRICES + 2] = v.outlook.price.spyrium * POINTS
    out[P_PRICES + 3] = v.outlook.price.worker * POINTS
    out[P_PRICES + 4] = v.outlook.price.advance * POINTS


cdef void market_inputs(const ViewC *v, float *out) noexcept nogil:
    """Add the inputs of what the seat's workers can do in the market."""
    cdef const StateC *s = v.s
    cdef int slot, cell, i
    cdef uint64_t rest = v.seat.in_market
    cdef float best, value, first = 0, second = 0
    out[P_PLACE] = v.best_place * POINTS
    out[P_PLACE + 1] = v.second_place * POINTS
    while rest:
        slot = first_bit(rest) >> 2
        rest &= rest - 1
        best = 0
        value = 0
        for i in range(2):
            cell = SLOT_CELLS[slot][i]
            if s.market[cell]:
                value = max(value, money_at(v, max(0, s.around[cell] - 1)) + v.option[cell])
                best = max(best, v.option[cell])
        out[P_OPTIONS] += value * POINTS
        if best > first:
            first, second = best, first
        else:
            second = max(second, best)
    out[P_CARD] = first * POINTS
    out[P_CARD + 1] = second * POINTS
    for cell in range(CELLS):
        out[P_CARDS] += (s.market[cell] != 0) * <float>0.125
        if v.option[cell] > 0 and v.rivals[cell]:
            out[P_CONTESTED] += 0.5


cdef void other_inputs(const ViewC *v, float *out) noexcept nogil:
    """Add the inputs of the event and of the buildings that the seat can use."""
    cdef const SeatC *seat = v.seat
    cdef int i, card, use
    cdef uint64_t rest = seat.straight
    cdef float best = 0
    if not seat.event_used:
        for i in range(CHOOSE_MONEY, CHOOSE_WORKER + 1):
            best = max(best, event_gain(v, i))
        if v.s.event == E2:
            best = max(residence_gain(v, ADVANCE), residence_gain(v, SCORE)) - v.outlook.price.spyrium
        out[P_EVENT_GAIN] = best * POINTS
    best = 0
    while rest:
        card = first_bit(rest) >> 1
        rest &= ~(<uint64_t>3 << (2 * card))
        for use in range(2):
            if not has_use(card, use):
                break
            if use_workers(v, card, use) <= seat.active and CARDS[card].uses[use].pay_spyrium <= seat.spyrium:
                out[P_USES] += 0.25
                best = max(best, use_gain(v, card, use))
    out[P_USES + 1] = best * POINTS


cdef void rival_inputs(const ViewC *v, float *out) noexcept nogil:
    """Add the inputs of the rivals."""
    cdef const SeatC *rival
    cdef int i, rivals = v.s.players - 1
    for i in range(v.s.players):
        rival = &v.s.seats[i]
        if rival == v.seat:
            continue
        out[P_RIVALS_I] += rival.phase == PHASE_I
        out[P_RIVALS_II] += rival.phase == PHASE_II
        if rival.phase != PASSED:
            out[P_RIVALS_ACTIVE] += rival.active / <float>4
            out[P_RIVALS_MARKET] += sum_of_slots(rival.in_market) / <float>4
            out[P_RIVALS_MONEY] += rival.money / <float>10
            out[P_RIVALS_MONEY + 1] = max(out[P_RIVALS_MONEY + 1], rival.money / <float>10)
    for i in range(P_RIVALS_I, P_RIVALS_MONEY + 1):
        out[i] /= rivals


cdef void position_inputs(const ViewC *v, float *out) noexcept nogil:
    """Write the POSITION_INPUTS inputs of the position."""
    memset(out, 0, POSITION_INPUTS * sizeof(float))
    seat_inputs(v, out)
    market_inputs(v, out)
    other_inputs(v, out)
    rival_inputs(v, out)


cdef void place_inputs(const ViewC *v, move_t move, SetC *out) noexcept nogil:
    """Add the inputs of a worker placed in a slot."""
    cdef const StateC *s = v.s
    cdef int slot = slot_of(move), cell, i, best = -1, other = -1, own
    for i in range(2):
        cell = SLOT_CELLS[slot][i]
        if s.market[cell] == 0:
            continue
        put(out, M_NEAR + s.market[cell] - 1, 1)
        if best < 0 or v.place[cell] > v.place[best]:
            best, other = cell, best
        else:
            other = cell
    if best < 0:
        return
    own = s.around[best] - v.rivals[best]
    put(out, M_PLACE, v.place[best] * POINTS)
    put(out, M_PLACE + 1, (v.place[best] - v.best_place) * POINTS)
    put(out, M_PLACE + 2, v.place[best] == v.best_place)
    put(out, M_PLACE + 3, (v.place[best] - money_at(v, s.around[best])) * POINTS)
    put(out, M_PLACE + 4, v.rivals[best] * <float>0.33)
    put(out, M_PLACE + 5, own * <float>0.5)
    if other < 0:
        put(out, M_PLACE + 6, 1)
    else:
        put(out, M_PLACE + 7, v.place[other] * POINTS)
        put(out, M_PLACE + 8, v.rivals[other] * <float>0.33)
        put(out, M_PLACE + 9, (s.around[other] - v.rivals[other]) * <float>0.5)
    put(out, M_PLACE + 10, v.outlook.cost[best] * <float>0.1)
    if v.outlook.open[best]:
        put(out, M_PLACE + 11, v.outlook.gain[best] * POINTS)


cdef float activation_gain(const ViewC *v, int cell, move_t move, int *cost) noexcept nogil:
    """Return the points of an activation less its price, without the surcharge; write the price in pounds."""
    cdef int card = v.s.market[cell] - 1, token = token_of(move), replaced = replaced_of(move), old
    cdef float gain = CARDS[card].gain_points * v.outlook.price.point
    gain += (<int>CARDS[card].gain_spyrium - <int>CARDS[card].pay_spyrium) * v.outlook.price.spyrium
    gain += min(<int>CARDS[card].workers, <int>MOST_WORKERS - v.seat.workers) * v.outlook.price.worker
    gain += residence_gain(v, residence_of(move))
    cost[0] = 0
    if CARDS[card].kind == BUILDING:
        token = single_token(v.s.tokens[cell])
    if move & WITH_COMMERCE:
        token = 1 if CARDS[card].token == TOKEN_PAY else TOKEN_VALUES
    if CARDS[card].token == TOKEN_POINTS:
        gain += token * v.outlook.price.point
    elif CARDS[card].token == TOKEN_SPYRIUM:
        gain += token * v.outlook.price.spyrium
    elif CARDS[card].token == TOKEN_PAY:
        cost[0] += token
    if CARDS[card].kind == BUILDING:
        gain += card_worth(&v.outlook.price, v.seat, card)
        if replaced:
            old = (replaced - 1) >> 1
            cost[0] += price_over(card, old)
            gain -= card_worth(&v.outlook.price, v.seat, old)
        else:
            cost[0] += CARDS[card].price + space_price(v.seat)
    elif CARDS[card].kind != CHARACTER:
        gain += card_worth(&v.outlook.price, v.seat, card)
        cost[0] += TECHNIQUE_PRICE
    return gain - cost[0] * v.pound


cdef void activation_inputs(const ViewC *v, move_t move, SetC *out) noexcept nogil:
    """Add the inputs of an activation."""
    cdef const StateC *s = v.s
    cdef int slot = slot_of(move), side = side_of(move), cost
    cdef int cell = SLOT_CELLS[slot][side], beside = SLOT_CELLS[slot][1 - side]
    cdef int others = 0 if move & WITH_LOBBYING else s.around[cell] - 1
    cdef float gain = activation_gain(v, cell, move, &cost) - others * v.pound
    cdef float beyond = gain - money_at(v, s.around[cell] - 1)
    put(out, M_CARD + s.market[cell] - 1, 1)
    put(out, M_ACTIVATE, gain * POINTS)
    put(out, M_ACTIVATE + 1, beyond * POINTS)
    put(out, M_ACTIVATE + 2, (beyond - v.best_card) * POINTS)
    put(out, M_ACTIVATE + 3, beyond >= v.best_card - <float>0.001)
    put(out, M_ACTIVATE + 4, (cost + others) * <float>0.1)
    put(out, M_ACTIVATE + 5, others * <float>0.33)
    put(out, M_ACTIVATE + 6, v.rivals[cell] * <float>0.5)
    put(out, M_ACTIVATE + 7, (s.around[cell] - v.rivals[cell] - 1) * <float>0.5)
    if v.rivals[cell]:
        put(out, M_ACTIVATE + 8, beyond * POINTS)
    if s.market[beside]:
        put(out, M_ACTIVATE + 9, v.option[beside] * POINTS)
        put(out, M_ACTIVATE + 10, (s.around[beside] - 1) * v.pound * POINTS)
    put(out, M_ACTIVATE + 11, (v.seat.money - cost - others) * <float>0.1)
    put(out, M_ACTIVATE + 12, (move & WITH_COMMERCE) != 0)
    put(out, M_ACTIVATE + 13, (move & WITH_LOBBYING) != 0)
    put(out, M_ACTIVATE + 14, residence_of(move) == ADVANCE)
    put(out, M_ACTIVATE + 15, residence_of(move) == SCORE)
    if replaced_of(move):
        put(out, M_ACTIVATE + 16, 1)
        put(out, M_ACTIVATE + 17, (replaced_of(move) - 1) & 1)  # a used building


cdef void money_inputs(const ViewC *v, move_t move, SetC *out) noexcept nogil:
    """Add the inputs of taking money."""
    cdef const StateC *s = v.s
    cdef int slot = slot_of(move), side = side_of(move), cell, beside, others
    cdef float best = 0, wished = 0
    if side == NO_CELL:
        put(out, M_MONEY, v.least_money * POINTS)
        put(out, M_MONEY + 1, 1)
        return
    cell = SLOT_CELLS[slot][side]
    beside = SLOT_CELLS[slot][1 - side]
    others = s.around[cell] - 1
    put(out, M_MONEY, money_at(v, others) * POINTS)
    put(out, M_MONEY + 2, others * <float>0.25)
    put(out, M_MONEY + 3, v.rivals[cell] * <float>0.33)
    best, wished = v.option[cell], v.outlook.gain[cell] if v.outlook.open[cell] else 0
    if s.market[beside]:
        best = max(best, v.option[beside])
        if v.outlook.open[beside]:
            wished = max(wished, v.outlook.gain[beside])
        put(out, M_MONEY + 4, (s.around[beside] - s.around[cell]) * v.pound * POINTS)
    put(out, M_MONEY + 5, best * POINTS)
    put(out, M_MONEY + 6, wished * POINTS)
    put(out, M_MONEY + 7, best == v.best_card)


cdef void use_inputs(const ViewC *v, move_t move, SetC *out) noexcept nogil:
    """Add the inputs of using a building."""
    cdef int card = building_of(move), use = use_of(move) - 1
    put(out, M_USE + 2 * card + use, 1)
    put(out, M_OTHER, use_gain(v, card, use) * POINTS)
    put(out, M_OTHER + 1, use_workers(v, card, use) * <float>0.5)
    put(out, M_OTHER + 2, CARDS[card].uses[use].pay_spyrium * <float>0.33)


cdef void move_inputs(const ViewC *v, move_t move, SetC *out) noexcept nogil:
    """Set the inputs of a move."""
    cdef int kind = kind_of(move)
    out.count = 0
    put(out, M_KIND + kind + (8 if move & BEGIN_PHASE_II else 0), 1)
    if kind == PLACE:
        place_inputs(v, move, out)
    elif kind == MONEY:
        money_inputs(v, move, out)
    elif kind == ACTIVATE:
        activation_inputs(v, move, out)
    elif kind == USE or kind == REUSE:
        use_inputs(v, move, out)
    elif kind == CHOOSE_BONUS:
        put(out, M_CHOICE + choice_of(move), 1)
    elif kind == EVENT:
        put(out, M_CHOICE + 8 * v.s.event + choice_of(move), 1)
        if use_of(move):
            use_inputs(v, move, out)
        elif v.s.event == E7:
            place_inputs(v, move, out)
        elif residence_of(move):
            put(out, M_OTHER + 3, residence_of(move) == ADVANCE)
            put(out, M_OTHER, (residence_gain(v, residence_of(move)) - v.outlook.price.spyrium) * POINTS)
        else:
            put(out, M_OTHER, event_gain(v, choice_of(move)) * POINTS)
