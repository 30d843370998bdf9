"""Reduces positions of the last turn: removes what no longer matters."""

from spyrium_ai.game.rules.state cimport SeatC, StateC

cdef bint may_use(const StateC *s, const SeatC *seat, int event) noexcept nogil
cdef bint may_place(const StateC *s, const SeatC *seat) noexcept nogil
cdef int cells_of(const StateC *s, const SeatC *seat) noexcept nogil
cdef bint can_build(const StateC *s, int cells) noexcept nogil
cdef void drop_unseen(StateC *s) noexcept nogil
cdef bint is_closed(const StateC *s) noexcept nogil
cdef bint is_apart(const StateC *s) noexcept nogil
cdef void isolate_seat(StateC *s, int seat) noexcept nogil
cdef void reduce_state(StateC *s) noexcept nogil
cdef int lower_bound(StateC *s, int seat) noexcept nogil
