/* Win shares by position, in a hash table that threads read and write at once, without a lock.
 * The key is kept xor the data (Hyatt and Mann 2002): an entry that two threads wrote at once has the key of no
 * position. */
#ifndef SPYRIUM_SHARES_CACHE_H
#define SPYRIUM_SHARES_CACHE_H

#include <stdint.h>
#include <string.h>

enum { SHARES_SEATS = 5, SHARES_WORDS = 3 };

typedef struct {
    uint64_t check; /* all words of an unused entry are 0 */
    uint64_t words[SHARES_WORDS];
} SharesEntryC;

/* Write the shares of the position with this key; return whether the entry has them. */
static inline int shares_find(const SharesEntryC *entry, uint64_t key, float *shares) {
    uint64_t words[SHARES_WORDS], check = __atomic_load_n(&entry->check, __ATOMIC_RELAXED);
    for (int i = 0; i < SHARES_WORDS; i++) {
        words[i] = __atomic_load_n(&entry->words[i], __ATOMIC_RELAXED);
        check ^= words[i];
    }
    if (check != key)
        return 0;
    memcpy(shares, words, SHARES_SEATS * sizeof(float));
    return 1;
}

static inline void shares_keep(SharesEntryC *entry, uint64_t key, const float *shares, int players) {
    uint64_t words[SHARES_WORDS] = {0};
    memcpy(words, shares, players * sizeof(float));
    for (int i = 0; i < SHARES_WORDS; i++) {
        __atomic_store_n(&entry->words[i], words[i], __ATOMIC_RELAXED);
        key ^= words[i];
    }
    __atomic_store_n(&entry->check, key, __ATOMIC_RELAXED);
}

#endif
