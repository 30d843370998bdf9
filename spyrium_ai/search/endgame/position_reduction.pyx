"""Reduces positions of the last turn of two players: removes what no longer matters.

The removed parts change neither which moves are worth making nor what they gain. Equivalent positions become
equal, so that the solver finds them in its transposition table. A reduced position is only for searching: the
scores in it are not those of the game, but the gains from it on are.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from spyrium_ai.game.rules.cards cimport (
    BUILDING, CARDS, CELLS, CHARACTER, MOST_TECHNIQUE_POINTS, NO_TOKEN, SLOT_CELLS, TOKEN_VALUES, CARD_Au,
    CARD_Ca, CARD_Ta, has_use,
)
from spyrium_ai.game.rules.state cimport (
    BOTH_BONUSES, E5, E6, E7, NO_EVENT, PASSED, PHASE_I, PHASE_II, SeatC, buildings_owned, can_still_use, copies_of,
    count_around, final_score, first_bit, owns,
)

cdef enum:
    # The highest costs: of an event (pounds: E3, or E6 with six workers; Spyrium: E4), and of using a building again.
    EVENT_POUNDS = 6
    EVENT_SPYRIUM = 3
    REUSE_SPYRIUM = 5
    REUSE_HANDS = 2
    ALL_CELLS = (1 << CELLS) - 1


cdef bint may_use(const StateC *s, const SeatC *seat, int event) noexcept nogil:
    """Return whether the turn has this event and the seat has not used it."""
    return s.event == event and not seat.event_used


cdef bint may_place(const StateC *s, const SeatC *seat) noexcept nogil:
    """Return whether the seat may still place a worker in the market."""
    if seat.phase == PASSED:
        return False
    if may_use(s, seat, E7):
        return True
    # A bonus or E6 can bring new workers; in Phase II they cannot be placed any more.
    return seat.phase == PHASE_I and (
        seat.active > 0 or seat.bonuses != BOTH_BONUSES or may_use(s, seat, E6)
    )


cdef bint is_closed(const StateC *s) noexcept nogil:
    """Return whether no more workers can be placed in the market."""
    return not may_place(s, &s.seats[0]) and not may_place(s, &s.seats[1])


cdef int cells_of(const StateC *s, const SeatC *seat) noexcept nogil:
    """Return the cells that have a card and a worker of the seat beside it, as bits."""
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
    """Return whether the players can no longer affect each other."""
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
    """Remove the other player and its workers."""
    drop_seat(&s.seats[1 - seat])
    s.to_move = seat
    count_around(s)
    reduce_state(s)


cdef inline int single_cell(const StateC *s, int slot) noexcept nogil:
    """Return the cell with the only card beside a slot, CELLS if there is none, -1 if there are two."""
    cdef int one = SLOT_CELLS[slot][0], other = SLOT_CELLS[slot][1]
    if s.market[one]:
        return -1 if s.market[other] else one
    return other if s.market[other] else <int>CELLS


cdef int first_equal_slot(const StateC *s, int slot) noexcept nogil:
    """Return the first slot that has the same cards beside it."""
    cdef int before, cell = single_cell(s, slot)
    if cell >= 0:
        for before in range(slot):
            if single_cell(s, before) == cell:
                return before
    return slot


cdef void move_to_equal_slots(const StateC *s, SeatC *seat) noexcept nogil:
    """Move workers with at most one card beside them to the first slot that is equivalent."""
    cdef uint64_t workers, rest = seat.in_market
    cdef int slot
    seat.in_market = 0
    while rest:
        slot = first_bit(rest) >> 2
        workers = rest & <uint64_t>15 << (4 * slot)
        rest ^= workers
        seat.in_market += workers >> (4 * (slot - first_equal_slot(s, slot)))


cdef bint can_build(const StateC *s, int cells) noexcept nogil:
    cdef int cell
    for cell in range(CELLS):
        if cells >> cell & 1 and CARDS[s.market[cell] - 1].kind == BUILDING:
            return True
    return False


cdef void drop_idle_buildings(const StateC *s, SeatC *seat) noexcept nogil:
    """Remove the buildings without further use; no building is built any more."""
    cdef uint64_t buildings = seat.straight
    cdef int card
    if not (can_still_use(seat, CARD_Ta) or may_use(s, seat, E5)):
        seat.inclined = 0
    while buildings:
        card = first_bit(buildings) >> 1
        buildings &= ~(<uint64_t>3 << (2 * card))
        if not has_use(card, 0):
            seat.straight &= ~(<uint64_t>3 << (2 * card))


cdef struct NeedsC:            # upper bounds of what a seat can still use
    int pounds
    int spyrium
    int hands               # active workers


cdef void add_uses(NeedsC *needs, int card, int times) noexcept nogil:
    """Add the highest cost of using a building so many times."""
    cdef int use, spyrium = 0, workers = 0
    for use in range(2):
        spyrium = max(spyrium, <int>CARDS[card].uses[use].pay_spyrium)
        workers = max(workers, <int>CARDS[card].uses[use].workers)
    needs.spyrium += times * spyrium
    needs.hands += times * workers


cdef void add_cards(NeedsC *needs, const StateC *s, const SeatC *seat, int cells) noexcept nogil:
    """Add the highest cost of activating cards with the workers in the market, and of using new buildings."""
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
    """Remove the goods that the seat can neither use nor score with its techniques."""
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


cdef void reduce_seat(const StateC *s, SeatC *seat, bint closed) noexcept nogil:
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
    """Remove what is unseen, since nothing is dealt any more. It is called once, before the search."""
    memset(s.reserve, 0, sizeof(s.reserve))
    s.dealt = 0
    s.first = 0
    s.next_event = NO_EVENT
    s.next_token = 0
    s.unseen_events = 0


cdef void reduce_state(StateC *s) noexcept nogil:
    """Remove everything that no longer matters, in turn 6 of two players before its end."""
    cdef uint64_t before = s.seats[0].in_market, other_before = s.seats[1].in_market
    cdef bint closed
    cdef int i
    cdef SeatC *seat
    memset(s.discard, 0, sizeof(s.discard))
    for i in range(2):
        seat = &s.seats[i]
        if seat.phase == PASSED:
            drop_seat(seat)
        elif seat.phase == PHASE_I and not may_place(s, seat):
            # Without a worker to place, Phase I allows nothing that Phase II does not.
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
    if s.seats[0].in_market != before or s.seats[1].in_market != other_before:
        count_around(s)


cdef int dearest_calls(const StateC *s, int seat, int kept) noexcept nogil:
    """Return the highest surcharge for the other's workers if all of the seat's workers call upon these cells."""
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
    """Reduce the position to what the seat can be sure of: alone, without the cards that the other can take.

    The surcharges that the other can cause are paid in advance. Returns the points that this money scored.
    Characters without tokens cannot be taken away; they stay if the money suffices for all calls.
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
