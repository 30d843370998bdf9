"""What a position comes to if the heuristic plays the turn on to its end; what was found is remembered."""

from libc.stdint cimport uint64_t

from spyrium_ai.core.afterstate cimport WeightsC
from spyrium_ai.core.state cimport RngC, StateC
from spyrium_ai.core.value cimport NetC

cdef struct FoundC:             # 32 bytes
    uint64_t key                # hash of the position; 0: none
    float shares[5]
    float unused

cdef struct CompletionC:
    const WeightsC *weights
    const NetC *nets
    FoundC *found
    uint64_t mask               # entries less one

cdef bint make_completion(CompletionC *c, const WeightsC *weights, const NetC *nets, size_t memory) noexcept nogil
cdef void free_completion(CompletionC *c) noexcept nogil
cdef void complete_turn(CompletionC *c, StateC *s, RngC *rng, float *shares) noexcept nogil
