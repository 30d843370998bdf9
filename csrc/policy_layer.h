/* The hidden layer of the policy network: sums of rows of weights, kept in registers of eight numbers, or of twice four.
 * Every machine adds up in the same order, and fuses nothing (-ffp-contract=off), so that all get the same numbers. */
#ifndef SPYRIUM_POLICY_LAYER_H
#define SPYRIUM_POLICY_LAYER_H

#include <stdint.h>
#include <string.h>

enum { POLICY_HIDDEN = 32 };

typedef float EightC __attribute__((vector_size(32)));
typedef int32_t EightBitsC __attribute__((vector_size(32)));
/* Eight numbers anywhere in memory. A copy by memcpy would be stored on the stack too, which nobody reads. */
typedef float EightAnywhereC __attribute__((vector_size(32), aligned(4), may_alias));

#define POLICY_INLINE static inline __attribute__((always_inline))
#define EIGHT_OF(numbers, i) (((const EightAnywhereC *)(numbers))[i])

/* Set the units' four sums to the first numbers, and add so many rows, each times its input.
 * A macro, since the sums of a struct or an array would be kept in memory. Without `index` the rows follow each other. */
#define SUM_ROWS(first, rows, row_of, inputs, count)                        \
    EightC a = EIGHT_OF(first, 0), b = EIGHT_OF(first, 1);                  \
    EightC c = EIGHT_OF(first, 2), d = EIGHT_OF(first, 3);                  \
    for (int i = 0; i < (count); i++) {                                     \
        const float *row = (rows) + (row_of) * POLICY_HIDDEN;               \
        a += (inputs)[i] * EIGHT_OF(row, 0);                                \
        b += (inputs)[i] * EIGHT_OF(row, 1);                                \
        c += (inputs)[i] * EIGHT_OF(row, 2);                                \
        d += (inputs)[i] * EIGHT_OF(row, 3);                                \
    }

#define RECTIFIED(sums) ((EightC)((EightBitsC)(sums) & ((sums) > 0)))

POLICY_INLINE void dense_sums(float *out, const float *bias, const float *rows, const float *inputs, int count) {
    SUM_ROWS(bias, rows, i, inputs, count)
    ((EightAnywhereC *)out)[0] = a;
    ((EightAnywhereC *)out)[1] = b;
    ((EightAnywhereC *)out)[2] = c;
    ((EightAnywhereC *)out)[3] = d;
}

POLICY_INLINE float score_of_sums(
    const float *base, const float *rows, const int *index, const float *inputs, int count, const float *last
) {
    SUM_ROWS(base, rows, index[i], inputs, count)
    a = RECTIFIED(a) * EIGHT_OF(last, 0) + RECTIFIED(b) * EIGHT_OF(last, 1);
    c = RECTIFIED(c) * EIGHT_OF(last, 2) + RECTIFIED(d) * EIGHT_OF(last, 3);
    a += c;
    return ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7]));
}

#if defined(__x86_64__)
#define POLICY_WIDE __attribute__((target("avx2")))

POLICY_WIDE static void wide_dense_sums(
    float *out, const float *bias, const float *rows, const float *inputs, int count
) {
    dense_sums(out, bias, rows, inputs, count);
}

POLICY_WIDE static float wide_score_of_sums(
    const float *base, const float *rows, const int *index, const float *inputs, int count, const float *last
) {
    return score_of_sums(base, rows, index, inputs, count, last);
}

#define HAS_WIDE __builtin_cpu_supports("avx2")
#else
#define wide_dense_sums dense_sums
#define wide_score_of_sums score_of_sums
#define HAS_WIDE 0
#endif

/* Write the bias plus all rows, each times its input. */
static inline void dense_layer(float *out, const float *bias, const float *rows, const float *inputs, int count) {
    if (HAS_WIDE)
        wide_dense_sums(out, bias, rows, inputs, count);
    else
        dense_sums(out, bias, rows, inputs, count);
}

/* Return the score of a move: `base` and the rows of its inputs, rectified, times the last weights. */
static inline float sparse_score(
    const float *base, const float *rows, const int *index, const float *inputs, int count, const float *last
) {
    if (HAS_WIDE)
        return wide_score_of_sums(base, rows, index, inputs, count, last);
    return score_of_sums(base, rows, index, inputs, count, last);
}

#endif
