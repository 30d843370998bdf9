/* What searches to a depth have found of positions, in a hash table that threads share. */
#ifndef SPYRIUM_TURN_TABLE_H
#define SPYRIUM_TURN_TABLE_H

#include "checked_entry.h"
#include <string.h>

enum { FOUND_SEATS = 5, FOUND_WORDS = 4 };

typedef struct {
    uint32_t move; /* the best one */
    int16_t depth; /* of the search */
    uint8_t bound; /* what the values mean */
    uint8_t unused;
    int32_t values[FOUND_SEATS]; /* by seat; with two sides only the first is used */
    uint32_t unused_too;
} FoundC;

typedef struct {
    uint64_t words[1 + FOUND_WORDS]; /* those of checked_entry.h */
} TurnEntryC;                        /* 40 bytes */

_Static_assert(sizeof(FoundC) == FOUND_WORDS * sizeof(uint64_t), "an entry holds what is found");

/* Write what was found of the position with this key; return whether the entry has it. */
static inline int turn_entry_find(const TurnEntryC *entry, uint64_t key, FoundC *found) {
    uint64_t data[FOUND_WORDS];
    if (!entry_find(entry->words, key, data, FOUND_WORDS))
        return 0;
    memcpy(found, data, sizeof(data));
    return 1;
}

static inline void turn_entry_keep(TurnEntryC *entry, uint64_t key, const FoundC *found) {
    uint64_t data[FOUND_WORDS];
    memcpy(data, found, sizeof(data));
    entry_keep(entry->words, key, data, FOUND_WORDS);
}

#endif
