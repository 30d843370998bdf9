"""An upper bound of what a seat can still gain in the last turn, by Lagrangian relaxation.

The relaxed problem has no rivals and no surcharges, and money, Spyrium and active workers may be overdrawn at a
rate. Its optimum, found worker by worker and building by building, is never below the true gain.
"""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.cards cimport (
    BUILDING, CAPITALIZATION_MONEY, CARDS, CELLS, CHARACTER, FACTORY, MINE, MOST_TECHNIQUE_POINTS, NO_TOKEN,
    SLOT_CELLS, TOKEN_PAY, TOKEN_VALUES, CARD_Au, CARD_Ca, CARD_Co, CARD_Cr, CARD_Eg, CARD_Ta, has_use,
)
from spyrium_ai.game.rules.state cimport (
    BOTH_BONUSES, E1, E2, E3, E4, E5, E6, PHASE_I, SeatC, can_still_use, copies_of, first_bit, owns, price_over,
    space_price,
)
from spyrium_ai.search.endgame.canonical_order cimport DEAD_END, MONEY_TAKEN
from spyrium_ai.search.endgame.position_reduction cimport may_place

cdef enum:
    NOTHING = -1000000
    STEP = UNIT // 4        # change of a rate
    STEPS = 3
    BONUS_GAIN = 20         # points; for an open bonus two of them are added, more than it can gain

cdef struct BoundC:
    const StateC *s
    const SeatC *seat
    const RatesC *rate
    int best_use            # best effect of any building within reach
    int call[9]             # gain of a worker at the cell that can be repeated
    int single[9]           # gain of a worker at the cell that is possible once
    int comers              # workers that may still come beside a cell


cdef inline int use_gain(const BoundC *c, int card) noexcept nogil:
    """Return the gain of the best effect of a building, 0 for none."""
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


cdef inline int printed(const BoundC *c, int card) noexcept nogil:
    """Return the points for owning a building."""
    cdef int points = CARDS[card].points
    if CARDS[card].symbols & FACTORY and owns(c.seat, CARD_Eg):
        points *= 2
    return UNIT * points


cdef int built_gain(const BoundC *c, int card) noexcept nogil:
    """Return the gain of building a card, on a new space or over any building within reach, and using it."""
    cdef uint64_t owned = c.seat.straight | c.seat.inclined
    cdef int cell, old, lost, cheapest = (CARDS[card].price + space_price(c.seat)) * c.rate.pound
    cdef int gain = printed(c, card) + use_gain(c, card)
    for cell in range(CELLS):
        if c.s.market[cell] and CARDS[c.s.market[cell] - 1].kind == BUILDING:
            owned |= <uint64_t>1 << (2 * (c.s.market[cell] - 1))
    while owned:
        old = first_bit(owned) >> 1
        owned &= ~(<uint64_t>3 << (2 * old))
        # Engineering may score the same without `old`. For a new factory, its own kind in `owned` covers this case.
        lost = printed(c, old) if CARDS[card].symbols & FACTORY else UNIT * <int>CARDS[old].points
        cheapest = min(cheapest, price_over(card, old) * c.rate.pound + lost)
    if owns(c.seat, CARD_Cr):
        gain += UNIT
    return gain - cheapest


cdef int called_gain(const BoundC *c, int cell, int card) noexcept nogil:
    """Return the gain of calling upon a character."""
    cdef int gain = UNIT * CARDS[card].gain_points
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


cdef void value_cells(BoundC *c) noexcept nogil:
    cdef int cell, card
    for cell in range(CELLS):
        c.call[cell] = NOTHING if c.s.unseen_events & MONEY_TAKEN else 0
        c.single[cell] = NOTHING
        if c.s.market[cell] == 0:
            continue
        card = c.s.market[cell] - 1
        if c.call[cell] == 0:
            c.call[cell] = (max(0, c.s.around[cell] - 1) + c.comers) * c.rate.pound
        if CARDS[card].kind == BUILDING:
            c.single[cell] = built_gain(c, card)
            c.best_use = max(c.best_use, use_gain(c, card))
        elif CARDS[card].token != NO_TOKEN:
            c.single[cell] = called_gain(c, cell, card)
        elif CARDS[card].kind == CHARACTER:
            c.call[cell] = max(c.call[cell], called_gain(c, cell, card))
    if owns(c.seat, CARD_Ca) and not c.s.unseen_events & MONEY_TAKEN:
        for cell in range(CELLS):
            c.call[cell] = max(c.call[cell], 0) + CAPITALIZATION_MONEY * c.rate.pound


cdef int uses_gain(BoundC *c) noexcept nogil:
    """Return the gain of using every building once."""
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


cdef int event_gain(const BoundC *c, int placed) noexcept nogil:
    """Return the gain of the turn's event; `placed` is the gain of one more worker in the market."""
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


