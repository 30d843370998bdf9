"""One-ply choice: every legal move is made and the position after it evaluated for its player."""

from spyrium_ai.core.apply cimport apply_move
from spyrium_ai.core.afterstate cimport Weights
from spyrium_ai.core.evaluate cimport all_values, relative_value
from spyrium_ai.core.game cimport State
from spyrium_ai.core.movegen cimport generate
from spyrium_ai.core.moves cimport MAX_MOVES
from spyrium_ai.core.state cimport rng_below


cdef void rate_moves(
    const StateC *s, const move_t *moves, int count, const WeightsC *w, float *ratings
) noexcept nogil:
    """Write the value of each move for the seat that decides, in points, its rivals' counted against it."""
    cdef StateC child
    cdef float values[5]
    cdef int i
    for i in range(count):
        child = s[0]
        apply_move(&child, moves[i])
        all_values(&child, w, values)
        ratings[i] = relative_value(values, s.players, s.to_move, w)


cdef int best_of(const float *ratings, int count, RngC *rng) noexcept nogil:
    """The index of the highest rating; among equals each with the same chance."""
    cdef int i, best = 0, ties = 1
    for i in range(1, count):
        if ratings[i] > ratings[best]:
            best, ties = i, 1
        elif ratings[i] == ratings[best]:
            ties += 1
            if rng_below(rng, ties) == 0:
                best = i
    return best


def rate(State state, Weights weights):
    """Return the legal moves' numbers and their ratings in points, in the same order."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef int count = generate(&state.c, moves)
    with nogil:
        rate_moves(&state.c, moves, count, &weights.c, ratings)
    return [moves[i] for i in range(count)], [ratings[i] for i in range(count)]
