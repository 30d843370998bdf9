"""More than a seat can still gain in the last turn: a Lagrangian bound.

The rivals take nothing away, surcharges are not paid, and money, Spyrium and active workers may be
overdrawn at a rate. What is then best is found worker by worker and building by building, and is never
less than what can be gained in truth, whatever the rates.
"""

from libc.stdint cimport uint64_t

from spyrium_ai.core.cards cimport (
    BUILDING, CAPITALIZATION_MONEY, CARD_Au, CARD_Ca, CARD_Co, CARD_Cr, CARD_Eg, CARD_Ta, CARDS, CELLS,
    CHARACTER, FACTORY, MINE, MOST_TECHNIQUE_POINTS, NO_TOKEN, SLOT_CELLS, TOKEN_PAY, TOKEN_VALUES, has_use,
)
from spyrium_ai.core.reduction cimport may_place, may_use
from spyrium_ai.core.state cimport (
    BOTH_BONUSES, E1, E2, E3, E4, E5, E6, PHASE_I, SeatC, can_still_use, copies_of, first_bit, owns, price_over,
    space_price,
)

cdef enum:
    NOTHING = -1000000
    BONUS_GAIN = 20         # more than a bonus can bring, in points

cdef struct CeilingC:
    const StateC *s
    const SeatC *seat
    const RatesC *rate
    int best_use            # of any building in reach
    int call[9]             # taking a worker from the cell, as often as one likes
    int single[9]           # the same where it goes only once
    int comers              # workers that may yet come beside a cell


cdef inline int use_gain(const CeilingC *c, int card) noexcept nogil:
    """The best effect of a building, 0 for none."""
    cdef int use, gain, workers, best = 0
    for use in range(2):
        if not has_use(card, use):
            break
        workers = CARDS[card].uses[use].workers
        gain = UNIT * CARDS[card].uses[use].gain_points
        gain += (<int>CARDS[card].uses[use].gain_spyrium - <int>CARDS[card].uses[use].pay_spyrium) * c.rate.spyrium
        if CARDS[card].symbols & FACTORY and owns(c.seat, CARD_Eg):
            gain += UNIT * workers
        if not (CARDS[card].symbols & MINE and owns(c.seat, CARD_Au)):
            gain -= workers * c.rate.hand
        best = max(best, gain)
    return best


cdef inline int printed(const CeilingC *c, int card) noexcept nogil:
    """What owning a building counts."""
    cdef int points = CARDS[card].points
    if CARDS[card].symbols & FACTORY and owns(c.seat, CARD_Eg):
        points *= 2
    return UNIT * points


cdef int built_gain(const CeilingC *c, int card) noexcept nogil:
    """Building a card in a new space or over any building in reach, and using it."""
    cdef uint64_t owned = c.seat.straight | c.seat.inclined
    cdef int cell, old, cheapest = (CARDS[card].price + space_price(c.seat)) * c.rate.pound
    cdef int gain = printed(c, card) + use_gain(c, card)
    for cell in range(CELLS):
        if c.s.market[cell] and CARDS[c.s.market[cell] - 1].kind == BUILDING:
            owned |= <uint64_t>1 << (2 * (c.s.market[cell] - 1))
    while owned:
        old = first_bit(owned) >> 1
        owned &= ~(<uint64_t>3 << (2 * old))
        cheapest = min(cheapest, price_over(card, old) * c.rate.pound + printed(c, old))
    if owns(c.seat, CARD_Cr):
        gain += UNIT
    return gain - cheapest


