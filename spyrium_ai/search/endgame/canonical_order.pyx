"""The canonical order of a player's moves in the last turn after its rival has passed.

The player then decides alone, and most orders of its moves have the same result, so that one order is enough.
It is:

1. place workers;
2. take workers for money, while most others stand beside them;
3. use the mines;
4. activate cards, when the fewest workers stand beside them;
5. use the other buildings, and the event for points.

A building that is to be replaced is used directly before that.
"""

from spyrium_ai.game.rules.cards cimport CARDS
from spyrium_ai.game.rules.moves cimport (
    ACTIVATE, BEGIN_PHASE_II, CHOOSE_POINTS, EVENT, MONEY, PLACE, REUSE, USE, building_of, choice_of, kind_of,
    replaced_of, use_of,
)
from spyrium_ai.game.rules.state cimport BOTH_BONUSES, E1, E2, E3, E5, E6, E7, PASSED, PHASE_I, SeatC


cdef bint is_orderly(const StateC *s) noexcept nogil:
    """Return whether the player to move decides alone and the canonical order loses nothing."""
    cdef const SeatC *seat = &s.seats[s.to_move]
    # A bonus still to come, or a worker placed late by E7, can make another order better.
    return (
        s.seats[1 - s.to_move].phase == PASSED
        and seat.bonuses == BOTH_BONUSES
        and (s.event != E7 or seat.event_used)
    )


cdef inline bint is_mining(move_t move) noexcept nogil:
    return CARDS[building_of(move)].uses[use_of(move) - 1].gain_spyrium != 0


cdef inline bint is_use(const StateC *s, move_t move) noexcept nogil:
    """Return whether a building is used for points, for the first time or again."""
    cdef int kind = kind_of(move)
    return (kind == USE or kind == REUSE or (kind == EVENT and s.event == E5)) and not is_mining(move)


cdef bint event_in_order(const StateC *s, move_t move) noexcept nogil:
    """Return whether the event, other than E5, is in order now."""
    if s.event == E6:
        return True
    if not move & BEGIN_PHASE_II and s.seats[s.to_move].phase == PHASE_I:
        return False
    if s.event == E2 or s.event == E3 or (s.event == E1 and choice_of(move) == CHOOSE_POINTS):
        return s.seats[s.to_move].in_market == 0
    return True


cdef bint is_in_order(const StateC *s, move_t move, bint builds) noexcept nogil:
    """Return whether the move is in order now; `builds`: a building can still be activated."""
    cdef int kind = kind_of(move)
    cdef int progress = s.unseen_events
    cdef bint again = kind == REUSE or (kind == EVENT and s.event == E5)
    if progress & TO_REPLACE:
        return again or (kind == ACTIVATE and replaced_of(move) and not replaced_of(move) & 1)
    if kind == MONEY:
        return not progress & MONEY_TAKEN
    if is_use(s, move):
        return builds or s.seats[s.to_move].in_market == 0
    if kind == USE:
        return not progress & CARDS_TAKEN or s.event == E6
    if kind == EVENT and not again:
        return event_in_order(s, move)
    return True


cdef int progress_after(const StateC *s, move_t move) noexcept nogil:
    """Return the progress after the move."""
    cdef int kind = kind_of(move)
    cdef int progress = s.unseen_events & ~TO_REPLACE
    if kind == MONEY or kind == PLACE or (kind == EVENT and s.event == E6):
        return progress
    progress |= MONEY_TAKEN
    if kind == ACTIVATE:
        progress |= CARDS_TAKEN
    elif is_use(s, move) and s.seats[s.to_move].in_market:
        progress |= TO_REPLACE
    return progress
