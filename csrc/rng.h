/* A seeded random generator by pointer: xoroshiro128++ (Blackman and Vigna), seeded by splitmix64. */
#ifndef SPYRIUM_RNG_H
#define SPYRIUM_RNG_H

#include <stdint.h>

typedef struct {
    uint64_t a, b;
} RngC;

static inline uint64_t splitmix64(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static inline void rng_seed(RngC *rng, uint64_t seed) {
    rng->a = splitmix64(&seed);
    rng->b = splitmix64(&seed);
}

static inline uint64_t rotate_left(uint64_t x, int k) {
    return (x << k) | (x >> (64 - k));
}

/* Return 64 random bits. */
static inline uint64_t rng_next(RngC *rng) {
    const uint64_t a = rng->a, b = rng->b ^ a;
    const uint64_t out = rotate_left(a + rng->b, 17) + a;
    rng->a = rotate_left(a, 49) ^ b ^ (b << 21);
    rng->b = rotate_left(b, 28);
    return out;
}

/* Return a uniform number below n > 0 (Lemire's multiplication, with rejection). */
static inline uint32_t rng_below(RngC *rng, uint32_t n) {
    uint64_t product = (rng_next(rng) >> 32) * n;
    if ((uint32_t)product < n) {
        const uint32_t reject = -n % n;
        while ((uint32_t)product < reject)
            product = (rng_next(rng) >> 32) * n;
    }
    return product >> 32;
}

/* Return a uniform number in [0, 1). */
static inline double rng_unit(RngC *rng) {
    return (rng_next(rng) >> 11) * 0x1.0p-53;
}

#endif
