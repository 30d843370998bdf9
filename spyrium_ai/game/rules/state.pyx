"""Positions: the start of a game, and its score."""

from libc.string cimport memset

from spyrium_ai.game.rules.cards cimport (
    CARDS, CELLS, EVENTS, FACTORY, MOST_TECHNIQUE_POINTS, SLOTS, SLOT_CELLS, START_MONEY, START_SPYRIUM,
    START_WORKERS, TOKENS_OF_EACH_VALUE, TOKEN_VALUES, CARD_Au, CARD_Ca, CARD_Co, CARD_Cr, CARD_Eg, CARD_Lo, CARD_Ta,
)


cdef void start_state(StateC *s, int players) noexcept nogil:
    """Set the start of a game, before the setup."""
    cdef int i
    memset(s, 0, sizeof(StateC))
    s.players = players
    s.stage = SETUP
    s.unseen_events = (1 << EVENTS) - 1
    for i in range(TOKEN_VALUES):
        s.reserve[i] = TOKENS_OF_EACH_VALUE
    for i in range(players):
        s.seats[i].money = START_MONEY
        s.seats[i].spyrium = START_SPYRIUM
        s.seats[i].residence = RESIDENCE_TRACK[0]
        s.seats[i].active = START_WORKERS
        s.seats[i].workers = START_WORKERS


cdef void count_around(StateC *s) noexcept nogil:
    """Set `around` from the workers in the market."""
    cdef int seat, slot, count
    memset(s.around, 0, CELLS)
    for seat in range(s.players):
        for slot in range(SLOTS):
            count = s.seats[seat].in_market >> (4 * slot) & 15
            s.around[SLOT_CELLS[slot][0]] += count
            s.around[SLOT_CELLS[slot][1]] += count


cdef int building_points(uint64_t buildings, int symbol) noexcept nogil:
    """Return the points printed on the buildings, or on those with `symbol` if it is not 0."""
    cdef int card, points = 0
    while buildings:
        card = first_bit(buildings) >> 1
        if symbol == 0 or CARDS[card].symbols & symbol:
            points += copies_of(buildings, card) * CARDS[card].points
        buildings &= ~(<uint64_t>3 << (2 * card))
    return points


cdef int technique_points(const SeatC *seat, int technique) noexcept nogil:
    """Return the points of a technique at the end (the last page of the rules)."""
    cdef int points
    if technique == CARD_Co:
        points = count_tokens(seat.kept)
    elif technique == CARD_Lo:
        points = seat.residence
    elif technique == CARD_Au:
        points = seat.spyrium
    elif technique == CARD_Ca:
        points = seat.money // 2
    elif technique == CARD_Eg:
        points = building_points(seat.straight, FACTORY) + building_points(seat.inclined, FACTORY)
    elif technique == CARD_Cr:
        points = buildings_owned(seat)
    else:
        points = seat.workers
    return min(points, <int>MOST_TECHNIQUE_POINTS)


cdef int final_score(const StateC *s, int seat) noexcept nogil:
    """Return the points of a seat if the game ended now: score track, buildings, techniques."""
    cdef const SeatC *owner = &s.seats[seat]
    cdef int technique, score = owner.points
    score += building_points(owner.straight, 0) + building_points(owner.inclined, 0)
    if owner.techniques:
        for technique in range(FIRST_TECHNIQUE, CARD_Ta + 1):
            if owns(owner, technique):
                score += technique_points(owner, technique)
    return score


cdef int winners(const StateC *s) noexcept nogil:
    """Return the seats with the most points, as bits."""
    cdef int seat, score, best = -1, bits = 0
    for seat in range(s.players):
        score = final_score(s, seat)
        if score > best:
            best = score
            bits = 0
        if score == best:
            bits |= 1 << seat
    return bits
