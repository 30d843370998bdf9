"""Random playouts: all legal moves are equally probable, and chance is sampled."""

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport OVER, is_decision, rng_below


cdef void play_random(StateC *s, RngC *rng) noexcept nogil:
    """Make a uniformly random move of the player to move."""
    cdef move_t moves[MAX_MOVES]
    cdef int count = generate(s, moves)
    apply_move(s, moves[rng_below(rng, count)])


cdef int play_out(StateC *s, RngC *rng) noexcept nogil:
    """Play uniformly random moves to the end of the game; return the number of players' moves."""
    cdef int made = 0
    while s.stage != OVER:
        if is_decision(s):
            play_random(s, rng)
            made += 1
        else:
            play_chance(s, rng)
    return made
