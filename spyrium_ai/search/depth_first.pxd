"""What the searches of `expectimax` share: limits, judgement, order of moves, table, lines."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t

from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.turn_rollout cimport CompletionC
from spyrium_ai.search.search_limits cimport LimitsC
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport RngC, StateC

cdef enum:
    MOST_PLIES = 60
    PLY = 64                # units of depth that the best move takes
    WHOLE_WIN = 1 << 24     # units of value
    INFINITE = 1 << 28      # beyond every value

cdef enum Bound:            # bits
    NOTHING
    AT_LEAST
    AT_MOST
    EXACTLY

cdef struct EntryC:         # 40 bytes
    uint64_t key            # hash of the position
    move_t move             # the best one
    int16_t depth           # that was looked to
    uint8_t bound           # Bound, of what is known about values
    uint8_t unused
    int32_t values[5]       # by seat; of two sides the first only

cdef struct LooksC:
    WeightsC weights
    CompletionC completion
    EntryC *table
    uint64_t mask           # entries less one
    RngC rng
    float width             # points below the best rating that cost a ply more
    int seat                # whose side is searched for
    LimitsC limits
    move_t line[MOST_PLIES][MOST_PLIES]     # the best line from each ply on
    int line_length[MOST_PLIES]

cdef struct ChoicesC:       # the moves of a position, the most promising first
    move_t moves[MAX_MOVES]
    float ratings[MAX_MOVES]
    float best              # the highest of the ratings
    int count

cdef void judge(LooksC *looks, const StateC *s, int32_t *values) noexcept nogil
cdef void order_moves(LooksC *looks, const StateC *s, move_t first, ChoicesC *out) noexcept nogil
cdef bint is_out_of_reach(const LooksC *looks, const ChoicesC *choices, int i, int depth) noexcept nogil
cdef int reduction(const LooksC *looks, const ChoicesC *choices, int i) noexcept nogil
cdef void remember_line(LooksC *looks, move_t move, int ply) noexcept nogil


cdef inline EntryC *entry_of(LooksC *looks, uint64_t key) noexcept nogil:
    return &looks.table[key & looks.mask]


cdef inline EntryC *keep_entry(LooksC *looks, uint64_t key, move_t move, int depth, Bound bound) noexcept nogil:
    """Put what was found in the place of what the table had; the values are still to be set."""
    cdef EntryC *entry = entry_of(looks, key)
    entry.key = key
    entry.move = move
    entry.depth = depth
    entry.bound = bound
    return entry
