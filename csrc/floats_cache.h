/* Numbers by position, such as win shares or ratings, in a hash table that threads share. */
#ifndef SPYRIUM_FLOATS_CACHE_H
#define SPYRIUM_FLOATS_CACHE_H

#include "checked_entry.h"
#include "pages.h"
#include <string.h>

enum { RATINGS_WORDS = 15, RATINGS_MOST = 2 * RATINGS_WORDS, SHARES_WORDS = 3 };

/* The words are those of checked_entry.h. */
typedef struct {
    uint64_t words[1 + SHARES_WORDS];
} SharesEntryC;

typedef struct {
    uint64_t words[1 + RATINGS_WORDS]; /* two cache lines */
} RatingsEntryC;

/* Return entries of so many bytes each, as many as a power of two, at most `most` and within `memory`, but one at
 * least; NULL if there is no memory. Write their number less one. */
static inline void *entries_reserve(size_t size, size_t most, size_t memory, uint64_t *mask) {
    size_t entries = 1;
    while (entries < most && 2 * entries * size <= memory)
        entries *= 2;
    *mask = entries - 1;
    void *pages = pages_reserve(entries * size);
    if (pages != NULL)
        pages_enlarge(pages, entries * size);
    return pages;
}

/* Return how many words so many numbers take; no others are read or written. */
static inline int words_of_floats(int count) {
    return (count + 1) / 2;
}

/* Write so many numbers of the position with this key, at most RATINGS_MOST; return whether the entry has them.
 * A position must always have as many. */
static inline int floats_find(const uint64_t *entry, uint64_t key, float *numbers, int count) {
    uint64_t data[RATINGS_WORDS];
    if (!entry_find(entry, key, data, words_of_floats(count)))
        return 0;
    memcpy(numbers, data, count * sizeof(float));
    return 1;
}

static inline void floats_keep(uint64_t *entry, uint64_t key, const float *numbers, int count) {
    uint64_t data[RATINGS_WORDS];
    data[words_of_floats(count) - 1] = 0; /* half of it, if the count is odd */
    memcpy(data, numbers, count * sizeof(float));
    entry_keep(entry, key, data, words_of_floats(count));
}

#endif
