/* A lock for work of less than a microsecond: who waits for it spins, and gives way now and then. */
#ifndef SPYRIUM_LOCK_H
#define SPYRIUM_LOCK_H

#include <sched.h>
#include <stdatomic.h>

enum { SPINS_BEFORE_YIELD = 1000 };

typedef struct {
    atomic_int taken;
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

#endif
