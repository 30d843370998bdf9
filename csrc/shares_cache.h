/* Win shares by position, in a hash table that threads share. */
#ifndef SPYRIUM_SHARES_CACHE_H
#define SPYRIUM_SHARES_CACHE_H

#include "checked_entry.h"
#include <string.h>

enum { SHARES_SEATS = 5, SHARES_WORDS = 3 };

typedef struct {
    uint64_t words[1 + SHARES_WORDS]; /* those of checked_entry.h */
} SharesEntryC;

/* Write the shares of the position with this key; return whether the entry has them. */
static inline int shares_find(const SharesEntryC *entry, uint64_t key, float *shares) {
    uint64_t data[SHARES_WORDS];
    if (!entry_find(entry->words, key, data, SHARES_WORDS))
        return 0;
    memcpy(shares, data, SHARES_SEATS * sizeof(float));
    return 1;
}

static inline void shares_keep(SharesEntryC *entry, uint64_t key, const float *shares, int players) {
    uint64_t data[SHARES_WORDS] = {0};
    memcpy(data, shares, players * sizeof(float));
    entry_keep(entry->words, key, data, SHARES_WORDS);
}

#endif
