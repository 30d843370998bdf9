/* The moves that threads search at this moment, so that each can leave those of the others for later.
 * A hint only: a mark may be overwritten by that of another move. */
#ifndef SPYRIUM_BUSY_MOVES_H
#define SPYRIUM_BUSY_MOVES_H

#include <stdint.h>

enum { BUSY_MOVES = 1 << 10 };

typedef struct {
    uint64_t moves[BUSY_MOVES]; /* each at its hash, 0 if there is none */
} BusyC;

/* Return the hash of a move in the position with this key, searched to this depth. */
static inline uint64_t busy_hash(uint64_t key, uint32_t move, int depth) {
    return key ^ (move + 1) * 0x9E3779B97F4A7C15u ^ (uint64_t)depth;
}

static inline int is_busy(const BusyC *busy, uint64_t hash) {
    return __atomic_load_n(&busy->moves[hash % BUSY_MOVES], __ATOMIC_RELAXED) == hash;
}

static inline void busy_begin(BusyC *busy, uint64_t hash) {
    __atomic_store_n(&busy->moves[hash % BUSY_MOVES], hash, __ATOMIC_RELAXED);
}

static inline void busy_end(BusyC *busy, uint64_t hash) {
    if (is_busy(busy, hash))
        __atomic_store_n(&busy->moves[hash % BUSY_MOVES], 0, __ATOMIC_RELAXED);
}

#endif
