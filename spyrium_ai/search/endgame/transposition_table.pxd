"""The solver's transposition table: lower and upper bounds of the values of positions."""

from libc.stdint cimport int16_t, uint64_t

from spyrium_ai.game.rules.moves cimport move_t

cdef enum:
    NO_BOUND = 30000        # beyond every value
    WORK_BITS = 6
    DEPTH_BITS = 10
    EXACT = (1 << DEPTH_BITS) - 1   # the depth of a search to the end of the game

cdef struct TTEntryC:            # 16 bytes
    uint64_t check          # upper 48 bits of the hash, the depth, and the binary logarithm of the work
    move_t move             # the best one so far, or NO_MOVE
    int16_t lower
    int16_t upper

cdef struct TTableC:
    TTEntryC *entries
    uint64_t buckets        # in use
    uint64_t most           # buckets
    uint64_t mask           # of the number of a bucket, which may have one binary digit less
    uint64_t used           # entries, to know when the table must grow
    size_t size             # bytes of all buckets

cdef bint make_table(TTableC *table, size_t memory) noexcept nogil
cdef void free_table(TTableC *table) noexcept nogil
cdef const TTEntryC *tt_probe(const TTableC *table, uint64_t key) noexcept nogil
cdef void tt_store(TTableC *table, uint64_t key, int depth, uint64_t work, TTEntryC found) noexcept nogil


cdef inline int depth_of(const TTEntryC *entry) noexcept nogil:
    """Return the depth to which the position was searched."""
    return entry.check >> WORK_BITS & EXACT
