"""What the searches of `expectimax` share: limits, judgement, order of moves, table, lines."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t

from spyrium_ai.core.afterstate cimport WeightsC
from spyrium_ai.core.completion cimport CompletionC
from spyrium_ai.core.moves cimport move_t
from spyrium_ai.core.state cimport RngC, StateC
from spyrium_ai.core.stop cimport StopC

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
    move_t move             # the best one, 0 if none is known
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
    uint64_t nodes
    uint64_t node_limit     # 0: none
    uint64_t next_look
    double deadline         # 0: none
    StopC *stop
    bint stopped
    move_t line[60][60]     # the best line from each ply on
    int line_length[60]

cdef struct ChoicesC:       # the moves of a position, the most promising first
    move_t moves[4096]
    float ratings[4096]
    float best              # the highest of the ratings
    int count

cdef bint out_of_limits(LooksC *looks) noexcept nogil
cdef void judge(LooksC *looks, const StateC *s, int32_t *values) noexcept nogil
cdef void order_moves(LooksC *looks, const StateC *s, move_t first, ChoicesC *out) noexcept nogil
cdef bint is_out_of_reach(const LooksC *looks, const ChoicesC *choices, int i, int depth) noexcept nogil
cdef int reduction(const LooksC *looks, const ChoicesC *choices, int i) noexcept nogil
cdef void remember_line(LooksC *looks, move_t move, int ply) noexcept nogil


cdef inline EntryC *entry_of(LooksC *looks, uint64_t key) noexcept nogil:
    return &looks.table[key & looks.mask]
