"""The action space: every move of every position as a number below ACTIONS."""

from libc.stdint cimport uint16_t

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    # Blocks of actions in the order of their numbers.
    A_PLACE = 0             # by slot
    A_MONEY = 12            # by slot and side: first cell, second cell, none
    A_ACTIVATE = 48         # by slot, cell, Lobbying and one of 64 ways
    A_USE = 3120            # by effect of a building
    A_REUSE = 3137          # the same
    A_EVENT_REUSE = 3154    # the same: E5
    A_EVENT_PLACE = 3171    # by slot: E7
    A_EVENT = 3183          # by choice: E1 to E4 and E6, without a change of phase
    A_EVENT_II = 3195       # the same, which begins Phase II
    A_PASS = 3207
    A_BONUS = 3208          # worker, money
    ACTIONS = 3210

    WAYS = 64               # of activating one card
    THINGS = 32             # a new space, or what is built over
    EFFECTS = 17            # of all types of buildings
    CHOICES = 12            # of the events E1 to E4 and E6
    # No position has more legal moves: those of 7 workers at 14 cells and all others, rounded up.
    MOST_LEGAL = 1888
    NO_ACTION = 0xFFFF

cdef int action_of(move_t move) noexcept nogil
cdef move_t move_of(const StateC *s, int action) noexcept nogil
cdef int list_actions(const StateC *s, uint16_t *actions) noexcept nogil
cdef int check_usual(const StateC *s) except -1
