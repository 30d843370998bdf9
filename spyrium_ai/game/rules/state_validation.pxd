"""Checks positions from outside before the compiled code relies on them."""

from spyrium_ai.game.rules.state cimport StateC

cdef int check_state(const StateC *s) except -1
cdef int check_decision(const StateC *s) except -1
