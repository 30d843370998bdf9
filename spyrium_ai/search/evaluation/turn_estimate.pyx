"""Estimates what a seat still gains in the rest of a turn, in points of the final score, without a search.

All goods have the prices of `marginal_values`. Each worker in the market counts with its best use, each
building with its best effect, each active worker with a place in the market, and the event with its effect.
"""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.cards cimport (
    AROUND_CELL, BONUS_MONEY, BUILDING, CAPITALIZATION_MONEY, CARDS, CELLS, CHARACTER, FACTORY, MINE, MOST_WORKERS,
    NO_TOKEN, SLOT_CELLS, TECHNIQUE_PRICE, TOKEN_PAY, TOKEN_POINTS, TOKEN_SPYRIUM, TOKEN_VALUES, CARD_Au, CARD_Ca,
    CARD_Eg, has_use,
)
from spyrium_ai.game.rules.state cimport (
    BONUS, E1, E2, E3, E4, E6, PHASE_I, SeatC, first_bit, next_residence, owns, price_over, space_price, sum_of_slots,
    token_count,
)
from spyrium_ai.search.evaluation.marginal_values cimport card_worth, set_prices

cdef inline float residence_gain(const OutlookC *o) noexcept nogil:
    cdef float scored = o.seat.residence * o.price.point
    if next_residence(o.seat.residence) and o.price.advance > scored:
        return o.price.advance
    return scored


cdef int best_token(const OutlookC *o, int cell, int use) noexcept nogil:
    """Return the value of the best token for the player, 0 if there is none."""
    cdef int i, value
    for i in range(TOKEN_VALUES):
        value = 1 + i if use == TOKEN_PAY else TOKEN_VALUES - i
        if token_count(o.s.tokens[cell], value):
            return value
    return 0


cdef void price_building(OutlookC *o, int cell, int card) noexcept nogil:
    """Set gain and cost of a building: on a new space or over one that shares a symbol, the best affordable way."""
    cdef int old, rebated, price = CARDS[card].price + space_price(o.seat)
    cdef uint64_t owned = o.seat.straight + o.seat.inclined
    cdef float beside = o.gain[cell] + card_worth(&o.price, o.seat, card) - price * o.price.money
    cdef float instead
    cdef bint is_better
    o.cost[cell] = price
    o.gain[cell] = beside
    if CARDS[card].symbols == 0:
        return
    while owned:
        old = first_bit(owned) >> 1
        owned &= ~(<uint64_t>3 << (2 * old))
        if CARDS[old].symbols & CARDS[card].symbols:
            rebated = price_over(card, old)
            instead = beside - card_worth(&o.price, o.seat, old) + (price - rebated) * o.price.money
            if (rebated <= o.money) == (o.cost[cell] <= o.money):
                is_better = instead > o.gain[cell]
            else:
                is_better = rebated <= o.money
            if is_better:
                o.cost[cell] = rebated
                o.gain[cell] = instead


cdef void price_cell(OutlookC *o, int cell) noexcept nogil:
    """Set gain and cost of activating the card on the cell."""
    cdef int card = o.s.market[cell] - 1, token = 0
    cdef float gain
    o.open[cell] = False
    o.gain[cell] = 0
    o.cost[cell] = 0
    if card < 0:
        return
    gain = CARDS[card].gain_points * o.price.point
    gain += (<int>CARDS[card].gain_spyrium - <int>CARDS[card].pay_spyrium) * o.price.spyrium
    gain += min(<int>CARDS[card].workers, <int>MOST_WORKERS - o.seat.workers) * o.price.worker
    if CARDS[card].residence:
        gain += residence_gain(o)
    if CARDS[card].token != NO_TOKEN:
        token = best_token(o, cell, CARDS[card].token)
        if token == 0 and CARDS[card].kind == CHARACTER:
            return
        if CARDS[card].token == TOKEN_POINTS:
            gain += token * o.price.point
        elif CARDS[card].token == TOKEN_SPYRIUM:
            gain += token * o.price.spyrium
        else:
            o.cost[cell] = token
            gain -= token * o.price.money
    o.gain[cell] = gain
    if CARDS[card].kind == BUILDING:
        price_building(o, cell, card)
    elif CARDS[card].kind != CHARACTER:
        o.cost[cell] = TECHNIQUE_PRICE
        o.gain[cell] += card_worth(&o.price, o.seat, card) - TECHNIQUE_PRICE * o.price.money
    o.open[cell] = True


