/* The hidden layer of the policy network: sums of rows of weights, kept in registers of eight numbers or of four.
 * Every machine adds up in the same order, and fuses nothing (-ffp-contract=off), so that all get the same numbers. */
#ifndef SPYRIUM_POLICY_LAYER_H
#define SPYRIUM_POLICY_LAYER_H

#include <stdint.h>
#include <string.h>

enum { POLICY_HIDDEN = 32 };

typedef float FourC __attribute__((vector_size(16)));
typedef int32_t FourBitsC __attribute__((vector_size(16)));
typedef float EightC __attribute__((vector_size(32)));
typedef int32_t EightBitsC __attribute__((vector_size(32)));
/* Numbers anywhere in memory. A copy by memcpy would be stored on the stack too, which nobody reads. */
typedef float FourAnywhereC __attribute__((vector_size(16), aligned(4), may_alias));
typedef float EightAnywhereC __attribute__((vector_size(32), aligned(4), may_alias));

#define FOUR_OF(numbers, i) (((FourAnywhereC *)(numbers))[i])
#define EIGHT_OF(numbers, i) (((EightAnywhereC *)(numbers))[i])
#define RECTIFIED(Numbers, Bits, sums) ((Numbers)((Bits)(sums) & ((sums) > 0)))

/* The sums in registers of four. Of eight numbers the first four have an even register, the others the odd one after it. */
typedef struct {
    FourC part[POLICY_HIDDEN / 4];
} UnitsC;

static inline UnitsC units_of(const float *numbers) {
    UnitsC units;
    for (int i = 0; i < POLICY_HIDDEN / 4; i++)
        units.part[i] = FOUR_OF(numbers, i);
    return units;
}

static inline void add_row(UnitsC *sums, const float *row, float input) {
    for (int i = 0; i < POLICY_HIDDEN / 4; i++)
        sums->part[i] += input * FOUR_OF(row, i);
}

static inline void dense_by_fours(float *out, const float *bias, const float *rows, const float *inputs, int count) {
    UnitsC sums = units_of(bias);
    for (int i = 0; i < count; i++)
        add_row(&sums, rows + i * POLICY_HIDDEN, inputs[i]);
    memcpy(out, &sums, sizeof(sums));
}

static inline FourC rectified_times(FourC sums, const float *last, int i) {
    return RECTIFIED(FourC, FourBitsC, sums) * FOUR_OF(last, i);
}

static inline float score_by_fours(
    const float *base, const float *rows, const int *index, const float *inputs, int count, const float *last
) {
    UnitsC sums = units_of(base);
    FourC half[2];
    for (int i = 0; i < count; i++)
        add_row(&sums, rows + index[i] * POLICY_HIDDEN, inputs[i]);
    for (int i = 0; i < 2; i++) {
        half[i] = rectified_times(sums.part[i], last, i) + rectified_times(sums.part[2 + i], last, 2 + i);
        half[i] += rectified_times(sums.part[4 + i], last, 4 + i) + rectified_times(sums.part[6 + i], last, 6 + i);
    }
    half[0] += half[1];
    return (half[0][0] + half[0][1]) + (half[0][2] + half[0][3]);
}

#if defined(__x86_64__)
#define POLICY_WIDE static __attribute__((target("avx2")))

/* Set the four sums a to d to the first numbers, and add so many rows, each times its input.
 * A macro, since the sums of a struct or an array would be kept in memory. */
#define SUM_ROWS(first, rows, number, inputs, count)                        \
    EightC a = EIGHT_OF(first, 0), b = EIGHT_OF(first, 1);                  \
    EightC c = EIGHT_OF(first, 2), d = EIGHT_OF(first, 3);                  \
    for (int i = 0; i < (count); i++) {                                     \
        const float *row = (rows) + (number) * POLICY_HIDDEN;               \
        a += (inputs)[i] * EIGHT_OF(row, 0);                                \
        b += (inputs)[i] * EIGHT_OF(row, 1);                                \
        c += (inputs)[i] * EIGHT_OF(row, 2);                                \
        d += (inputs)[i] * EIGHT_OF(row, 3);                                \
    }

POLICY_WIDE void dense_by_eights(float *out, const float *bias, const float *rows, const float *inputs, int count) {
    SUM_ROWS(bias, rows, i, inputs, count)
    EIGHT_OF(out, 0) = a;
    EIGHT_OF(out, 1) = b;
    EIGHT_OF(out, 2) = c;
    EIGHT_OF(out, 3) = d;
}

POLICY_WIDE float score_by_eights(
    const float *base, const float *rows, const int *index, const float *inputs, int count, const float *last
) {
    SUM_ROWS(base, rows, index[i], inputs, count)
    a = RECTIFIED(EightC, EightBitsC, a) * EIGHT_OF(last, 0) + RECTIFIED(EightC, EightBitsC, b) * EIGHT_OF(last, 1);
    c = RECTIFIED(EightC, EightBitsC, c) * EIGHT_OF(last, 2) + RECTIFIED(EightC, EightBitsC, d) * EIGHT_OF(last, 3);
    a += c;
    return ((a[0] + a[4]) + (a[1] + a[5])) + ((a[2] + a[6]) + (a[3] + a[7]));
}

static inline int has_registers_of_eight(void) {
    return __builtin_cpu_supports("avx2");
}
#else
#define dense_by_eights dense_by_fours
#define score_by_eights score_by_fours

static inline int has_registers_of_eight(void) {
    return 0;
}
#endif

static int policy_by_eights __attribute__((unused));

/* Choose the registers of all that follows; return whether they are those of eight, which some processors lack. */
static inline int choose_registers(int wide) {
    return policy_by_eights = wide && has_registers_of_eight();
}

/* Write the bias plus all rows, each times its input. */
static inline void dense_layer(float *out, const float *bias, const float *rows, const float *inputs, int count) {
    if (policy_by_eights)
        dense_by_eights(out, bias, rows, inputs, count);
    else
        dense_by_fours(out, bias, rows, inputs, count);
}

/* Return the score of a move: `base` and the rows of its inputs, rectified, times the last weights. */
static inline float sparse_score(
    const float *base, const float *rows, const int *index, const float *inputs, int count, const float *last
) {
    if (policy_by_eights)
        return score_by_eights(base, rows, index, inputs, count, last);
    return score_by_fours(base, rows, index, inputs, count, last);
}

#endif
