"""What a line of play is expected to bring: win shares and points, by the value network at the turn's end."""

from libc.stdint cimport UINT32_MAX, int64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.arguments cimport unsigned, whole
from spyrium_ai.game.rules.movegen cimport is_legal
from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport RngC, StateC, rng_seed
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_decision
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.policy_net cimport Policy
from spyrium_ai.search.evaluation.turn_rollout cimport LEARNED, RolloutC, expected_result, set_rollout
from spyrium_ai.search.evaluation.value_net cimport Net


cdef int apply_line(StateC *s, line) except -1:
    """Make the moves of a line; ValueError if one of them is not legal."""
    cdef move_t wanted
    for move in line:
        wanted = whole(move, "move", 0, <int64_t>UINT32_MAX)
        if not is_legal(s, wanted):
            raise ValueError(f"move {wanted} is not legal in the line")
        apply_move(s, wanted)
    return 0


def line_value(State state, line, Weights weights, Net net, seed, Policy policy=None):
    """Return the expected win shares and final scores after a line from a decision, both by seat.

    The policy network plays the rest of the turn, without one the one-ply player, with ties broken by the seed.
    ValueError if a move of the line, given by its number, is not legal.
    """
    cdef StateC s = state.c
    cdef RolloutC rollout
    cdef RngC rng
    cdef float shares[5]
    cdef float points[5]
    check_decision(&s)
    rng_seed(&rng, unsigned(seed, "seed"))
    apply_line(&s, line)
    set_rollout(&rollout, &weights.c, NULL if policy is None else policy.nets, net.nets, LEARNED, NULL)
    with nogil:
        expected_result(&rollout, &s, &rng, shares, points)
    players = range(s.players)
    return [shares[i] for i in players], [points[i] for i in players]
