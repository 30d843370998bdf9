"""Positions of the last turn of two players, with all left out that cannot matter any more.

What is left out changes neither the moves that are worth making nor what they still bring: so positions
become equal that come to the same, and the solver meets them again. A reduced position is for searching
only: its scores are not those of the game, but what is still gained from it is.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from spyrium_ai.game.rules.cards cimport (
    BUILDING, CARDS, CELLS, CHARACTER, MOST_TECHNIQUE_POINTS, NO_TOKEN, SLOTS, SLOT_CELLS, TOKEN_VALUES, CARD_Au,
    CARD_Ca, CARD_Ta, has_use,
)
from spyrium_ai.game.rules.state cimport (
    BOTH_BONUSES, E5, E6, E7, NO_EVENT, PASSED, PHASE_I, PHASE_II, SeatC, buildings_owned, can_still_use, copies_of,
    count_around, final_score, first_bit, owns,
)

cdef enum:
    # The most that an event takes: E6 with six workers, or E3; E4. And using a building again.
    EVENT_POUNDS = 6
    EVENT_SPYRIUM = 3
    REUSE_SPYRIUM = 5
    REUSE_HANDS = 2
    ALL_CELLS = (1 << CELLS) - 1


cdef bint may_use(const StateC *s, const SeatC *seat, int event) noexcept nogil:
    """Whether the turn's event is this one and the seat has not used it."""
    return s.event == event and not seat.event_used


cdef bint may_place(const StateC *s, const SeatC *seat) noexcept nogil:
    """Whether the seat may yet put a worker into the market."""
    if seat.phase == PASSED:
        return False
    if may_use(s, seat, E7):
        return True
    # New workers come from a bonus or from E6; in Phase II they are too late for the market.
    return seat.phase == PHASE_I and (
        seat.active > 0 or seat.bonuses != BOTH_BONUSES or may_use(s, seat, E6)
    )


cdef bint is_closed(const StateC *s) noexcept nogil:
    """Whether no worker can come into the market any more."""
    return not may_place(s, &s.seats[0]) and not may_place(s, &s.seats[1])


cdef int cells_of(const StateC *s, const SeatC *seat) noexcept nogil:
    """The cells with a card that a worker of the seat stands next to, as bits."""
    cdef uint64_t in_market = seat.in_market
    cdef int slot, side, cell, cells = 0
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market &= ~(<uint64_t>15 << (4 * slot))
        for side in range(2):
            cell = SLOT_CELLS[slot][side]
            if s.market[cell]:
                cells |= 1 << cell
    return cells


cdef bint is_apart(const StateC *s) noexcept nogil:
    """Whether neither player can make a difference to the other any more."""
    return is_closed(s) and (cells_of(s, &s.seats[0]) & cells_of(s, &s.seats[1])) == 0


cdef void drop_seat(SeatC *seat) noexcept nogil:
    memset(seat, 0, sizeof(SeatC))
    seat.phase = PASSED


cdef void count_beside(const SeatC *seat, int *beside) noexcept nogil:
    """Count the seat's workers beside each cell."""
    cdef uint64_t in_market = seat.in_market
    cdef int slot
    memset(beside, 0, CELLS * sizeof(int))
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market -= <uint64_t>1 << (4 * slot)
        beside[SLOT_CELLS[slot][0]] += 1
        beside[SLOT_CELLS[slot][1]] += 1


cdef void isolate_seat(StateC *s, int seat) noexcept nogil:
    """Take the other player out of the game, with its workers."""
    drop_seat(&s.seats[1 - seat])
    s.to_move = seat
    count_around(s)
    reduce_state(s)


