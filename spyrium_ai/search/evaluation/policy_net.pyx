"""The policy network: how likely a search is to choose each move, without making the moves.

One hidden layer gives each move a score from the inputs of the position and those of the move. The softmax of the
scores is the probability of the moves. A rating is the score times `POINTS_PER_NAT`, so that it stands beside the
one-ply ratings, which are in points. Each turn has a network of its own.
"""

import numpy as np

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport isfinite
from libc.string cimport memcpy

from spyrium_ai.game.rules.cards cimport TURNS
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_decision
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.policy_inputs cimport P_TURN, SetC, move_inputs, position_inputs
from spyrium_ai.search.evaluation.policy_view cimport ViewC, look
from spyrium_ai.util.pages cimport pages_release, pages_reserve
from spyrium_ai.util.pages cimport pages_release, pages_reserve

cdef extern from "policy_layer.h" nogil:
    bint choose_registers(bint wide)
    void dense_layer(float *sums, const float *bias, const float *rows, const float *inputs, int count)
    float sparse_score(
        const float *sums, const float *rows, const int *index, const float *inputs, int count, const float *last
    )

cdef float POINTS_PER_NAT = 4

POSITION_INPUT_COUNT = POSITION_INPUTS
MOVE_INPUT_COUNT = MOVE_INPUTS
HIDDEN_UNITS = POLICY_HIDDEN
POLICY_SIZE = sizeof(PolicyC) // sizeof(float)
POLICY_COUNT = TURNS
TURN_INPUT = P_TURN


def use_wide_registers(bint wide):
    """Have registers of eight numbers used where the processor has them, or of four; return whether of eight.

    The ratings are the same, the speed is not. Without a call they are wide where they can be.
    """
    return choose_registers(wide)


use_wide_registers(True)


cdef void policy_ratings(
    const StateC *s, const move_t *moves, int count, const WeightsC *w, const PolicyC *nets, float *ratings
) noexcept nogil:
    """Write the rating of each move of the seat that decides, in points."""
    cdef const PolicyC *net = &nets[s.turn - 1]
    cdef ViewC view
    cdef SetC inputs
    cdef float position[POSITION_INPUTS]
    cdef float sums[POLICY_HIDDEN]
    cdef int i
    look(&view, s, w)
    position_inputs(&view, position)
    dense_layer(sums, net.bias, net.position[0], position, POSITION_INPUTS)
    for i in range(count):
        move_inputs(&view, moves[i], &inputs)
        ratings[i] = POINTS_PER_NAT * sparse_score(
            sums, net.move[0], inputs.index, inputs.value, inputs.count, net.last
        )


cdef class Policy:
    """The networks for one number of players, one for each turn, from the numbers of weights files."""

    def __cinit__(self, const float[:, ::1] numbers not None):
        """Take the numbers of the networks, (POLICY_COUNT, POLICY_SIZE); ValueError if they are none."""
        cdef int turn, i
        cdef size_t count = numbers.shape[0], size = numbers.shape[1]
        if count != TURNS or size != <size_t>POLICY_SIZE:
            raise ValueError(f"not {TURNS} networks of {POLICY_SIZE} numbers, but {count} of {size}")
        for turn in range(TURNS):
            for i in range(<int>POLICY_SIZE):
                if not isfinite(numbers[turn, i]):
                    raise ValueError(f"turn {turn + 1}: number {i} is not finite: {numbers[turn, i]}")
        # On pages of their own each row begins a cache line.
        self.nets = <PolicyC *>pages_reserve(TURNS * sizeof(PolicyC))
        if self.nets == NULL:
            raise MemoryError("no memory for the networks")
        memcpy(self.nets, &numbers[0, 0], TURNS * sizeof(PolicyC))

    def __dealloc__(self):
        pages_release(self.nets, TURNS * sizeof(PolicyC))

    def __reduce__(self):
        return Policy, (self.numbers,)

    @property
    def numbers(self):
        """The numbers of the networks, (POLICY_COUNT, POLICY_SIZE)."""
        content = PyBytes_FromStringAndSize(<const char *>self.nets, TURNS * sizeof(PolicyC))
        return np.frombuffer(content, np.float32).reshape(TURNS, POLICY_SIZE)


def policy_inputs(State state, Weights weights):
    """Return the inputs of the position, (POSITION_INPUT_COUNT,), and of the legal moves, (moves, MOVE_INPUT_COUNT)."""
    cdef ViewC view
    cdef SetC inputs
    cdef move_t moves[MAX_MOVES]
    cdef int i, j, count
    check_decision(&state.c)
    count = generate(&state.c, moves)
    position = np.zeros(POSITION_INPUTS, np.float32)
    rows = np.zeros((count, MOVE_INPUTS), np.float32)
    cdef float[::1] position_out = position
    cdef float[:, ::1] rows_out = rows
    look(&view, &state.c, &weights.c)
    position_inputs(&view, &position_out[0])
    for i in range(count):
        move_inputs(&view, moves[i], &inputs)
        for j in range(inputs.count):
            rows_out[i, inputs.index[j]] += inputs.value[j]
    return position, rows


def rate_by_policy(State state, Weights weights, Policy policy not None):
    """Return the numbers of the legal moves, and their ratings in points, in the same order."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef int i, count
    check_decision(&state.c)
    count = generate(&state.c, moves)
    policy_ratings(&state.c, moves, count, &weights.c, policy.nets, ratings)
    return [moves[i] for i in range(count)], [ratings[i] for i in range(count)]
