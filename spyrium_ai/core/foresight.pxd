"""The order of decks, events and tokens of one real game, for a search that is shown it."""

from libc.stdint cimport uint8_t, uint64_t

from spyrium_ai.core.cards cimport (
    EVENTS, MOST_CARDS_IN_PERIOD, MOST_PLAYERS, PERIODS, TOKEN_VALUES, TOKENS_OF_EACH_VALUE, TURNS,
)
from spyrium_ai.core.chance cimport DealC, apply_chance
from spyrium_ai.core.state cimport StateC

cdef enum:
    PLACES = 10             # where tokens are drawn for: the event, then the cells in reading order

cdef struct ForesightC:
    uint8_t first           # seat of the first player, from 0
    uint8_t decks[PERIODS][MOST_CARDS_IN_PERIOD]
    uint8_t events[EVENTS]
    # By turn (0: the setup), place, and number of the draw: of the tokens left the lowest one is drawn.
    uint64_t priorities[TURNS + 1][PLACES][MOST_PLAYERS - 1][TOKEN_VALUES * TOKENS_OF_EACH_VALUE]

cdef void foresee_chance(const ForesightC *f, const StateC *s, DealC *deal) noexcept nogil


cdef inline void play_foreseen(const ForesightC *f, StateC *s) noexcept nogil:
    """Let chance decide what it will really decide here."""
    cdef DealC deal
    foresee_chance(f, s, &deal)
    apply_chance(s, &deal)


cdef class Foresight:
    cdef ForesightC c
