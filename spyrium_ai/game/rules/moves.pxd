"""A move is an integer of 32 bits. The fields that its kind of move does not have are zero."""

from libc.stdint cimport uint32_t

ctypedef uint32_t move_t

cdef enum Kind:             # bits 0-2
    PLACE
    MONEY
    ACTIVATE
    USE
    REUSE
    EVENT
    PASS
    CHOOSE_BONUS

cdef enum:                  # bits 3, 18, 19
    BEGIN_PHASE_II = 1 << 3
    WITH_COMMERCE = 1 << 18
    WITH_LOBBYING = 1 << 19

cdef enum Side:             # bits 8-9: one of the slot's two cells
    FIRST_CELL
    SECOND_CELL
    NO_CELL

cdef enum ResidenceAction:  # bits 20-21
    NO_RESIDENCE
    ADVANCE
    SCORE

cdef enum Choice:           # bits 29-31: of an event or a bonus
    NO_CHOICE
    CHOOSE_MONEY
    CHOOSE_SPYRIUM
    CHOOSE_POINTS
    PAY_1
    PAY_3
    PAY_6
    CHOOSE_WORKER

cdef enum:
    NO_MOVE = 0x7FFFFFFF    # not a move: no move has all fields
    MAX_MOVES = 4096        # an upper bound: 7 workers, 14 cards, 36 ways to build, 4 choices


cdef inline move_t kind_of(move_t move) noexcept nogil:
    return move & 7


cdef inline int slot_of(move_t move) noexcept nogil:
    return move >> 4 & 15


cdef inline int side_of(move_t move) noexcept nogil:
    return move >> 8 & 3


cdef inline int replaced_of(move_t move) noexcept nogil:
    """Return 0 for a new space, else 1 + 2 * building type + (1 if inclined)."""
    return move >> 10 & 63


cdef inline int token_of(move_t move) noexcept nogil:
    return move >> 16 & 3


cdef inline int residence_of(move_t move) noexcept nogil:
    return move >> 20 & 3


cdef inline int building_of(move_t move) noexcept nogil:
    return move >> 22 & 31


cdef inline int use_of(move_t move) noexcept nogil:
    """Return the number of the effect, 1 or 2; 0 if no building is used."""
    return move >> 27 & 3


cdef inline int choice_of(move_t move) noexcept nogil:
    return move >> 29


cdef inline move_t at_slot(int slot) noexcept nogil:
    return <move_t>slot << 4


cdef inline move_t at_side(int side) noexcept nogil:
    return <move_t>side << 8


cdef inline move_t replacing(int building, bint inclined) noexcept nogil:
    return <move_t>(1 + 2 * building + inclined) << 10


cdef inline move_t with_token(int value) noexcept nogil:
    return <move_t>value << 16


cdef inline move_t with_residence(int action) noexcept nogil:
    return <move_t>action << 20


cdef inline move_t using(int building, int use) noexcept nogil:
    return <move_t>building << 22 | <move_t>use << 27


cdef inline move_t with_choice(int choice) noexcept nogil:
    return <move_t>choice << 29