cdef inline float option_value(const OutlookC *o, int cell, int others, float *money_only) noexcept nogil:
    """Return the best value of a worker at a cell with so many others around it: money or the card."""
    cdef float money = others * o.price.money
    if owns(o.seat, CARD_Ca):
        money += CAPITALIZATION_MONEY * o.price.money
    money_only[0] = money
    if not o.open[cell] or o.cost[cell] + others > o.money:
        return money
    if CARDS[o.s.market[cell] - 1].pay_spyrium > o.spyrium:
        return money
    return max(money, o.gain[cell] - others * o.price.money)


cdef inline int rivals_around(const OutlookC *o, int cell) noexcept nogil:
    """Return the number of other seats' workers next to the cell."""
    return o.s.around[cell] - sum_of_slots(o.seat.in_market & AROUND_CELL[cell])


cdef float market_prospect(OutlookC *o) noexcept nogil:
    """Return the estimated gain of the workers in the market, taken greedily, the best one first."""
    cdef uint64_t left = o.seat.in_market
    cdef uint64_t rest
    cdef float total = 0, value, best, money, best_money
    cdef int slot, side, cell, best_slot, best_cell
    while left:
        best = -1e9
        best_slot = best_cell = -1
        best_money = 0
        rest = left
        while rest:
            slot = first_bit(rest) >> 2
            rest &= ~(<uint64_t>15 << (4 * slot))
            for side in range(2):
                cell = SLOT_CELLS[slot][side]
                if o.s.market[cell] == 0:
                    value = CAPITALIZATION_MONEY * o.price.money if owns(o.seat, CARD_Ca) else 0
                    money = value
                else:
                    value = option_value(o, cell, max(0, o.s.around[cell] - 1), &money)
                if value > best:
                    best, best_slot, best_cell, best_money = value, slot, cell, money
        left -= <uint64_t>1 << (4 * best_slot)
        if best > best_money:
            if CARDS[o.s.market[best_cell] - 1].kind != CHARACTER:
                o.open[best_cell] = False
                # A rival at the card may take it first.
                best = best_money + (best - best_money) / (1 + o.w.keep * rivals_around(o, best_cell))
            o.money -= o.cost[best_cell] + max(0, o.s.around[best_cell] - 1)
            o.spyrium -= CARDS[o.s.market[best_cell] - 1].pay_spyrium
        total += best
    return total


cdef float use_gain(const OutlookC *o, int card, int use) noexcept nogil:
    """Return the gain of an effect in points, negative if the Spyrium for it is missing."""
    cdef float gain
    if CARDS[card].uses[use].pay_spyrium > o.spyrium:
        return -1
    gain = CARDS[card].uses[use].gain_points * o.price.point
    gain += (<int>CARDS[card].uses[use].gain_spyrium - <int>CARDS[card].uses[use].pay_spyrium) * o.price.spyrium
    if CARDS[card].symbols & FACTORY and owns(o.seat, CARD_Eg):
        gain += CARDS[card].uses[use].workers * o.price.point
    return gain


cdef int workers_for(const OutlookC *o, int card, int use) noexcept nogil:
    if CARDS[card].symbols & MINE and owns(o.seat, CARD_Au):
        return 0
    return CARDS[card].uses[use].workers


cdef float best_use(OutlookC *o, uint64_t *buildings, float alternative) noexcept nogil:
    """Use the best effect, by its gain over the alternative use of its workers; return its gain, 0 for none."""
    cdef float best = 0, gain, rate, best_gain = 0
    cdef uint64_t rest = buildings[0]
    cdef int card, use, workers, best_card = -1, best_number = 0
    while rest:
        card = first_bit(rest) >> 1
        rest &= ~(<uint64_t>3 << (2 * card))
        for use in range(2):
            if not has_use(card, use):
                break
            workers = workers_for(o, card, use)
            if workers > o.active:
                continue
            gain = use_gain(o, card, use)
            # Per worker, so that two cheap effects can beat an expensive one.
            rate = (gain - workers * alternative) / (1 + workers)
            if rate > best:
                best, best_gain, best_card, best_number = rate, gain, card, use
    if best_card < 0:
        return 0
    buildings[0] -= <uint64_t>1 << (2 * best_card)
    o.active -= workers_for(o, best_card, best_number)
    o.spyrium += CARDS[best_card].uses[best_number].gain_spyrium
    o.spyrium -= CARDS[best_card].uses[best_number].pay_spyrium
    return best_gain


