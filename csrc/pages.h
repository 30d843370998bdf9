/* Zeroed memory straight from the system, which takes it back at once.
 *
 * malloc keeps freed blocks in its arenas, of which threads have their own: a process that makes and frees
 * trees in new threads would hold far more than the trees need.
 */
#ifndef SPYRIUM_PAGES_H
#define SPYRIUM_PAGES_H

#include <stddef.h>

#if defined(SPYRIUM_DEBUG) || defined(_WIN32)
/* The sanitizer checks the bounds of malloc's blocks only. */
#include <stdlib.h>

static inline void *pages_reserve(size_t size) {
    return calloc(1, size);
}

static inline void pages_release(void *pages, size_t size) {
    (void)size;
    free(pages);
}
#else
#include <sys/mman.h>

/* So many zero bytes, more than 0; NULL if the system has none. A page is touched by its first use. */
static inline void *pages_reserve(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

/* Release what pages_reserve returned for this size, NULL included. */
static inline void pages_release(void *pages, size_t size) {
    if (pages != NULL)
        munmap(pages, size);
}
#endif

#endif
