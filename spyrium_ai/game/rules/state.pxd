"""A position: what everybody can see, and the unseen cards and events as sets.

The struct has no pointers, so that an assignment copies it.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from spyrium_ai.game.rules.cards cimport (
    CARDS, CRANE_REBATE, FIRST_TECHNIQUE, RESIDENCE_SPACES, RESIDENCE_TRACK, SHARED_SYMBOL_REBATE, CARD_Cr,
)

cdef extern from "rng.h" nogil:
    ctypedef struct RngC:
        uint64_t a
        uint64_t b

    void rng_seed(RngC *rng, uint64_t seed)
    uint64_t rng_next(RngC *rng)
    uint32_t rng_below(RngC *rng, uint32_t n)
    double rng_unit(RngC *rng)

cdef extern from "mix.h" nogil:
    uint64_t mix_words(const void *memory, size_t words, uint64_t seed)

cdef extern from "check.h" nogil:
    void check(bint fact)

cdef extern from *:
    int first_bit "__builtin_ctzll"(unsigned long long) nogil
    int count_bits "__builtin_popcountll"(unsigned long long) nogil

cdef enum:
    MOST_COPIES = 3         # of a building that a seat can own: 2 bits

cdef enum Stage:
    SETUP       # chance: first player and first event
    DEAL        # chance: the market of the turn
    ACTION      # a player's action
    BONUS       # a player's choice at 8 points
    OVER

cdef enum Phase:
    PHASE_I
    PHASE_II
    PASSED

cdef enum Bonus:
    BONUS_WORKER = 1
    BONUS_POUNDS = 2
    BOTH_BONUSES = 3

cdef enum Event:    # codes of the events, as bits of StateC.unseen_events: 1 << (code - 1)
    NO_EVENT
    E1
    E2
    E3
    E4
    E5
    E6
    E7

cdef struct SeatC:              # 40 bytes
    uint64_t in_market          # workers in the market, 4 bits per slot
    uint64_t straight           # straight (ready) buildings, 2 bits per type
    uint64_t inclined           # inclined (used) buildings, 2 bits per type
    uint16_t points             # on the score track
    uint16_t money              # pounds
    uint16_t spyrium
    uint16_t kept               # tokens kept with Commerce, 4 bits per value
    uint8_t phase               # Phase
    uint8_t event_used
    uint8_t residence           # the number printed on the space
    uint8_t active              # workers on the Start card
    uint8_t workers             # workers owned, active or not
    uint8_t bonuses             # bonuses taken, bits of Bonus
    uint8_t techniques          # owned, one bit each
    uint8_t used_techniques     # used in this turn, one bit each

cdef struct StateC:             # 256 bytes
    SeatC seats[5]              # zero beyond the number of players
    uint32_t dealt              # cards dealt of this period, bits by place in the deck, lowest copies first
    uint16_t tokens[9]          # tokens on each cell, 4 bits per value
    uint8_t market[9]           # card on each cell plus 1, or 0
    uint8_t around[9]           # workers adjacent to each cell, derived from in_market
    uint8_t reserve[3]          # tokens in the reserve by value
    uint8_t discard[3]          # tokens in the discard pile by value
    uint8_t players
    uint8_t turn                # 1 to 6; 0 before the setup
    uint8_t first               # seat of the first player, from 0
    uint8_t to_move             # seat that decides, from 0; 0 at a chance node and at the end
    uint8_t stage               # Stage
    uint8_t event               # event of the turn
    uint8_t event_token         # value of its token, or 0
    uint8_t next_event
    uint8_t next_token
    uint8_t unseen_events       # bits


cdef inline int technique_bit(int card) noexcept nogil:
    return 1 << (card - FIRST_TECHNIQUE)


cdef inline bint owns(const SeatC *seat, int technique) noexcept nogil:
    return (seat.techniques & technique_bit(technique)) != 0


cdef inline bint can_still_use(const SeatC *seat, int technique) noexcept nogil:
    """Return whether the seat owns a technique that works once a turn and has not used it."""
    return (seat.techniques & ~seat.used_techniques & technique_bit(technique)) != 0


cdef inline int next_residence(int space) noexcept nogil:
    """Return the space after this one on the residence track, 0 at its end."""
    cdef int i
    for i in range(RESIDENCE_SPACES - 1):
        if RESIDENCE_TRACK[i] == space:
            return RESIDENCE_TRACK[i + 1]
    return 0


cdef inline int copies_of(uint64_t buildings, int card) noexcept nogil:
    return (buildings >> (2 * card)) & 3


cdef inline int count_buildings(uint64_t buildings) noexcept nogil:
    """Return the sum of all 2-bit fields."""
    buildings = (buildings & 0x3333333333333333ULL) + ((buildings >> 2) & 0x3333333333333333ULL)
    buildings = (buildings + (buildings >> 4)) & 0x0F0F0F0F0F0F0F0FULL
    return (buildings * 0x0101010101010101ULL) >> 56


cdef inline int buildings_owned(const SeatC *seat) noexcept nogil:
    return count_buildings(seat.straight) + count_buildings(seat.inclined)


cdef inline int space_price(const SeatC *seat) noexcept nogil:
    """Return the price of a new space in pounds."""
    cdef int price = buildings_owned(seat)
    return max(0, price - CRANE_REBATE) if owns(seat, CARD_Cr) else price


cdef inline int price_over(int card, int old) noexcept nogil:
    """Return the price of a building that replaces `old`, in pounds, without the surcharge for workers."""
    if CARDS[old].symbols & CARDS[card].symbols:
        return max(0, CARDS[card].price - SHARED_SYMBOL_REBATE)
    return CARDS[card].price


cdef inline int sum_of_slots(uint64_t workers) noexcept nogil:
    """Return the sum of the twelve 4-bit fields, which is below 16: the product's top field."""
    return (workers * 0x111111111111ULL >> 44) & 15


cdef inline int token_count(uint16_t tokens, int value) noexcept nogil:
    return (tokens >> (4 * (value - 1))) & 15


cdef inline int count_tokens(uint16_t tokens) noexcept nogil:
    return (tokens & 15) + (tokens >> 4 & 15) + (tokens >> 8 & 15)


cdef inline int single_token(uint16_t tokens) noexcept nogil:
    """Return the value of the only token, 0 for none."""
    return 0 if tokens == 0 else 1 if tokens & 15 else 2 if tokens & 0xF0 else 3


cdef inline uint64_t hash_state(const StateC *s) noexcept nogil:
    """Return the 64-bit hash of the whole public position; equal positions have equal bytes."""
    return mix_words(s, sizeof(StateC) // 8, 0)


cdef inline bint is_decision(const StateC *s) noexcept nogil:
    return s.stage == ACTION or s.stage == BONUS


cdef void start_state(StateC *s, int players) noexcept nogil
cdef void count_around(StateC *s) noexcept nogil
cdef int final_score(const StateC *s, int seat) noexcept nogil
cdef int winners(const StateC *s) noexcept nogil
