"""What a line of play is expected to bring."""

from spyrium_ai.game.rules.state cimport StateC

cdef int apply_line(StateC *s, line) except -1