cdef float place_value(const OutlookC *o) noexcept nogil:
    """Return the estimated gain of one more worker in the market, at the best card."""
    cdef float best = 0, money
    cdef int cell
    for cell in range(CELLS):
        if o.s.market[cell]:
            best = max(best, option_value(o, cell, o.s.around[cell], &money))
    return best


cdef float hands_prospect(OutlookC *o) noexcept nogil:
    """Return the estimated gain of the active workers: in buildings, and in Phase I also in the market."""
    cdef uint64_t buildings = o.seat.straight
    cdef float total = 0, gain, placed = 0
    if o.seat.phase == PHASE_I and o.active:
        placed = place_value(o) * o.w.later[0]
    while buildings:
        gain = best_use(o, &buildings, placed)
        if gain <= 0:
            break
        total += gain
    while o.active and placed > 0:
        total += placed
        placed *= o.w.later[1]
        o.active -= 1
    return total


cdef float event_prospect(const OutlookC *o) noexcept nogil:
    """Return the gain of the turn's event if it were used now."""
    cdef const PricesC *p = &o.price
    cdef float gain = 0
    if o.s.event == E1:
        gain = o.s.event_token * max(p.point, max(p.money, p.spyrium))
    elif o.s.event == E2 and o.seat.spyrium >= 1:
        gain = residence_gain(o) - p.spyrium
    elif o.s.event == E3 and o.seat.money >= 3:
        gain = 3 * (p.point - p.money)
        if o.seat.money >= 6:
            gain = max(gain, 5 * p.point - 6 * p.money)
    elif o.s.event == E4 and o.seat.spyrium >= 1:
        gain = 3 * p.money - p.spyrium
        if o.seat.spyrium >= 3:
            gain = max(gain, 6 * p.money - 3 * p.spyrium)
    elif o.s.event == E6 and o.seat.workers < MOST_WORKERS and o.seat.money >= o.seat.workers:
        gain = p.worker - o.seat.workers * p.money
    return max(<float>0, gain)


cdef float bonus_prospect(const OutlookC *o) noexcept nogil:
    """Return the worth of the bonus that the seat is choosing."""
    return max(o.price.worker, BONUS_MONEY * o.price.money)


cdef bint has_market_options(const SeatC *seat) noexcept nogil:
    return seat.in_market != 0 or (seat.phase == PHASE_I and seat.active)


cdef void set_outlook(OutlookC *o, const StateC *s, int seat, const WeightsC *w) noexcept nogil:
    """Set the possibilities of the seat and their prices."""
    cdef int cell
    o.s = s
    o.seat = &s.seats[seat]
    o.w = w
    set_prices(s.turn, o.seat, w, &o.price)
    o.money, o.spyrium, o.active = o.seat.money, o.seat.spyrium, o.seat.active
    if has_market_options(o.seat):
        for cell in range(CELLS):
            price_cell(o, cell)


cdef float prospect(OutlookC *o) noexcept nogil:
    """Return the estimated gain in the rest of the turn; the outlook is changed."""
    cdef float total = 0
    if o.s.stage == BONUS and &o.s.seats[o.s.to_move] == o.seat:
        total += bonus_prospect(o)
    if not o.seat.event_used:
        total += event_prospect(o)
    if has_market_options(o.seat):
        total += market_prospect(o)
    return total + hands_prospect(o)


cdef float turn_prospect(const StateC *s, int seat, const WeightsC *w) noexcept nogil:
    """Return the estimated gain of a seat that has not passed, in the rest of the turn."""
    cdef OutlookC o
    set_outlook(&o, s, seat, w)
    return prospect(&o)
