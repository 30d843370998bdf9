/* A flag that one thread sets to stop another one. */
#ifndef SPYRIUM_STOP_H
#define SPYRIUM_STOP_H

#include <stdatomic.h>

typedef struct {
    atomic_int raised;
} StopC;

static inline void stop_raise(StopC *stop) {
    atomic_store_explicit(&stop->raised, 1, memory_order_relaxed);
}

static inline void stop_clear(StopC *stop) {
    atomic_store_explicit(&stop->raised, 0, memory_order_relaxed);
}

static inline int stop_raised(StopC *stop) {
    return atomic_load_explicit(&stop->raised, memory_order_relaxed);
}

#endif