cdef void move_to_equal_slots(StateC *s, SeatC *seat) noexcept nogil:
    """Workers with one card left beside them, or none, go to the first slot that is left with the same."""
    cdef uint64_t before = seat.in_market
    cdef int first[CELLS + 1]
    cdef int slot, left, one, other
    memset(first, 0xFF, sizeof(first))
    seat.in_market = 0
    for slot in range(SLOTS):
        one, other = SLOT_CELLS[slot][0], SLOT_CELLS[slot][1]
        left = slot
        if s.market[one] == 0 or s.market[other] == 0:
            one = one if s.market[one] else other if s.market[other] else CELLS
            if first[one] < 0:
                first[one] = slot
            left = first[one]
        seat.in_market += (before >> (4 * slot) & 15) << (4 * left)


cdef bint can_build(const StateC *s, int cells) noexcept nogil:
    cdef int cell
    for cell in range(CELLS):
        if cells >> cell & 1 and CARDS[s.market[cell] - 1].kind == BUILDING:
            return True
    return False


cdef void drop_idle_buildings(const StateC *s, SeatC *seat) noexcept nogil:
    """Without a building to come, only those count that can still be used."""
    cdef uint64_t buildings = seat.straight
    cdef int card
    if not (can_still_use(seat, CARD_Ta) or may_use(s, seat, E5)):
        seat.inclined = 0
    while buildings:
        card = first_bit(buildings) >> 1
        buildings &= ~(<uint64_t>3 << (2 * card))
        if not has_use(card, 0):
            seat.straight &= ~(<uint64_t>3 << (2 * card))


cdef struct NeedsC:            # more than a seat can still use, of each
    int pounds
    int spyrium
    int hands               # active workers


cdef void add_uses(NeedsC *needs, int card, int times) noexcept nogil:
    """What using a building so many times can take."""
    cdef int use, spyrium = 0, workers = 0
    for use in range(2):
        spyrium = max(spyrium, <int>CARDS[card].uses[use].pay_spyrium)
        workers = max(workers, <int>CARDS[card].uses[use].workers)
    needs.spyrium += times * spyrium
    needs.hands += times * workers


cdef void add_cards(NeedsC *needs, const StateC *s, const SeatC *seat, int cells) noexcept nogil:
    """What taking the workers out of the market can cost, and using what is built."""
    cdef uint64_t in_market = seat.in_market
    cdef int cost[CELLS + 1]
    cdef int cell, card, slot, spaces = buildings_owned(seat)
    cdef bint callers = False
    for cell in range(CELLS):
        if cells >> cell & 1 and CARDS[s.market[cell] - 1].kind == BUILDING:
            add_uses(needs, s.market[cell] - 1, 1)
            spaces += 1
    for cell in range(CELLS):
        cost[cell] = 0
        if cells >> cell & 1:
            card = s.market[cell] - 1
            cost[cell] = s.around[cell] + CARDS[card].price
            cost[cell] += spaces if CARDS[card].kind == BUILDING else TOKEN_VALUES
            callers |= CARDS[card].pay_spyrium != 0
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market -= <uint64_t>1 << (4 * slot)
        needs.pounds += max(cost[SLOT_CELLS[slot][0]], cost[SLOT_CELLS[slot][1]])
        needs.spyrium += callers


cdef void drop_surplus(const StateC *s, SeatC *seat, int cells) noexcept nogil:
    """Goods beyond what the seat can use, and beyond what its techniques count, are as good as none."""
    cdef NeedsC needs
    cdef uint64_t buildings = seat.straight
    cdef int card
    needs.pounds = needs.spyrium = needs.hands = 0
    add_cards(&needs, s, seat, cells)
    while buildings:
        card = first_bit(buildings) >> 1
        add_uses(&needs, card, copies_of(buildings, card))
        buildings &= ~(<uint64_t>3 << (2 * card))
    if not seat.event_used:
        needs.pounds += EVENT_POUNDS
        needs.spyrium += EVENT_SPYRIUM
    if can_still_use(seat, CARD_Ta) or may_use(s, seat, E5):
        needs.spyrium += 2 * REUSE_SPYRIUM
        needs.hands += 2 * REUSE_HANDS
    if owns(seat, CARD_Ca):
        needs.pounds += 2 * MOST_TECHNIQUE_POINTS
    if owns(seat, CARD_Au):
        needs.spyrium += MOST_TECHNIQUE_POINTS
    seat.money = min(<int>seat.money, needs.pounds)
    seat.spyrium = min(<int>seat.spyrium, needs.spyrium)
    seat.active = min(<int>seat.active, needs.hands)


