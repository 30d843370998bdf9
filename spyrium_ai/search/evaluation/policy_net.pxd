"""The policy network: how likely a search is to choose each move, without making the moves."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.policy_inputs cimport MOVE_INPUTS, POSITION_INPUTS

cdef extern from "policy_layer.h":
    enum:
        POLICY_HIDDEN

cdef struct PolicyC:        # only floats: a network is an array of POLICY_SIZE numbers
    float position[POSITION_INPUTS][POLICY_HIDDEN]
    float move[MOVE_INPUTS][POLICY_HIDDEN]
    float bias[POLICY_HIDDEN]
    float last[POLICY_HIDDEN]


cdef class Policy:
    cdef PolicyC *nets      # one for each turn


cdef void policy_ratings(
    const StateC *s, const move_t *moves, int count, const WeightsC *w, const PolicyC *nets, float *ratings
) noexcept nogil
