"""Perft: the number of sequences of so many decisions, the standard test of a move generator."""

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t


cdef uint64_t count_sequences(const StateC *s, int depth) noexcept nogil:
    """Return the number of sequences of `depth` decisions.

    A sequence that reaches a chance node or the end earlier counts once. The last moves are counted, not made.
    """
    cdef move_t moves[MAX_MOVES]
    cdef StateC child
    cdef uint64_t total = 0
    cdef int i, count
    if depth == 0:
        return 1
    count = generate(s, moves)
    if count == 0:
        return 1
    if depth == 1:
        return count
    for i in range(count):
        child = s[0]
        apply_move(&child, moves[i])
        total += count_sequences(&child, depth - 1)
    return total
