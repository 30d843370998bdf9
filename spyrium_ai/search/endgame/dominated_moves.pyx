"""Drops dominated moves of the last turn: another move is at least as good in every case."""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.cards cimport CARDS, SLOT_CELLS, CARD_Ta, has_use
from spyrium_ai.game.rules.moves cimport (
    ACTIVATE, BEGIN_PHASE_II, EVENT, FIRST_CELL, MONEY, NO_CELL, kind_of, move_t, replaced_of, side_of, slot_of,
)
from spyrium_ai.game.rules.state cimport E5, E6, E7, PHASE_I, SeatC, can_still_use, first_bit
from spyrium_ai.search.endgame.canonical_order cimport is_in_order
from spyrium_ai.search.endgame.position_reduction cimport can_build, cells_of, may_place, may_use

cdef enum:
    SYMBOL_SETS = 8


cdef bint is_poorer(const StateC *s, move_t move) noexcept nogil:
    """Return whether the worker gains less money at this card than at the other one beside it."""
    cdef int slot = slot_of(move), side = side_of(move)
    cdef int here, there
    if side == NO_CELL or s.market[SLOT_CELLS[slot][1 - side]] == 0:
        return False
    here = s.around[SLOT_CELLS[slot][side]]
    there = s.around[SLOT_CELLS[slot][1 - side]]
    return here < there or (here == there and side != FIRST_CELL)


cdef void least_worthy(const StateC *s, int *least) noexcept nogil:
    """Write for each set of symbols the idle building with the fewest points, as in a move; 0 for none."""
    cdef const SeatC *seat = &s.seats[s.to_move]
    cdef bint again = can_still_use(seat, CARD_Ta) or may_use(s, seat, E5)
    cdef uint64_t buildings
    cdef int i, card, symbols
    for i in range(SYMBOL_SETS):
        least[i] = 0
    for i in range(2):
        buildings = seat.inclined if i else seat.straight
        while buildings:
            card = first_bit(buildings) >> 1
            buildings &= ~(<uint64_t>3 << (2 * card))
            symbols = CARDS[card].symbols
            if is_idle(card, i, again) and (
                least[symbols] == 0 or CARDS[card].points < CARDS[(least[symbols] - 1) >> 1].points
            ):
                least[symbols] = 1 + 2 * card + i


cdef inline bint is_idle(int card, bint inclined, bint again) noexcept nogil:
    return not has_use(card, 0) or (inclined and not again)


cdef bint is_wasteful(const StateC *s, move_t move, const int *least) noexcept nogil:
    """Return whether another idle building with the same symbols and fewer points could be replaced instead."""
    cdef int replaced = replaced_of(move)
    cdef int card = (replaced - 1) >> 1
    if replaced == 0 or least[CARDS[card].symbols] == 0 or least[CARDS[card].symbols] == replaced:
        return False
    return CARDS[card].points >= CARDS[(least[CARDS[card].symbols] - 1) >> 1].points


cdef int drop_dominated(const StateC *s, move_t *moves, int count, bint orderly) noexcept nogil:
    """Remove dominated moves, with `orderly` all but those in canonical order; return how many are left."""
    cdef int least[SYMBOL_SETS]
    cdef int i, kind, left = 0
    # All events except E5 and E7 can be used without leaving Phase I.
    cdef const SeatC *seat = &s.seats[s.to_move]
    cdef bint event_keeps_phase = (
        seat.phase == PHASE_I and s.event != E5 and s.event != E7 and (s.event == E6 or not orderly)
    )
    cdef bint builds = orderly and (may_place(s, seat) or can_build(s, cells_of(s, seat)))
    least_worthy(s, least)
    for i in range(count):
        kind = kind_of(moves[i])
        if kind == EVENT and event_keeps_phase and moves[i] & BEGIN_PHASE_II:
            continue
        if kind == MONEY and is_poorer(s, moves[i]):
            continue
        if kind == ACTIVATE and is_wasteful(s, moves[i], least):
            continue
        if orderly and not is_in_order(s, moves[i], builds):
            continue
        moves[left] = moves[i]
        left += 1
    return left
