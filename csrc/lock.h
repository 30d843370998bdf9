/* What the threads of a search share: locks, and arenas that they fill together.
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

#endif
