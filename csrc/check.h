/* Assertions, in debug builds only (-DSPYRIUM_DEBUG). */
#ifndef SPYRIUM_CHECK_H
#define SPYRIUM_CHECK_H

#ifdef SPYRIUM_DEBUG
#include <stdio.h>
#include <stdlib.h>
enum { CHECKING = 1 };

#define check(fact)                                                             \
    do {                                                                        \
        if (!(fact)) {                                                          \
            fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #fact);  \
            abort();                                                            \
        }                                                                       \
    } while (0)
#else
enum { CHECKING = 0 };

#define check(fact) ((void)0)
#endif

#endif
