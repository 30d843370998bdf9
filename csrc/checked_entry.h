/* An entry of a hash table that threads read and write at once, without a lock: a word that checks it, then its data.
 * The first word is the key xor the data (Hyatt and Mann 2002): an entry that two threads wrote at once has the key of
 * no position. All words of an unused entry are 0. */
#ifndef SPYRIUM_CHECKED_ENTRY_H
#define SPYRIUM_CHECKED_ENTRY_H

#include <stdint.h>

/* Write the data, so many words, of the position with this key; return whether the entry has it. */
static inline int entry_find(const uint64_t *entry, uint64_t key, uint64_t *data, int count) {
    uint64_t check = __atomic_load_n(entry, __ATOMIC_RELAXED);
    for (int i = 0; i < count; i++) {
        data[i] = __atomic_load_n(&entry[1 + i], __ATOMIC_RELAXED);
        check ^= data[i];
    }
    return check == key;
}

static inline void entry_keep(uint64_t *entry, uint64_t key, const uint64_t *data, int count) {
    for (int i = 0; i < count; i++) {
        __atomic_store_n(&entry[1 + i], data[i], __ATOMIC_RELAXED);
        key ^= data[i];
    }
    __atomic_store_n(entry, key, __ATOMIC_RELAXED);
}

#endif
