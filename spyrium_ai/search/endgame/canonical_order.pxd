"""The order in which a player that is alone does things."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef enum Progress:         # bits of a reduced position's `unseen_events`, which stand for nothing else there
    MONEY_TAKEN = 1         # no worker is taken for money any more
    CARDS_TAKEN = 2         # a card was activated
    TO_REPLACE = 4          # an inclined building is replaced next

cdef enum:
    DEAD_END = 20000        # an order that cannot be kept loses so many points: more than any value

cdef bint is_orderly(const StateC *s) noexcept nogil
cdef bint is_in_order(const StateC *s, move_t move, bint builds) noexcept nogil
cdef int progress_after(const StateC *s, move_t move) noexcept nogil
