"""The solver's table: what is known of positions, as lower and upper bounds of a value."""

from libc.stdint cimport int16_t, uint64_t

from spyrium_ai.game.rules.moves cimport move_t

cdef enum:
    NO_BOUND = 30000        # beyond every value

cdef struct BoundsC:            # 16 bytes
    uint64_t check          # upper 58 bits of the hash; below, the binary logarithm of the work
    move_t move             # the best one so far, or NO_MOVE
    int16_t lower
    int16_t upper

cdef struct TableC:
    BoundsC *entries
    uint64_t mask           # of the bucket's number

cdef bint make_table(TableC *table, size_t memory) noexcept nogil
cdef void free_table(TableC *table) noexcept nogil
cdef const BoundsC *find_bounds(const TableC *table, uint64_t key) noexcept nogil
cdef void keep_bounds(TableC *table, uint64_t key, uint64_t work, BoundsC found) noexcept nogil
