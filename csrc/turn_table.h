/* What searches to a depth have found of positions, in a hash table that threads read and write at once, without a
 * lock. The key is kept xor the data, as in shares_cache.h. */
#ifndef SPYRIUM_TURN_TABLE_H
#define SPYRIUM_TURN_TABLE_H

#include <stdint.h>
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
    uint64_t check; /* all words of an unused entry are 0 */
    uint64_t words[FOUND_WORDS];
} TurnEntryC; /* 40 bytes */

_Static_assert(sizeof(FoundC) == FOUND_WORDS * sizeof(uint64_t), "an entry holds what is found");

/* Write what was found of the position with this key; return whether the entry has it. */
static inline int turn_entry_find(const TurnEntryC *entry, uint64_t key, FoundC *found) {
    uint64_t words[FOUND_WORDS], check = __atomic_load_n(&entry->check, __ATOMIC_RELAXED);
    for (int i = 0; i < FOUND_WORDS; i++) {
        words[i] = __atomic_load_n(&entry->words[i], __ATOMIC_RELAXED);
        check ^= words[i];
    }
    if (check != key)
        return 0;
    memcpy(found, words, sizeof(words));
    return 1;
}

static inline void turn_entry_keep(TurnEntryC *entry, uint64_t key, const FoundC *found) {
    uint64_t words[FOUND_WORDS];
    memcpy(words, found, sizeof(words));
    for (int i = 0; i < FOUND_WORDS; i++) {
        __atomic_store_n(&entry->words[i], words[i], __ATOMIC_RELAXED);
        key ^= words[i];
    }
    __atomic_store_n(&entry->check, key, __ATOMIC_RELAXED);
}

#endif
