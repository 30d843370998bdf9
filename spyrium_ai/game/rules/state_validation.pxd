"""Positions from outside, checked before the compiled code takes them for granted."""

from spyrium_ai.game.rules.state cimport StateC

cdef int check_state(const StateC *s) except -1
cdef int check_decision(const StateC *s) except -1
