"""Who rates the moves of a search: the policy network, or the one-ply evaluation. Ratings are in points."""

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES
from spyrium_ai.search.evaluation.one_ply cimport best_of, rate_moves
from spyrium_ai.search.evaluation.policy_net cimport policy_ratings


cdef void rate_by(const RaterC *r, const StateC *s, const move_t *moves, int count, float *ratings) noexcept nogil:
    """Write the rating of each move for its player; a single move needs none, and gets 0."""
    if count == 1:
        ratings[0] = 0
    elif r.policy != NULL:
        policy_ratings(s, moves, count, r.weights, r.policy, ratings)
    else:
        rate_moves(s, moves, count, r.weights, ratings)


cdef move_t best_by(const RaterC *r, const StateC *s, RngC *rng) noexcept nogil:
    """Return the move with the highest rating; ties are broken at random."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef int count = generate(s, moves)
    rate_by(r, s, moves, count, ratings)
    return moves[best_of(ratings, count, rng)]


cdef void play_by(const RaterC *r, StateC *s, RngC *rng) noexcept nogil:
    """Make the move with the highest rating; ties are broken at random."""
    apply_move(s, best_by(r, s, rng))
