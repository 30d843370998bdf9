/* The monotonic clock in seconds. */
#ifndef SPYRIUM_CLOCK_H
#define SPYRIUM_CLOCK_H

#include <time.h>

static inline double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

#endif
