"""Perft: counts sequences of moves."""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.state cimport StateC

cdef uint64_t count_sequences(const StateC *s, int depth) noexcept nogil