cdef int called_gain(const CeilingC *c, int cell, int card) noexcept nogil:
    """Calling upon a character."""
    cdef int value, gain = UNIT * CARDS[card].gain_points
    gain += (<int>CARDS[card].gain_spyrium - <int>CARDS[card].pay_spyrium) * c.rate.spyrium
    if CARDS[card].token == NO_TOKEN:
        return gain
    if c.s.tokens[cell] == 0:
        return NOTHING
    if owns(c.seat, CARD_Co):
        gain += UNIT
    if CARDS[card].token == TOKEN_PAY:
        return gain - c.rate.pound * (1 if can_still_use(c.seat, CARD_Co) else first_bit(c.s.tokens[cell]) // 4 + 1)
    return gain + TOKEN_VALUES * max(<int>UNIT, c.rate.spyrium)


cdef void look_at_cells(CeilingC *c) noexcept nogil:
    cdef int cell, card
    for cell in range(CELLS):
        c.call[cell] = 0
        c.single[cell] = NOTHING
        if c.s.market[cell] == 0:
            continue
        card = c.s.market[cell] - 1
        c.call[cell] = (max(0, c.s.around[cell] - 1) + c.comers) * c.rate.pound
        if CARDS[card].kind == BUILDING:
            c.single[cell] = built_gain(c, card)
            c.best_use = max(c.best_use, use_gain(c, card))
        elif CARDS[card].token != NO_TOKEN:
            c.single[cell] = called_gain(c, cell, card)
        elif CARDS[card].kind == CHARACTER:
            c.call[cell] = max(c.call[cell], called_gain(c, cell, card))
    if owns(c.seat, CARD_Ca):
        for cell in range(CELLS):
            c.call[cell] = max(c.call[cell], 0) + CAPITALIZATION_MONEY * c.rate.pound


cdef int uses_gain(CeilingC *c) noexcept nogil:
    """Every building used once."""
    cdef uint64_t buildings = c.seat.straight
    cdef int card, gain, total = 0
    while buildings:
        card = first_bit(buildings) >> 1
        gain = use_gain(c, card)
        c.best_use = max(c.best_use, gain)
        total += copies_of(buildings, card) * gain
        buildings &= ~(<uint64_t>3 << (2 * card))
    buildings = c.seat.inclined
    while buildings:
        card = first_bit(buildings) >> 1
        c.best_use = max(c.best_use, use_gain(c, card))
        buildings &= ~(<uint64_t>3 << (2 * card))
    return total


cdef int event_gain(const CeilingC *c, int placed) noexcept nogil:
    """The turn's event; `placed` is what one more worker in the market may bring."""
    cdef const RatesC *rate = c.rate
    cdef int gain = 0
    if c.seat.event_used:
        return 0
    if c.s.event == E1:
        gain = (TOKEN_VALUES if owns(c.seat, CARD_Co) else c.s.event_token) * max(
            <int>UNIT, max(rate.pound, rate.spyrium)
        )
    elif c.s.event == E2:
        gain = UNIT * c.seat.residence - rate.spyrium
    elif c.s.event == E3:
        gain = max(3 * UNIT - 3 * rate.pound, 5 * UNIT - 6 * rate.pound)
    elif c.s.event == E4:
        gain = max(3 * rate.pound - rate.spyrium, 6 * rate.pound - 3 * rate.spyrium)
    elif c.s.event == E5:
        gain = c.best_use - rate.pound
    elif c.s.event == E6:
        gain = max(placed, rate.hand) + UNIT * owns(c.seat, CARD_Ta) - c.seat.workers * rate.pound
    return max(0, gain)


cdef int goods_gain(const CeilingC *c) noexcept nogil:
    """All goods at their rates, less what the techniques count for them already."""
    cdef int gain = c.seat.money * c.rate.pound + c.seat.spyrium * c.rate.spyrium
    if owns(c.seat, CARD_Ca):
        gain -= UNIT * min(c.seat.money // 2, <int>MOST_TECHNIQUE_POINTS)
        if 2 * c.rate.pound < UNIT:
            gain += UNIT * MOST_TECHNIQUE_POINTS
    if owns(c.seat, CARD_Au):
        gain -= UNIT * min(<int>c.seat.spyrium, <int>MOST_TECHNIQUE_POINTS)
        if c.rate.spyrium < UNIT:
            gain += UNIT * MOST_TECHNIQUE_POINTS
    return gain


cdef int market_gain(const CeilingC *c, int anywhere, int hands) noexcept nogil:
    """The workers in the market, and so many more that may come into it."""
    cdef uint64_t in_market = c.seat.in_market
    cdef int least[CELLS]
    cdef int cell, slot, one, other, worth, best, workers = hands, total = 0
    for cell in range(CELLS):
        least[cell] = anywhere if hands else -NOTHING
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market -= <uint64_t>1 << (4 * slot)
        one, other = SLOT_CELLS[slot][0], SLOT_CELLS[slot][1]
        worth = max(c.call[one], c.call[other])
        least[one] = min(least[one], worth)
        least[other] = min(least[other], worth)
        total += worth
        workers += 1
    # What goes only once, the best first, each in place of the least that a worker beside it can do.
    for cell in range(CELLS):
        least[cell] = c.single[cell] - least[cell]
    while workers:
        best = 0
        for cell in range(1, CELLS):
            if least[cell] > least[best]:
                best = cell
        if least[best] <= 0:
            break
        total += least[best]
        least[best] = NOTHING
        workers -= 1
    return total


cdef int most_gain(const StateC *s, int seat, const RatesC *rate) noexcept nogil:
    """More than the seat can still gain, in points, at these rates."""
    cdef CeilingC c
    cdef int cell, total, hands = 0, anywhere = 0
    cdef bint places
    c.s = s
    c.seat = &s.seats[seat]
    c.rate = rate
    c.best_use = 0
    places = may_place(s, c.seat)
    c.comers = (c.seat.active + 1) * places
    if may_place(s, &s.seats[1 - seat]):
        c.comers += s.seats[1 - seat].active + 1
    total = goods_gain(&c) + uses_gain(&c)
    look_at_cells(&c)
    if places:
        # In Phase II only E7 brings a worker into the market.
        hands = c.seat.active if c.seat.phase == PHASE_I else min(1, <int>c.seat.active)
        for cell in range(CELLS):
            anywhere = max(anywhere, c.call[cell])
        anywhere = max(anywhere, rate.hand)
        total += hands * anywhere
    total += (c.seat.active - hands) * rate.hand
    total += market_gain(&c, anywhere, hands)
    if can_still_use(c.seat, CARD_Ta):
        total += c.best_use
    for cell in range(CELLS):
        if places:
            anywhere = max(anywhere, c.single[cell])
    total += event_gain(&c, anywhere)
    if c.seat.bonuses != BOTH_BONUSES:
        total += 2 * UNIT * BONUS_GAIN
    return total // UNIT


cdef int least_of_most(const StateC *s, int seat, RatesC *rate, int enough) noexcept nogil:
    """The bound at the rates given and at those next to them, until it is low enough; the best rates are kept."""
    cdef RatesC tried
    cdef int i, found, best = most_gain(s, seat, rate)
    for i in range(6):
        if best <= enough:
            break
        tried = rate[0]
        if i < 2:
            tried.pound = max(0, tried.pound + (2 if i else -2))
        elif i < 4:
            tried.spyrium = max(0, tried.spyrium + (2 if i & 1 else -2))
        else:
            tried.hand = max(0, tried.hand + (2 if i & 1 else -2))
        found = most_gain(s, seat, &tried)
        if found < best:
            best = found
            rate[0] = tried
    return best
