"""Who rates the moves of a search: the policy network, or the one-ply evaluation. Ratings are in points."""

from libc.string cimport memcmp

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES
from spyrium_ai.game.rules.state cimport check, hash_state
from spyrium_ai.search.evaluation.one_ply cimport best_of, rate_moves
from spyrium_ai.search.evaluation.policy_net cimport policy_ratings
from spyrium_ai.util.pages cimport pages_release

cdef extern from "floats_cache.h" nogil:
    enum: RATINGS_MOST
    void *entries_reserve(size_t size, size_t most, size_t memory, uint64_t *mask)
    bint floats_find(const uint64_t *entry, uint64_t key, float *numbers, int count)
    void floats_keep(uint64_t *entry, uint64_t key, const float *numbers, int count)

cdef extern from "check.h" nogil:
    enum: CHECKING          # in debug builds

cdef enum:
    MOST_ENTRIES = 1 << 16


cdef bint make_ratings(RatingsC *ratings, size_t memory) noexcept nogil:
    """Reserve at most `memory` bytes, but one entry at least; return whether that succeeded."""
    ratings.entries = <RatingsEntryC *>entries_reserve(sizeof(RatingsEntryC), MOST_ENTRIES, memory, &ratings.mask)
    return ratings.entries != NULL


cdef void free_ratings(RatingsC *ratings) noexcept nogil:
    pages_release(ratings.entries, (ratings.mask + 1) * sizeof(RatingsEntryC))


cdef inline uint64_t *entry_of(const RaterC *r, uint64_t key) noexcept nogil:
    return r.known.entries[key & r.known.mask].words


cdef void rate_anew(const RaterC *r, const StateC *s, const move_t *moves, int count, float *ratings) noexcept nogil:
    """Write the ratings without a look at those that are known; keep what the policy network says."""
    cdef uint64_t key
    if count == 1:
        ratings[0] = 0
    elif r.policy == NULL:
        rate_moves(s, moves, count, r.weights, ratings)
    else:
        policy_ratings(s, moves, count, r.weights, r.policy, ratings)
        if r.known != NULL and count <= RATINGS_MOST:
            key = hash_state(s)
            floats_keep(entry_of(r, key), key, ratings, count)


cdef void check_known(
    const RaterC *r, const StateC *s, const move_t *moves, int count, const float *known
) noexcept nogil:
    """Check that the network says of these moves, in this order, what was kept."""
    cdef float ratings[RATINGS_MOST]
    policy_ratings(s, moves, count, r.weights, r.policy, ratings)
    check(memcmp(ratings, known, count * sizeof(float)) == 0)


cdef void rate_by(const RaterC *r, const StateC *s, const move_t *moves, int count, float *ratings) noexcept nogil:
    """Write the rating of each move for its player; a single move needs none, and gets 0.

    The moves must be in the order of `generate` if ratings are kept.
    """
    cdef uint64_t key
    if r.policy != NULL and r.known != NULL and 1 < count <= RATINGS_MOST:
        key = hash_state(s)
        if floats_find(entry_of(r, key), key, ratings, count):
            if CHECKING:
                check_known(r, s, moves, count, ratings)
            return
    rate_anew(r, s, moves, count, ratings)


cdef move_t best_by(const RaterC *r, const StateC *s, RngC *rng) noexcept nogil:
    """Return the move with the highest rating; ties are broken at random.

    Rollouts come here, to positions that no rollout has seen: their ratings are not known, but will be asked for.
    """
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef int count = generate(s, moves)
    rate_anew(r, s, moves, count, ratings)
    return moves[best_of(ratings, count, rng)]


cdef void play_by(const RaterC *r, StateC *s, RngC *rng) noexcept nogil:
    """Make the move with the highest rating; ties are broken at random."""
    apply_move(s, best_by(r, s, rng))
