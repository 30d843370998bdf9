"""The order in which a player that is alone does things in the last turn.

When the other one has passed, what is done does not depend on anybody's pace, and most orders come to the
same: one of them is enough. It is: place workers; take those for money that are taken for money, when most
others stand beside them; use the mines; activate cards, when the fewest stand beside them; then use the other
buildings, and the event for points. Only a building that is replaced is used before, right before.
"""

from spyrium_ai.game.rules.cards cimport CARDS
from spyrium_ai.game.rules.moves cimport (
    ACTIVATE, BEGIN_PHASE_II, CHOOSE_POINTS, EVENT, MONEY, PLACE, REUSE, USE, building_of, choice_of, kind_of,
    replaced_of, use_of,
)
from spyrium_ai.game.rules.state cimport BOTH_BONUSES, E1, E2, E3, E5, E6, E7, PASSED, PHASE_I, SeatC


cdef bint is_orderly(const StateC *s) noexcept nogil:
    """Whether the player to move is alone and nothing but the order of its own moves matters."""
    cdef const SeatC *seat = &s.seats[s.to_move]
    # A bonus on the way, and a worker that comes into the market late, change what is best first.
    return (
        s.seats[1 - s.to_move].phase == PASSED
        and seat.bonuses == BOTH_BONUSES
        and (s.event != E7 or seat.event_used)
    )


cdef inline bint is_mining(move_t move) noexcept nogil:
    return CARDS[building_of(move)].uses[use_of(move) - 1].gain_spyrium != 0


cdef inline bint is_use(const StateC *s, move_t move) noexcept nogil:
    """Whether a building is used for points, for the first time or again."""
    cdef int kind = kind_of(move)
    return (kind == USE or kind == REUSE or (kind == EVENT and s.event == E5)) and not is_mining(move)


cdef bint event_in_order(const StateC *s, move_t move) noexcept nogil:
    """Whether it is time for the event, E5 apart."""
    if s.event == E6:
        return True
    if not move & BEGIN_PHASE_II and s.seats[s.to_move].phase == PHASE_I:
        return False
    if s.event == E2 or s.event == E3 or (s.event == E1 and choice_of(move) == CHOOSE_POINTS):
        return s.seats[s.to_move].in_market == 0
    return True


cdef bint is_in_order(const StateC *s, move_t move, bint builds) noexcept nogil:
    """Whether the move has its turn now; `builds` says whether a building can still be activated."""
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
    """The progress that goes with the position after the move."""
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
