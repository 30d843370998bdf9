"""Chance: the setup and the deal of each turn."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from spyrium_ai.game.rules.cards cimport BUILDING, CARDS, NO_TOKEN, TOKEN_VALUES
from spyrium_ai.game.rules.state cimport RngC, StateC, rng_seed

cdef struct DealC:
    uint8_t first           # setup only: seat of the first player, from 0
    uint8_t event           # setup: the first event; deal: the new next event
    uint8_t event_token     # its token's value, 0 for none
    uint8_t cards[9]        # deal only: card types in reading order
    uint16_t tokens[9]      # deal only: tokens on them, 4 bits per value

cdef struct TokensC:        # the reserve and the discard pile while tokens are drawn
    uint8_t reserve[3]
    uint8_t discard[3]

cdef bint take_token(TokensC *t, int value) noexcept nogil
cdef bint take_tokens(TokensC *t, uint16_t tokens) noexcept nogil
cdef void sample_chance(const StateC *s, RngC *rng, DealC *deal) noexcept nogil
cdef void apply_chance(StateC *s, const DealC *deal) noexcept nogil


cdef inline void play_chance(StateC *s, RngC *rng) noexcept nogil:
    """Draw a setup or deal at random and apply it."""
    cdef DealC deal
    sample_chance(s, rng, &deal)
    apply_chance(s, &deal)


cdef inline void play_seeded_chance(StateC *s, uint64_t seed) noexcept nogil:
    """Apply the setup or deal of this seed: the same luck wherever it is used."""
    cdef RngC rng
    rng_seed(&rng, seed)
    play_chance(s, &rng)


cdef inline int total(const uint8_t *tokens) noexcept nogil:
    return tokens[0] + tokens[1] + tokens[2]


cdef inline void refill(TokensC *t) noexcept nogil:
    """Fill an empty reserve from the discard pile; the rules do so only when a token is drawn."""
    if total(t.reserve) == 0:
        memcpy(t.reserve, t.discard, TOKEN_VALUES)
        memset(t.discard, 0, TOKEN_VALUES)


cdef inline int tokens_for(int card, int players) noexcept nogil:
    """Return the number of tokens laid on a card when it comes to the market."""
    if CARDS[card].token == NO_TOKEN:
        return 0
    return 1 if CARDS[card].kind == BUILDING else players - 1


cdef inline void add_token(uint16_t *tokens, int value) noexcept nogil:
    """Lay a token of this value on a cell; 0 means none."""
    if value:
        tokens[0] += 1 << (4 * (value - 1))
