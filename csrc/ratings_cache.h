/* Ratings of a position's moves by position, in a hash table that threads share. */
#ifndef SPYRIUM_RATINGS_CACHE_H
#define SPYRIUM_RATINGS_CACHE_H

#include "checked_entry.h"
#include <string.h>

enum { RATINGS_WORDS = 15, RATINGS_MOST = 2 * RATINGS_WORDS };

#ifdef SPYRIUM_DEBUG
enum { RATINGS_CHECKED = 1 };
#else
enum { RATINGS_CHECKED = 0 };
#endif

typedef struct {
    uint64_t words[1 + RATINGS_WORDS]; /* those of checked_entry.h; two cache lines */
} RatingsEntryC;

/* Return how many words so many ratings take; no others are read or written. */
static inline int ratings_words(int count) {
    return (count + 1) / 2;
}

/* Write the ratings of the position with this key, which has at most RATINGS_MOST moves; return whether the entry has them. */
static inline int ratings_find(const RatingsEntryC *entry, uint64_t key, float *ratings, int count) {
    uint64_t data[RATINGS_WORDS];
    if (!entry_find(entry->words, key, data, ratings_words(count)))
        return 0;
    memcpy(ratings, data, count * sizeof(float));
    return 1;
}

static inline void ratings_keep(RatingsEntryC *entry, uint64_t key, const float *ratings, int count) {
    uint64_t data[RATINGS_WORDS] = {0};
    memcpy(data, ratings, count * sizeof(float));
    entry_keep(entry->words, key, data, ratings_words(count));
}

#endif
