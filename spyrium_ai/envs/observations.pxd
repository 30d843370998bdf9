"""Observations: a position as a seat sees it, as numbers of 32 bits."""

from spyrium_ai.game.rules.cards cimport (
    BUILDING_TYPES, CARD_TYPES, CELLS, EVENTS, RESIDENCE_SPACES, SLOTS, TOKEN_VALUES,
)
from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    TECHNIQUE_TYPES = 7
    # What is common to all.
    O_TURN = 0                                          # one of 0 to 6
    O_STAGE = O_TURN + 7                                # one of 5
    O_EVENT = O_STAGE + 5                               # the turn's: one of 7, then its token
    O_NEXT_EVENT = O_EVENT + EVENTS + TOKEN_VALUES      # the same
    O_UNSEEN = O_NEXT_EVENT + EVENTS + TOKEN_VALUES     # events not yet revealed
    O_RESERVE = O_UNSEEN + EVENTS                       # tokens by value
    O_DISCARD = O_RESERVE + TOKEN_VALUES
    O_DECK = O_DISCARD + TOKEN_VALUES                   # cards of the period not yet dealt, by type
    O_MARKET = O_DECK + CARD_TYPES                      # by cell: one of the types, then tokens by value
    CELL_ENTRIES = CARD_TYPES + TOKEN_VALUES
    COMMON_ENTRIES = O_MARKET + CELLS * CELL_ENTRIES
    # What each seat has, the own one first, then the others in the order of play.
    O_FIRST = 0                                         # whether it is the first player of the turn
    O_TO_MOVE = 1                                       # whether it decides
    O_PHASE = 2                                         # one of 3
    O_EVENT_USED = O_PHASE + 3
    O_POINTS = O_EVENT_USED + 1
    O_MONEY = O_POINTS + 1
    O_SPYRIUM = O_MONEY + 1
    O_BONUSES = O_SPYRIUM + 1                           # those taken: worker, pounds
    O_RESIDENCE = O_BONUSES + 2                         # one of 6 spaces
    O_ACTIVE = O_RESIDENCE + RESIDENCE_SPACES
    O_WORKERS = O_ACTIVE + 1
    O_STRAIGHT = O_WORKERS + 1                          # buildings ready, by type
    O_INCLINED = O_STRAIGHT + BUILDING_TYPES            # buildings used, by type
    O_TECHNIQUES = O_INCLINED + BUILDING_TYPES
    O_USED_TECHNIQUES = O_TECHNIQUES + TECHNIQUE_TYPES
    O_KEPT = O_USED_TECHNIQUES + TECHNIQUE_TYPES        # tokens kept with Commerce, by value
    O_SLOTS = O_KEPT + TOKEN_VALUES                     # workers in the market, by slot
    SEAT_ENTRIES = O_SLOTS + SLOTS

    # How many of what is counted are 1: powers of two, so that nothing is rounded.
    POINTS_UNIT = 32
    MONEY_UNIT = 16
    SPYRIUM_UNIT = 8
    TOKENS_UNIT = 8
    WORKERS_UNIT = 8
    COPIES_UNIT = 4

cdef int observation_entries(int players) noexcept nogil
cdef void write_observation(const StateC *s, int seat, float *out) noexcept nogil
