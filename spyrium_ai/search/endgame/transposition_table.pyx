"""The solver's transposition table: buckets of four entries; the entry with the least work is replaced.

A table begins small and doubles until it has its size: in a large table nearly every entry would be the first one
in its page of memory, and short searches would spend most of their time on new pages.
"""

from spyrium_ai.util.pages cimport pages_release, pages_reserve


cdef enum:
    BUCKET = 4
    KEY_SHIFT = WORK_BITS + DEPTH_BITS
    FIRST_BUCKETS = 1 << KEY_SHIFT  # so the further bits of a bucket's number are in the entries


cdef bint make_table(TTableC *table, size_t memory) noexcept nogil:
    """Reserve at most `memory` bytes, which are touched only as the table fills; return whether that succeeded."""
    cdef uint64_t buckets = 1
    while 2 * buckets * BUCKET * sizeof(TTEntryC) <= memory:
        buckets *= 2
    table.largest = buckets - 1
    table.mask = min(buckets, <uint64_t>FIRST_BUCKETS) - 1
    table.used = 0
    table.entries = <TTEntryC *>pages_reserve(buckets * BUCKET * sizeof(TTEntryC))
    return table.entries != NULL


cdef void free_table(TTableC *table) noexcept nogil:
    pages_release(table.entries, (table.largest + 1) * BUCKET * sizeof(TTEntryC))


cdef void grow(TTableC *table) noexcept nogil:
    """Double the table: of each bucket a part of the entries moves to a new one."""
    cdef uint64_t added = table.mask + 1
    cdef uint64_t i
    for i in range(added * BUCKET):
        if table.entries[i].check & added:
            table.entries[added * BUCKET + i] = table.entries[i]
            table.entries[i].check = 0
    table.mask += added


cdef const TTEntryC *tt_probe(const TTableC *table, uint64_t key) noexcept nogil:
    """Return the entry of the position with this hash, NULL if there is none."""
    cdef const TTEntryC *bucket = &table.entries[(key & table.mask) * BUCKET]
    cdef int i
    for i in range(BUCKET):
        if bucket[i].check >> KEY_SHIFT == key >> KEY_SHIFT and bucket[i].check:
            return &bucket[i]
    return NULL


cdef inline int logarithm(uint64_t work) noexcept nogil:
    cdef int bits = 0
    while work > 1:
        work >>= 1
        bits += 1
    return bits


cdef void tt_store(TTableC *table, uint64_t key, int depth, uint64_t work, TTEntryC found) noexcept nogil:
    """Store what was found about the position with this hash to a depth, unless a deeper search is stored.

    `work` is the number of nodes that it took.
    """
    cdef TTEntryC *bucket = &table.entries[(key & table.mask) * BUCKET]
    cdef uint64_t lowest = (1 << WORK_BITS) - 1
    cdef TTEntryC *entry = bucket
    cdef uint64_t least = lowest + 1
    cdef int i
    for i in range(BUCKET):
        if bucket[i].check >> KEY_SHIFT == key >> KEY_SHIFT:
            if depth_of(&bucket[i]) > depth:
                return
            entry = &bucket[i]
            break
        if bucket[i].check & lowest < least:
            least = bucket[i].check & lowest
            entry = &bucket[i]
    if entry.check == 0:
        table.used += 1
    entry[0] = found
    entry.check = key >> KEY_SHIFT << KEY_SHIFT | <uint64_t>depth << WORK_BITS | max(1, logarithm(work))
    if table.used > 2 * (table.mask + 1) and table.mask < table.largest:
        grow(table)
