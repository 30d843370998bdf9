"""Chance one draw at a time."""

from libc.stdint cimport uint8_t, uint32_t

from spyrium_ai.game.rules.cards cimport CARD_TYPES, EVENTS, MOST_PLAYERS, TOKEN_VALUES
from spyrium_ai.game.rules.chance cimport DealC, TokensC
from spyrium_ai.game.rules.state cimport StateC

cdef enum:                      # outcomes of single draws by number
    DRAWN_EVENT = 0
    DRAWN_TOKEN = DRAWN_EVENT + EVENTS
    DRAWN_CARD = DRAWN_TOKEN + TOKEN_VALUES
    DRAWN_FIRST = DRAWN_CARD + CARD_TYPES
    OUTCOMES = DRAWN_FIRST + MOST_PLAYERS
    MOST_DRAWS = 2 + 9 * 5      # an event with its token, nine cards with at most four each

cdef enum Due:                  # what is drawn next
    EVENT_DUE
    EVENT_TOKEN_DUE
    FIRST_DUE
    CARD_DUE
    CARD_TOKEN_DUE
    NOTHING_DUE                 # everything has been drawn

cdef struct DrawC:              # what has been drawn of a setup or a deal
    DealC deal
    TokensC tokens              # what is left of them
    uint32_t dealt              # cards of the period, these included
    uint8_t due
    uint8_t cell                # that the next card or token is for
    uint8_t tokens_due          # for the card on it
    uint8_t count
    uint8_t drawn[MOST_DRAWS]   # outcomes so far

cdef void begin_draws(const StateC *s, DrawC *d) noexcept nogil
cdef int list_outcomes(const StateC *s, const DrawC *d, uint8_t *outcomes, int *chances) noexcept nogil
cdef void draw(const StateC *s, DrawC *d, int outcome) noexcept nogil
