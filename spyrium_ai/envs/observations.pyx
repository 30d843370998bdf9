"""Observations: a position as a seat sees it, as numbers of 32 bits.

Everything visible is in them, so that two positions which differ never look the same to a seat.
`observation_layout.py` names every entry.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from spyrium_ai.game.rules.arguments cimport whole
from spyrium_ai.game.rules.cards cimport (
    DECKS, DECK_SIZE, MOST_PLAYERS, PERIOD_OF_TURN, RESIDENCE_TRACK,
)
from spyrium_ai.game.rules.state cimport NO_EVENT, SeatC, is_decision, token_count
from spyrium_ai.game.rules.state_class cimport State

COMMON_SIZE = COMMON_ENTRIES
SEAT_SIZE = SEAT_ENTRIES
# Where each group begins: in the whole, and in what a seat has.
OFFSETS = {
    "turn": O_TURN, "stage": O_STAGE, "event": O_EVENT, "next event": O_NEXT_EVENT, "unseen events": O_UNSEEN,
    "reserve": O_RESERVE, "discard pile": O_DISCARD, "deck": O_DECK, "market": O_MARKET,
}
SEAT_OFFSETS = {
    "first player": O_FIRST, "to move": O_TO_MOVE, "phase": O_PHASE, "event used": O_EVENT_USED, "points": O_POINTS,
    "pounds": O_MONEY, "Spyrium": O_SPYRIUM, "bonuses": O_BONUSES, "residence": O_RESIDENCE, "active": O_ACTIVE,
    "workers": O_WORKERS, "ready": O_STRAIGHT, "used": O_INCLINED, "techniques": O_TECHNIQUES,
    "used techniques": O_USED_TECHNIQUES, "kept tokens": O_KEPT, "in the market": O_SLOTS,
}
UNITS = {
    "points": POINTS_UNIT, "pounds": MONEY_UNIT, "Spyrium": SPYRIUM_UNIT, "tokens": TOKENS_UNIT,
    "workers": WORKERS_UNIT, "copies": COPIES_UNIT,
}


cdef int observation_entries(int players) noexcept nogil:
    return COMMON_ENTRIES + players * SEAT_ENTRIES


cdef inline void write_tokens(const uint8_t *tokens, float *out) noexcept nogil:
    cdef int value
    for value in range(TOKEN_VALUES):
        out[value] = tokens[value] * (<float>1 / TOKENS_UNIT)


cdef inline void write_event(int event, int token, float *out) noexcept nogil:
    if event != NO_EVENT:
        out[event - 1] = 1
    if token:
        out[EVENTS + token - 1] = 1


cdef void write_market(const StateC *s, float *out) noexcept nogil:
    cdef int cell, value
    for cell in range(CELLS):
        if s.market[cell]:
            out[s.market[cell] - 1] = 1
            if s.tokens[cell]:
                for value in range(TOKEN_VALUES):
                    out[CARD_TYPES + value] = token_count(s.tokens[cell], value + 1) * (<float>1 / TOKENS_UNIT)
        out += CELL_ENTRIES


cdef void write_common(const StateC *s, float *out) noexcept nogil:
    cdef int i, period = PERIOD_OF_TURN[s.turn]
    out[O_TURN + s.turn] = 1
    out[O_STAGE + s.stage] = 1
    write_event(s.event, s.event_token, out + O_EVENT)
    write_event(s.next_event, s.next_token, out + O_NEXT_EVENT)
    for i in range(EVENTS):
        out[O_UNSEEN + i] = s.unseen_events >> i & 1
    write_tokens(s.reserve, out + O_RESERVE)
    write_tokens(s.discard, out + O_DISCARD)
    for i in range(DECK_SIZE[period]):
        out[O_DECK + DECKS[period][i]] += (~s.dealt >> i & 1) * (<float>1 / COPIES_UNIT)
    write_market(s, out + O_MARKET)


cdef void write_owned(const SeatC *seat, float *out) noexcept nogil:
    """Cards and tokens."""
    cdef uint64_t straight = seat.straight, inclined = seat.inclined
    cdef int i
    for i in range(BUILDING_TYPES):
        out[O_STRAIGHT + i] = (straight >> (2 * i) & 3) * (<float>1 / COPIES_UNIT)
    if inclined:
        for i in range(BUILDING_TYPES):
            out[O_INCLINED + i] = (inclined >> (2 * i) & 3) * (<float>1 / COPIES_UNIT)
    if seat.techniques:
        for i in range(TECHNIQUE_TYPES):
            out[O_TECHNIQUES + i] = seat.techniques >> i & 1
            out[O_USED_TECHNIQUES + i] = seat.used_techniques >> i & 1
    if seat.kept:
        for i in range(TOKEN_VALUES):
            out[O_KEPT + i] = token_count(seat.kept, i + 1) * (<float>1 / TOKENS_UNIT)


cdef void write_seat(const SeatC *seat, float *out) noexcept nogil:
    cdef int i
    out[O_PHASE + seat.phase] = 1
    out[O_EVENT_USED] = seat.event_used
    out[O_POINTS] = seat.points * (<float>1 / POINTS_UNIT)
    out[O_MONEY] = seat.money * (<float>1 / MONEY_UNIT)
    out[O_SPYRIUM] = seat.spyrium * (<float>1 / SPYRIUM_UNIT)
    out[O_BONUSES] = seat.bonuses & 1
    out[O_BONUSES + 1] = seat.bonuses >> 1
    for i in range(RESIDENCE_SPACES):
        out[O_RESIDENCE + i] = RESIDENCE_TRACK[i] == seat.residence
    out[O_ACTIVE] = seat.active * (<float>1 / WORKERS_UNIT)
    out[O_WORKERS] = seat.workers * (<float>1 / WORKERS_UNIT)
    write_owned(seat, out)
    if seat.in_market:
        for i in range(SLOTS):
            out[O_SLOTS + i] = (seat.in_market >> (4 * i) & 15) * (<float>1 / WORKERS_UNIT)


cdef void write_observation(const StateC *s, int seat, float *out) noexcept nogil:
    """The position as the seat sees it; it fills observation_entries(s.players) numbers."""
    cdef int i, at
    cdef float *own
    memset(out, 0, observation_entries(s.players) * sizeof(float))
    write_common(s, out)
    for i in range(s.players):
        at = seat + i if seat + i < s.players else seat + i - s.players
        own = out + COMMON_ENTRIES + i * SEAT_ENTRIES
        write_seat(&s.seats[at], own)
        own[O_FIRST] = s.first == at
        own[O_TO_MOVE] = s.to_move == at and is_decision(s)


def observation_size(players):
    """Return how many numbers an observation has in a game for so many players."""
    return observation_entries(whole(players, "players", 2, MOST_PLAYERS))


def observe(State state, seat):
    """Return the position as the seat, from 0, sees it: the bytes of float32 numbers."""
    cdef int viewer = whole(seat, "seat", 0, state.c.players - 1)
    cdef bytes found = PyBytes_FromStringAndSize(NULL, observation_entries(state.c.players) * sizeof(float))
    write_observation(&state.c, viewer, <float *>PyBytes_AS_STRING(found))
    return found
