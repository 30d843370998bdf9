"""Shared by the depth-first searches: limits, leaf values, move ordering, transposition table, lines."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.turn_rollout cimport RolloutC
from spyrium_ai.search.search_limits cimport LimitsC

cdef enum:
    MOST_PLIES = 60
    PLY = 64                # units of depth in a ply, the cost of the best move
    WHOLE_WIN = 1 << 24     # units of value
    INFINITE = 1 << 28      # beyond every value

cdef enum Bound:            # bits
    NOTHING
    AT_LEAST
    AT_MOST
    EXACTLY

cdef struct TTEntryC:         # 40 bytes
    uint64_t key            # hash of the position
    move_t move             # the best one
    int16_t depth           # of the search
    uint8_t bound           # Bound: what the values mean
    uint8_t unused
    int32_t values[5]       # by seat; with two sides only the first is used

cdef struct SearchContextC:
    WeightsC weights
    RolloutC rollout
    TTEntryC *table         # the transposition table
    uint64_t mask           # entries less one
    RngC rng
    float width             # points below the best rating that cost one more ply
    int seat                # the seat for whose side alpha-beta searches
    LimitsC limits
    move_t line[MOST_PLIES][MOST_PLIES]     # the principal variation from each ply on
    int line_length[MOST_PLIES]
    move_t left_out[MAX_MOVES]      # moves of the root that are not searched
    int left_out_count

cdef struct ChoicesC:       # the moves of a position, the most promising first
    move_t moves[MAX_MOVES]
    float ratings[MAX_MOVES]
    float best              # the highest of the ratings
    int count

cdef void net_values_before_deals(const SearchContextC *context, const StateC *s, int64_t *totals) noexcept nogil
cdef void leaf_value(SearchContextC *context, const StateC *s, int32_t *values) noexcept nogil
cdef void order_moves(SearchContextC *context, const StateC *s, move_t first, ChoicesC *out) noexcept nogil
cdef void leave_out(const SearchContextC *context, ChoicesC *choices) noexcept nogil
cdef bint is_pruned(const SearchContextC *context, const ChoicesC *choices, int i, int depth) noexcept nogil
cdef int depth_reduction(const SearchContextC *context, const ChoicesC *choices, int i) noexcept nogil
cdef void update_pv(SearchContextC *context, move_t move, int ply) noexcept nogil


cdef inline TTEntryC *tt_probe(SearchContextC *context, uint64_t key) noexcept nogil:
    return &context.table[key & context.mask]


cdef inline TTEntryC *tt_store(
    SearchContextC *context, uint64_t key, move_t move, int depth, Bound bound
) noexcept nogil:
    """Replace the entry of the table; the caller sets its values."""
    cdef TTEntryC *entry = tt_probe(context, key)
    entry.key = key
    entry.move = move
    entry.depth = depth
    entry.bound = bound
    return entry
