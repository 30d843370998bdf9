/* What keeps the compiler from leaving out work whose result nobody reads, in loops that are timed. */
#ifndef SPYRIUM_KEEP_H
#define SPYRIUM_KEEP_H

/* The compiler must take it that this memory is read and written here, so it cannot leave out what fills it. */
static inline void keep(void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

#endif
