"""A policy network of the caller: layers over the observation, and a logit for each action."""

from libc.stdint cimport uint16_t

from spyrium_ai.game.rules.state cimport RngC, StateC

cdef enum:
    MOST_LAYERS = 8
    WIDEST = 2048               # outputs of a hidden layer

cdef struct LayerC:
    const float *weights        # by input, then output; of the last layer by output, then input
    const float *biases
    int inputs
    int outputs

cdef struct PolicyC:
    LayerC layers[MOST_LAYERS]
    int count                   # of the layers
    float temperature           # 0: the action with the highest logit


cdef class PolicyNet:
    cdef PolicyC c
    cdef list kept              # the arrays that the layers point to
    cdef readonly int players


cdef int choose_action(const PolicyC *p, const StateC *s, RngC *rng) noexcept nogil