cdef void reduce_seat(StateC *s, SeatC *seat, bint closed) noexcept nogil:
    cdef int cells
    if seat.bonuses == BOTH_BONUSES:
        seat.points = 0
    if closed:
        cells = cells_of(s, seat)
        if not can_build(s, cells):
            drop_idle_buildings(s, seat)
        drop_surplus(s, seat, cells)
    move_to_equal_slots(s, seat)


cdef void drop_unseen(StateC *s) noexcept nogil:
    """Nothing is dealt any more: to be called once, before the first move that is searched."""
    memset(s.reserve, 0, sizeof(s.reserve))
    s.dealt = 0
    s.first = 0
    s.next_event = NO_EVENT
    s.next_token = 0
    s.unseen_events = 0


cdef void reduce_state(StateC *s) noexcept nogil:
    """Leave out all that cannot matter any more, in turn 6 of two players before its end."""
    cdef bint closed
    cdef int i
    cdef SeatC *seat
    memset(s.discard, 0, sizeof(s.discard))
    for i in range(2):
        seat = &s.seats[i]
        if seat.phase == PASSED:
            drop_seat(seat)
        elif seat.phase == PHASE_I and not may_place(s, seat):
            # Phase I offers nothing then that Phase II does not.
            seat.phase = PHASE_II
    closed = is_closed(s)
    if closed:
        for i in range(CELLS):
            if s.around[i] == 0:
                s.market[i] = 0
                s.tokens[i] = 0
    for i in range(2):
        if s.seats[i].phase != PASSED:
            reduce_seat(s, &s.seats[i], closed)
    count_around(s)


cdef int dearest_calls(const StateC *s, int seat, int kept) noexcept nogil:
    """The most pounds that the other's workers add when all of the seat's workers call upon these cells."""
    cdef const SeatC *rival = &s.seats[1 - seat]
    cdef uint64_t in_market = s.seats[seat].in_market
    cdef int others[CELLS]
    cdef int cell, slot, pounds = 0, comers = rival.active + 1 if may_place(s, rival) else 0
    count_beside(rival, others)
    for cell in range(CELLS):
        others[cell] = (others[cell] + comers) * (kept >> cell & 1)
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market -= <uint64_t>1 << (4 * slot)
        pounds += max(others[SLOT_CELLS[slot][0]], others[SLOT_CELLS[slot][1]])
    return pounds


cdef int lower_bound(StateC *s, int seat) noexcept nogil:
    """Alone, without what the other can take away, and with its surcharges paid: what the seat can be sure of.

    Returns the points that the pounds paid counted for.
    Characters without tokens cannot be taken away; they are left where the money is enough for all calls.
    """
    cdef int touched = cells_of(s, &s.seats[1 - seat]) if is_closed(s) else ALL_CELLS
    cdef int cell, pounds, kept = 0, score = final_score(s, seat)
    for cell in range(CELLS):
        if touched >> cell & 1 and s.market[cell] and CARDS[s.market[cell] - 1].kind == CHARACTER:
            kept |= (CARDS[s.market[cell] - 1].token == NO_TOKEN) << cell
    pounds = dearest_calls(s, seat, kept)
    if pounds > s.seats[seat].money or may_place(s, &s.seats[seat]):
        kept = 0
    else:
        s.seats[seat].money -= pounds
    score -= final_score(s, seat)
    for cell in range(CELLS):
        if (touched & ~kept) >> cell & 1:
            s.market[cell] = 0
            s.tokens[cell] = 0
    isolate_seat(s, seat)
    return score