cdef int goods_gain(const BoundC *c) noexcept nogil:
    """Return the worth of all goods at their rates, less the points that techniques already score for them."""
    cdef int gain = c.seat.money * c.rate.pound + c.seat.spyrium * c.rate.spyrium
    if owns(c.seat, CARD_Ca):
        gain -= UNIT * min(c.seat.money // 2, <int>MOST_TECHNIQUE_POINTS)
        gain += max(0, (UNIT - 2 * c.rate.pound) * MOST_TECHNIQUE_POINTS)
    if owns(c.seat, CARD_Au):
        gain -= UNIT * min(<int>c.seat.spyrium, <int>MOST_TECHNIQUE_POINTS)
        gain += max(0, (UNIT - c.rate.spyrium) * MOST_TECHNIQUE_POINTS)
    return gain


cdef int index_singles(const BoundC *c, int anywhere, int hands, int *number) noexcept nogil:
    """Number the cells with a single gain that may be worth taking, from 0; return their number."""
    cdef uint64_t in_market = c.seat.in_market
    cdef int cell, slot, side, worth, count = 0
    for cell in range(CELLS):
        number[cell] = -1
        if hands and c.single[cell] > anywhere:
            number[cell] = count
            count += 1
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market &= ~(<uint64_t>15 << (4 * slot))
        worth = max(c.call[SLOT_CELLS[slot][0]], c.call[SLOT_CELLS[slot][1]])
        for side in range(2):
            cell = SLOT_CELLS[slot][side]
            if c.single[cell] > worth and number[cell] < 0:
                number[cell] = count
                count += 1
    return count


cdef void add_worker(
    const BoundC *c, int one, int other, int worth, const int *number, int *sums, int sets
) noexcept nogil:
    """Update the best sum of each set of taken cells for one more worker beside these two cells."""
    cdef int taken, sum
    for taken in range(sets - 1, -1, -1):
        sum = sums[taken] + worth
        if number[one] >= 0 and taken >> number[one] & 1:
            sum = max(sum, sums[taken ^ (1 << number[one])] + c.single[one])
        if number[other] >= 0 and taken >> number[other] & 1:
            sum = max(sum, sums[taken ^ (1 << number[other])] + c.single[other])
        sums[taken] = max(sum, <int>NOTHING)


cdef int add_hands(const BoundC *c, int anywhere, int hands, const int *number, int *sums, int sets) noexcept nogil:
    """Return the best sum of a set, with the active workers at the cells that it leaves."""
    cdef int taken, cell, _, sum, most, best, found = NOTHING, used
    for taken in range(sets):
        if sums[taken] <= NOTHING // 2:
            continue
        sum, used = sums[taken], taken
        for _ in range(hands):
            best, most = -1, anywhere
            for cell in range(CELLS):
                if number[cell] >= 0 and not used >> number[cell] & 1 and c.single[cell] > most:
                    best, most = number[cell], c.single[cell]
            sum += most
            if best >= 0:
                used |= 1 << best
        found = max(found, sum)
    return found


cdef int market_gain(const BoundC *c, int anywhere, int hands) noexcept nogil:
    """Return the gain of the best assignment of workers to cells: those in the market and `hands` more."""
    cdef uint64_t in_market = c.seat.in_market
    cdef int number[CELLS]
    cdef int sums[1 << CELLS]
    cdef int slot, one, other, taken, sets = 1 << index_singles(c, anywhere, hands, number)
    for taken in range(1, sets):
        sums[taken] = NOTHING
    sums[0] = 0
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market -= <uint64_t>1 << (4 * slot)
        one, other = SLOT_CELLS[slot][0], SLOT_CELLS[slot][1]
        add_worker(c, one, other, max(c.call[one], c.call[other]), number, sums, sets)
    return add_hands(c, anywhere, hands, number, sums, sets)


cdef int upper_bound(const StateC *s, int seat, const RatesC *rate) noexcept nogil:
    """Return an upper bound of what the seat can still gain at these rates, in points."""
    cdef BoundC c
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
    value_cells(&c)
    if places:
        # In Phase II only E7 brings a worker into the market.
        hands = c.seat.active if c.seat.phase == PHASE_I else min(1, <int>c.seat.active)
        for cell in range(CELLS):
            anywhere = max(anywhere, c.call[cell])
        anywhere = max(anywhere, rate.hand)
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


cdef int better_rate(const StateC *s, int seat, RatesC *rate, int *which, int best, int enough) noexcept nogil:
    """Move one of the rates (`which` is part of `rate`) to lower the bound; return the bound."""
    cdef int way, step, found, before, _
    for way in range(2):
        step = STEP if way else -STEP
        for _ in range(STEPS):
            if best <= enough:
                return best
            before = which[0]
            which[0] = max(0, before + step)
            found = upper_bound(s, seat, rate) if which[0] != before else best
            if found >= best:
                which[0] = before
                break
            best = found
    return best


cdef int tightest_upper_bound(const StateC *s, int seat, RatesC *rate, int enough, int reach) noexcept nogil:
    """Return the lowest bound found near the given rates, or one that is low enough; the rates are updated.

    A bound more than `reach` above what is enough is returned as it is.
    """
    cdef int best = upper_bound(s, seat, rate)
    if best <= enough + reach:
        best = better_rate(s, seat, rate, &rate.pound, best, enough)
        best = better_rate(s, seat, rate, &rate.spyrium, best, enough)
        best = better_rate(s, seat, rate, &rate.hand, best, enough)
    return max(best, -<int>DEAD_END)
