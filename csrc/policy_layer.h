/* The hidden layer of the policy network: sums of rows of weights, kept in registers of four numbers.
 * Every machine adds up in the same order, and fuses nothing (-ffp-contract=off), so that all get the
 * same numbers. */
#ifndef SPYRIUM_POLICY_LAYER_H
#define SPYRIUM_POLICY_LAYER_H

#include <stdint.h>
#include <string.h>

enum { POLICY_HIDDEN = 32, POLICY_FOURS = POLICY_HIDDEN / 4 };

typedef float FourC __attribute__((vector_size(16)));
typedef int32_t FourBitsC __attribute__((vector_size(16)));
/* Four numbers anywhere in memory. A copy by memcpy would be stored on the stack too, which nobody reads. */
typedef float FourAnywhereC __attribute__((vector_size(16), aligned(4), may_alias));

typedef struct {
    FourC part[POLICY_FOURS];
} UnitsC;

static inline FourC four_of(const float *weights, int i) {
    return ((const FourAnywhereC *)weights)[i];
}

static inline UnitsC units_of(const float *weights) {
    UnitsC units;
    for (int i = 0; i < POLICY_FOURS; i++)
        units.part[i] = four_of(weights, i);
    return units;
}

static inline void add_row(UnitsC *sums, const float *row, float input) {
    for (int i = 0; i < POLICY_FOURS; i++)
        sums->part[i] += input * four_of(row, i);
}

/* Write the bias plus all rows, each times its input. */
static inline void dense_layer(float *out, const float *bias, const float *rows, const float *inputs, int count) {
    UnitsC sums = units_of(bias);
    for (int i = 0; i < count; i++)
        add_row(&sums, rows + i * POLICY_HIDDEN, inputs[i]);
    memcpy(out, &sums, sizeof(sums));
}

/* Return the score of a move: `base` and the rows of its inputs, rectified, times the last weights. */
static inline float sparse_score(
    const float *base, const float *rows, const int *index, const float *inputs, int count, const float *last
) {
    UnitsC sums = units_of(base);
    FourC total = {0, 0, 0, 0};
    for (int i = 0; i < count; i++)
        add_row(&sums, rows + index[i] * POLICY_HIDDEN, inputs[i]);
    for (int i = 0; i < POLICY_FOURS; i++)
        total += (FourC)((FourBitsC)sums.part[i] & (sums.part[i] > 0)) * four_of(last, i);
    return total[0] + total[1] + (total[2] + total[3]);
}

#endif
