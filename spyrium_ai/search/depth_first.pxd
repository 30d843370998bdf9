"""Shared by the depth-first searches: limits, leaf values, move ordering, transposition table, lines."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

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

cdef extern from "turn_table.h" nogil:
    ctypedef struct FoundC:
        move_t move         # the best one
        int16_t depth       # of the search
        uint8_t bound       # Bound: what the values mean
        int32_t values[5]   # by seat; with two sides only the first is used

    ctypedef struct TurnEntryC:     # 40 bytes
        pass

    bint turn_entry_find(const TurnEntryC *entry, uint64_t key, FoundC *found)
    void turn_entry_keep(TurnEntryC *entry, uint64_t key, const FoundC *found)

cdef extern from "busy_moves.h" nogil:
    ctypedef struct BusyC:
        pass

    uint64_t busy_hash(uint64_t key, move_t move, int depth)
    bint is_busy(const BusyC *busy, uint64_t hash)
    void busy_begin(BusyC *busy, uint64_t hash)
    void busy_end(BusyC *busy, uint64_t hash)

cdef struct SearchContextC:
    WeightsC weights
    RolloutC rollout
    TurnEntryC *table       # the transposition table; several threads may share it
    uint64_t mask           # entries less one
    BusyC *busy             # the moves that the threads search which share the table; NULL with one thread
    RngC rng
    float width             # points below the best rating that cost one more ply
    int seat                # the seat for whose side alpha-beta searches
    uint64_t side_key       # by which the table's entries for one seat are told from those for another
    bint has_one_reply      # BRS+: between two moves of the seat one rival chooses its move
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
    int first_at            # number that the first move has in the list of `generate`

cdef void net_values_before_deals(const SearchContextC *context, const StateC *s, int64_t *totals) noexcept nogil
cdef void leaf_value(SearchContextC *context, const StateC *s, int32_t *values) noexcept nogil
cdef bint list_moves(const StateC *s, move_t first, ChoicesC *out) noexcept nogil
cdef void order_moves(SearchContextC *context, const StateC *s, int first, ChoicesC *choices) noexcept nogil
cdef void leave_out(const SearchContextC *context, ChoicesC *choices) noexcept nogil
cdef bint is_pruned(const SearchContextC *context, const ChoicesC *choices, int i, int depth) noexcept nogil
cdef int depth_reduction(const SearchContextC *context, const ChoicesC *choices, int i) noexcept nogil
cdef void update_pv(SearchContextC *context, move_t move, int ply) noexcept nogil


cdef inline bint tt_probe(const SearchContextC *context, uint64_t key, FoundC *found) noexcept nogil:
    """Write what the table has of the position; return whether it has something."""
    return turn_entry_find(&context.table[key & context.mask], key, found)


cdef inline void tt_store(
    SearchContextC *context, uint64_t key, move_t move, int depth, Bound bound, const int32_t *values, int count
) noexcept nogil:
    """Replace the entry of the table; there are so many values."""
    cdef FoundC found
    memset(&found, 0, sizeof(found))
    found.move = move
    found.depth = depth
    found.bound = bound
    memcpy(found.values, values, count * sizeof(int32_t))
    turn_entry_keep(&context.table[key & context.mask], key, &found)
