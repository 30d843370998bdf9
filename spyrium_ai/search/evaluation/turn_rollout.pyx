"""The heuristic plays the turn on to its end, where the afterstate is judged: by the net, or as a comparator.

Most lines of a search run into positions from which the heuristic has played on before: what they came
to is kept in a table, a newer position in the place of an older one. Of playouts only what lies beyond
the last deal is kept: what chance decides is drawn anew for every playout.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from spyrium_ai.game.rules.cards cimport TURNS
from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.state cimport DEAL, OVER, hash_state, is_decision
from spyrium_ai.search.evaluation.evaluation cimport all_values, blended_shares
from spyrium_ai.search.evaluation.one_ply cimport play_best
from spyrium_ai.search.evaluation.value_net cimport net_values

cdef enum:
    MOST_ENTRIES = 1 << 16
    LONGEST = 200               # decisions of one line that are remembered


VALUES = ("learned", "linear", "playouts")  # the names of LEARNED, LINEAR, PLAYOUTS


cdef bint make_rollout(
    RolloutC *c, const WeightsC *weights, const NetC *nets, int value, size_t memory
) noexcept nogil:
    """Reserve at most so many bytes for the table; return whether they are there."""
    cdef size_t entries = 1
    while entries < MOST_ENTRIES and 2 * entries * sizeof(CacheEntryC) <= memory:
        entries *= 2
    c.weights = weights
    c.nets = nets
    c.value = value
    c.mask = entries - 1
    c.found = <CacheEntryC *>calloc(entries, sizeof(CacheEntryC))
    return c.found != NULL


cdef void free_rollout(RolloutC *c) noexcept nogil:
    free(c.found)


cdef void turn_end_value(const RolloutC *c, const StateC *s, float *shares, float *points) noexcept nogil:
    """The shares of the win and the scores at a turn's end; at the end of the game by its result and points."""
    if c.value == LEARNED and s.stage != OVER:
        net_values(s, c.nets, shares, points)
    else:
        all_values(s, c.weights, points)
        blended_shares(s, points, c.weights, shares)


cdef void play_to_last_turn(const RolloutC *c, StateC *s, RngC *rng) noexcept nogil:
    """Play on past the last deal."""
    while s.turn < TURNS or s.stage == DEAL:
        if is_decision(s):
            play_best(s, c.weights, rng)
        else:
            play_chance(s, rng)


cdef void rollout_turn(RolloutC *c, StateC *s, RngC *rng, float *shares) noexcept nogil:
    """The shares of the win to expect after the heuristic has played on; `s` is used up."""
    cdef uint64_t keys[LONGEST]
    cdef uint64_t key
    cdef CacheEntryC *found
    cdef float points[5]
    cdef int i, length = 0
    if c.value == PLAYOUTS:
        play_to_last_turn(c, s, rng)
    while True:
        key = hash_state(s)
        found = &c.found[key & c.mask]
        if found.key == key:
            memcpy(shares, found.shares, sizeof(found.shares))
            break
        if length < LONGEST:
            keys[length] = key
            length += 1
        if not is_decision(s):
            turn_end_value(c, s, shares, points)
            break
        play_best(s, c.weights, rng)
    for i in range(length):
        found = &c.found[keys[i] & c.mask]
        found.key = keys[i]
        memcpy(found.shares, shares, s.players * sizeof(float))


cdef void expected_points(const RolloutC *c, const StateC *s, RngC *rng, float *points) noexcept nogil:
    """The final scores to expect after the turn has been played on."""
    cdef StateC end = s[0]
    cdef float shares[5]
    while is_decision(&end):
        play_best(&end, c.weights, rng)
    turn_end_value(c, &end, shares, points)
