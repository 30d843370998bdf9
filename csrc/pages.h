/* Zeroed memory for trees and tables, directly from the system, to which it is returned at once.
 *
 * malloc keeps freed blocks in arenas, and threads have arenas of their own: a process that allocates and
 * frees trees in new threads would hold far more memory than the trees need.
 */
#ifndef SPYRIUM_PAGES_H
#define SPYRIUM_PAGES_H

#include <stddef.h>

#if defined(SPYRIUM_DEBUG) || defined(_WIN32)
/* The sanitizer checks only the bounds of blocks from malloc. */
#include <stdlib.h>

static inline void *pages_reserve(size_t size) {
    return calloc(1, size);
}

static inline void pages_release(void *pages, size_t size) {
    (void)size;
    free(pages);
}

static inline void pages_enlarge(void *pages, size_t size) {
    (void)pages;
    (void)size;
}
#else
#include <sys/mman.h>

/* Return `size` > 0 zero bytes, NULL if there are none. A page takes memory from its first use on. */
static inline void *pages_reserve(size_t size) {
    void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
}

/* Release what pages_reserve returned for this size, which may be NULL. */
static inline void pages_release(void *pages, size_t size) {
    if (pages != NULL)
        munmap(pages, size);
}

/* Ask for large pages of what pages_reserve returned, which must not be NULL.
 *
 * Lookups are faster with them, but the first use of each clears 2 MiB: only for what fills from its
 * beginning on, or is small and soon in use everywhere. */
static inline void pages_enlarge(void *pages, size_t size) {
#ifdef MADV_HUGEPAGE
    madvise(pages, size, MADV_HUGEPAGE); /* a wish: where it fails, the pages are small */
#else
    (void)pages;
    (void)size;
#endif
}
#endif

#endif
