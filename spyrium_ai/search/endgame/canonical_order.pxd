"""The canonical order of a player's moves after its rival has passed."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef enum Progress:         # bits of `unseen_events`, which a reduced position does not need
    MONEY_TAKEN = 1         # no more workers are taken for money
    CARDS_TAKEN = 2         # a card has been activated
    TO_REPLACE = 4          # the next move replaces a used building

cdef enum:
    DEAD_END = 20000        # points lost in an order that leads nowhere: beyond every value

cdef bint is_orderly(const StateC *s) noexcept nogil
cdef bint is_in_order(const StateC *s, move_t move, bint builds) noexcept nogil
cdef int progress_after(const StateC *s, move_t move) noexcept nogil
