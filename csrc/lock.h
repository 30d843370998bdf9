/* What the threads of a search share: locks, arenas and tables that they fill together.
 * A lock is for work of less than a microsecond: who waits for it spins, and gives way now and then. */
#ifndef SPYRIUM_LOCK_H
#define SPYRIUM_LOCK_H

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

enum { SPINS_BEFORE_YIELD = 1000 };

typedef struct {
    atomic_uchar taken;
} LockC;

static inline void lock_take(LockC *lock) {
    int spins = 0;
    while (atomic_exchange_explicit(&lock->taken, 1, memory_order_acquire))
        while (atomic_load_explicit(&lock->taken, memory_order_relaxed))
            if (++spins % SPINS_BEFORE_YIELD == 0)
                sched_yield(); /* its owner may wait for this core */
}

static inline void lock_release(LockC *lock) {
    atomic_store_explicit(&lock->taken, 0, memory_order_release);
}

static inline uint32_t places_used(const uint32_t *used) {
    return __atomic_load_n(used, __ATOMIC_RELAXED);
}

/* Take adjacent places of an arena; return the first, 0 if there are not so many left. */
static inline uint32_t places_take(uint32_t *used, uint32_t count, uint32_t limit) {
    uint32_t first = places_used(used);
    do {
        if (count > limit - first)
            return 0;
    } while (!__atomic_compare_exchange_n(used, &first, first + count, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return first;
}

/* What a place of a hash table holds, 0 for nothing: an index of the arena, with all that was written there before. */
static inline uint32_t slot_read(const uint32_t *slot) {
    return __atomic_load_n(slot, __ATOMIC_ACQUIRE);
}

/* Put an index into an empty place; return what the place holds then: another index, if a thread was faster. */
static inline uint32_t slot_fill(uint32_t *slot, uint32_t index) {
    uint32_t held = 0;
    if (__atomic_compare_exchange_n(slot, &held, index, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return index;
    return held;
}

#endif
