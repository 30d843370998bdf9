"""Leaf values: a greedy rollout to the end of the turn, and the value of the afterstate there.

Every seat makes the move with the highest rating, by the policy network or by one ply (`move_ratings`). At the end
of the turn the value network evaluates the position for all seats (LEARNED). Two alternatives are for comparison: the
linear evaluation (LINEAR), and playing on through sampled deals to the end of the game (PLAYOUTS).

Most lines of a search reach positions that an earlier rollout passed through. A hash table caches the win shares of
these positions; a new entry replaces the old one. With PLAYOUTS only positions after the last deal are cached,
since every playout samples its own deals.
"""

from libc.string cimport memset

from spyrium_ai.game.rules.cards cimport TURNS
from spyrium_ai.game.rules.chance cimport play_chance, play_seeded_chance
from spyrium_ai.game.rules.state cimport DEAL, OVER, hash_state, is_decision, rng_seed
from spyrium_ai.search.evaluation.evaluation cimport all_values, blended_shares
from spyrium_ai.search.evaluation.move_ratings cimport free_ratings, make_ratings, play_by
from spyrium_ai.search.evaluation.value_net cimport net_values
from spyrium_ai.util.pages cimport pages_release

cdef extern from "floats_cache.h" nogil:
    void *entries_reserve(size_t size, size_t most, size_t memory, uint64_t *mask)
    bint floats_find(const uint64_t *entry, uint64_t key, float *numbers, int count)
    void floats_keep(uint64_t *entry, uint64_t key, const float *numbers, int count)

cdef enum:
    MOST_ENTRIES = 1 << 17
    LONGEST = 200               # at most so many decisions of a rollout are cached


VALUES = ("learned", "linear", "playouts")  # the names of LEARNED, LINEAR, PLAYOUTS


cdef bint make_cache(CacheC *cache, size_t memory) noexcept nogil:
    """Reserve at most `memory` bytes, two thirds of them for ratings; return whether that succeeded."""
    cache.entries = <SharesEntryC *>entries_reserve(sizeof(SharesEntryC), MOST_ENTRIES, memory // 3, &cache.mask)
    return make_ratings(&cache.ratings, memory - memory // 3) and cache.entries != NULL


cdef void free_cache(CacheC *cache) noexcept nogil:
    pages_release(cache.entries, (cache.mask + 1) * sizeof(SharesEntryC))
    free_ratings(&cache.ratings)


cdef void clear_cache(CacheC *cache) noexcept nogil:
    memset(cache.entries, 0, (cache.mask + 1) * sizeof(SharesEntryC))


cdef void set_rollout(
    RolloutC *c, const WeightsC *weights, const PolicyC *policy, const NetC *nets, int value, const CacheC *cache
) noexcept nogil:
    """Set who plays the turns out, what values their ends, and where all is cached (NULL: nowhere); sample no deals."""
    c.rater.weights = weights
    c.rater.policy = policy
    c.rater.known = NULL
    if cache != NULL:
        c.rater.known = &cache.ratings
    c.nets = nets
    c.value = value
    c.deals = 0
    c.played = c.valued = 0
    c.cache = cache


cdef bint is_dealt(const RolloutC *c, const StateC *s) noexcept nogil:
    """Whether this is the turn's end at which deals are sampled."""
    return c.deals > 0 and s.stage == DEAL and s.turn == c.deal_turn


cdef void play_turn_out(const RolloutC *c, StateC *s, RngC *rng) noexcept nogil:
    while is_decision(s):
        play_by(&c.rater, s, rng)


cdef void net_value(const RolloutC *c, const StateC *s, float *shares, float *points) noexcept nogil:
    """Write the expected win shares and scores at the end of a turn; after the last turn the result decides."""
    if c.value == LEARNED and s.stage != OVER:
        net_values(s, c.nets, shares, points)
    else:
        all_values(s, c.rater.weights, points)
        blended_shares(s, points, c.rater.weights, shares)


cdef void turn_end_value(const RolloutC *c, const StateC *s, float *shares, float *points) noexcept nogil:
    """As `net_value`; where deals are sampled, its mean with the next turn played out after each of them."""
    cdef StateC after
    cdef RngC ties
    cdef float found[5]
    cdef float expected[5]
    cdef int number, seat, count = NET_DEALS + c.deals
    net_value(c, s, shares, points)
    if not is_dealt(c, s):
        return
    for seat in range(s.players):
        shares[seat] *= NET_DEALS / <float>count
        points[seat] *= NET_DEALS / <float>count
    for number in range(c.deals):
        after = s[0]
        play_seeded_chance(&after, c.deal_seeds[number])
        rng_seed(&ties, c.deal_seeds[number])
        play_turn_out(c, &after, &ties)
        net_value(c, &after, found, expected)
        for seat in range(s.players):
            shares[seat] += found[seat] / count
            points[seat] += expected[seat] / count


cdef void play_to_last_turn(const RolloutC *c, StateC *s, RngC *rng) noexcept nogil:
    """Play on until the last deal is made."""
    while s.turn < TURNS or s.stage == DEAL:
        if is_decision(s):
            play_by(&c.rater, s, rng)
        else:
            play_chance(s, rng)


cdef void rollout_turn(RolloutC *c, StateC *s, RngC *rng, float *shares) noexcept nogil:
    """Write the expected win shares after a rollout to the end of the turn; `s` is changed."""
    cdef uint64_t keys[LONGEST]
    cdef uint64_t key
    cdef float points[5]
    cdef int i, length = 0
    if c.value == PLAYOUTS:
        play_to_last_turn(c, s, rng)
    while True:
        key = hash_state(s)
        if floats_find(c.cache.entries[key & c.cache.mask].words, key, shares, s.players):
            break
        if length < LONGEST:
            keys[length] = key
            length += 1
        if not is_decision(s):
            turn_end_value(c, s, shares, points)
            c.valued += 1
            break
        play_by(&c.rater, s, rng)
        c.played += 1
    for i in range(length):
        floats_keep(c.cache.entries[keys[i] & c.cache.mask].words, keys[i], shares, s.players)


cdef void expected_result(
    const RolloutC *c, const StateC *s, RngC *rng, float *shares, float *points
) noexcept nogil:
    """Write the expected win shares and scores after a rollout to the end of the turn; the cache stays as it is."""
    cdef StateC end = s[0]
    play_turn_out(c, &end, rng)
    turn_end_value(c, &end, shares, points)
