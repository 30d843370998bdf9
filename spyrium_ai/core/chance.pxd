"""What chance decides: the setup, and the market of each turn."""

from libc.stdint cimport uint8_t, uint16_t

from spyrium_ai.core.state cimport RngC, StateC

cdef struct DealC:
    uint8_t first           # setup only: seat of the first player, from 0
    uint8_t event           # setup: the first event; deal: the new next event
    uint8_t event_token     # its token's value, 0 for none
    uint8_t cards[9]        # deal only: card types in reading order
    uint16_t tokens[9]      # deal only: tokens on them, 4 bits per value

cdef void sample_chance(const StateC *s, RngC *rng, DealC *deal) noexcept nogil
cdef void apply_chance(StateC *s, const DealC *deal) noexcept nogil


cdef inline void play_chance(StateC *s, RngC *rng) noexcept nogil:
    """Let chance decide at random what it decides here."""
    cdef DealC deal
    sample_chance(s, rng, &deal)
    apply_chance(s, &deal)
