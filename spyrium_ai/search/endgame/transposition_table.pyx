"""The solver's transposition table: buckets of four entries; the entry with the least work is replaced.

A table begins small and grows to its size: in a large table nearly every entry would be the first one in its page of
memory, and short searches would spend most of their time on new pages. It grows bucket by bucket (linear hashing,
Litwin 1980), since a search must not pause.
"""

from spyrium_ai.util.pages cimport pages_enlarge, pages_release, pages_reserve


cdef enum:
    BUCKET = 4
    KEY_SHIFT = WORK_BITS + DEPTH_BITS
    FIRST_BUCKETS = 1 << KEY_SHIFT  # so the further binary digits of a bucket's number are in the entries


cdef bint make_table(TTableC *table, size_t memory) noexcept nogil:
    """Reserve at most `memory` bytes, which are touched only as the table fills; return whether that succeeded."""
    table.most = 1
    while 2 * table.most * BUCKET * sizeof(TTEntryC) <= memory:
        table.most *= 2
    table.buckets = min(table.most, <uint64_t>FIRST_BUCKETS)
    table.mask = table.buckets - 1
    table.used = 0
    table.size = table.most * BUCKET * sizeof(TTEntryC)
    table.entries = <TTEntryC *>pages_reserve(table.size)
    if table.entries == NULL:
        return False
    pages_enlarge(table.entries, table.size)
    return True


cdef void free_table(TTableC *table) noexcept nogil:
    pages_release(table.entries, table.size)


cdef inline TTEntryC *bucket_of(const TTableC *table, uint64_t key) noexcept nogil:
    cdef uint64_t number = key & table.mask
    if number >= table.buckets:
        number &= table.mask >> 1
    return &table.entries[number * BUCKET]


cdef void grow(TTableC *table) noexcept nogil:
    """Add a bucket; a part of the entries of one other move to it."""
    cdef uint64_t number = table.buckets
    cdef TTEntryC *before
    cdef TTEntryC *after = &table.entries[number * BUCKET]
    cdef uint64_t digit
    cdef int i
    if number > table.mask:
        table.mask = 2 * table.mask + 1
    digit = table.mask ^ table.mask >> 1
    before = &table.entries[(number ^ digit) * BUCKET]
    for i in range(BUCKET):
        if before[i].check & digit:
            after[i] = before[i]
            before[i].check = 0
    table.buckets += 1


cdef const TTEntryC *tt_probe(const TTableC *table, uint64_t key) noexcept nogil:
    """Return the entry of the position with this hash, NULL if there is none."""
    cdef const TTEntryC *bucket = bucket_of(table, key)
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
    cdef TTEntryC *bucket = bucket_of(table, key)
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
    if 2 * table.used > BUCKET * table.buckets and table.buckets < table.most:
        grow(table)
