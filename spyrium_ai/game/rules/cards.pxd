"""The card table and the other printed facts of csrc/cards.h, for the compiled modules."""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from "cards.h" nogil:
    enum:
        NO_SYMBOL
        MINE
        FACTORY
        RESEARCH
        BUILDING
        CHARACTER
        TECHNIQUE
        NO_TOKEN
        TOKEN_POINTS
        TOKEN_SPYRIUM
        TOKEN_PAY
        CARD_TYPES
        BUILDING_TYPES
        FIRST_TECHNIQUE
        CARD_Co
        CARD_Lo
        CARD_Au
        CARD_Ca
        CARD_Eg
        CARD_Cr
        CARD_Ta
        PERIODS
        MOST_CARDS_IN_PERIOD
        CELLS
        SLOTS
        EVENTS
        TOKEN_VALUES
        TOKENS_OF_EACH_VALUE
        MOST_PLAYERS
        TURNS
        MOST_WORKERS
        MOST_KEPT_TOKENS
        MOST_TECHNIQUE_POINTS
        TECHNIQUE_PRICE
        SHARED_SYMBOL_REBATE
        CRANE_REBATE
        FIRST_BONUS
        SECOND_BONUS
        BONUS_MONEY
        START_MONEY
        START_SPYRIUM
        START_WORKERS
        CAPITALIZATION_MONEY
        RESIDENCE_SPACES

    ctypedef struct UseC:
        uint8_t workers
        uint8_t pay_spyrium
        uint8_t gain_spyrium
        uint8_t gain_points

    ctypedef struct CardC:
        uint8_t kind
        uint8_t price
        uint8_t points
        uint8_t symbols
        uint8_t token
        uint8_t pay_spyrium
        uint8_t gain_spyrium
        uint8_t gain_points
        uint8_t workers
        uint8_t residence
        uint8_t copies[3]
        UseC uses[2]

    const CardC CARDS[]
    const char *const CARD_CODES[]
    const char *const CARD_NAMES[]
    const uint8_t DECK_SIZE[]
    const uint8_t DECKS[][30]
    const uint8_t FIRST_IN_DECK[][35]
    const uint8_t PERIOD_OF_TURN[]
    const uint8_t RESIDENCE_TRACK[]
    const uint8_t SLOT_CELLS[][2]
    const uint64_t AROUND_CELL[]


cdef inline bint has_use(int card, int use) noexcept nogil:
    return (CARDS[card].uses[use].gain_spyrium | CARDS[card].uses[use].gain_points) != 0
