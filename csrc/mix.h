/* A 64-bit hash of memory by folded 128-bit products, in the manner of wyhash (Wang Yi). */
#ifndef SPYRIUM_MIX_H
#define SPYRIUM_MIX_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rng.h"

static inline uint64_t fold(uint64_t a, uint64_t b) {
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Return the hash of `words` 64-bit words, an even number. Equal memory has equal hashes. */
static inline uint64_t mix_words(const void *memory, size_t words, uint64_t seed) {
    const unsigned char *bytes = (const unsigned char *)memory;
    uint64_t h = seed ^ 0x8BB84B93962EACC9u;
    for (size_t i = 0; i < words; i += 2) {
        uint64_t pair[2];
        memcpy(pair, bytes + 8 * i, sizeof pair);
        /* The folded products do not depend on h, so that those of all pairs can overlap. */
        h = rotate_left(h, 23) * 0x9E3779B97F4A7C15u +
            fold(pair[0] ^ (0xA0761D6478BD642Fu + i), pair[1] ^ (0xE7037ED1A0B428DBu - 3 * i));
    }
    return fold(h ^ 0x589965CC75374CC3u, 0x1D8E4E27C47D124Fu ^ words);
}

#endif
