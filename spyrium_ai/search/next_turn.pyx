"""Looks past the deal: what a turn's end is worth by the next turn, played by the policy network."""

from spyrium_ai.game.rules.arguments cimport unsigned
from spyrium_ai.game.rules.chance cimport play_seeded_chance
from spyrium_ai.game.rules.state cimport DEAL, OVER, RngC, StateC, rng_seed
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_decision
from spyrium_ai.search.evaluation.evaluation cimport all_values, win_shares
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.policy_net cimport Policy
from spyrium_ai.search.evaluation.turn_rollout cimport LEARNED, RolloutC, net_value, play_turn_out, set_rollout
from spyrium_ai.search.evaluation.value_net cimport Net
from spyrium_ai.search.line_value cimport apply_line


cdef void set_players(RolloutC *rollout, Weights weights, Net net, Policy policy):
    set_rollout(rollout, &weights.c, NULL if policy is None else policy.nets, net.nets, LEARNED, NULL)


cdef list shares_at_end(const RolloutC *rollout, const StateC *s):
    """Return the win shares by seat at the end of a turn: at the end of the game the result, without the margin."""
    cdef float shares[5]
    cdef float points[5]
    if s.stage == OVER:
        all_values(s, rollout.rater.weights, points)
        win_shares(s, points, rollout.rater.weights, shares)
    else:
        net_value(rollout, s, shares, points)
    return [shares[i] for i in range(s.players)]


def turn_end(State state, line, Weights weights, Net net, Policy policy, seed):
    """Return the position at the end of the turn after a line from a decision.

    The policy network plays what the line leaves of the turn, with ties broken by the seed. ValueError if a move of
    the line is not legal.
    """
    cdef State end = state.copy()
    cdef RolloutC rollout
    cdef RngC ties
    check_decision(&end.c)
    rng_seed(&ties, unsigned(seed, "seed"))
    apply_line(&end.c, line)
    set_players(&rollout, weights, net, policy)
    with nogil:
        play_turn_out(&rollout, &end.c, &ties)
    return end


def end_shares(State end, Weights weights, Net net):
    """Return the expected win shares by seat at the end of a turn, by the value network or by the game's result.

    ValueError if the turn has not ended.
    """
    cdef RolloutC rollout
    if end.c.stage != DEAL and end.c.stage != OVER:
        raise ValueError("end: the turn has not ended")
    set_players(&rollout, weights, net, None)
    return shares_at_end(&rollout, &end.c)


def next_turn_shares(State end, Weights weights, Net net, Policy policy, seeds):
    """Return for each seed the expected win shares by seat at the end of the next turn.

    A seed decides the deal and breaks ties. The policy network plays the turn, and its end is judged as by
    `end_shares`. ValueError if no deal is due.
    """
    cdef RolloutC rollout
    cdef RngC ties
    cdef StateC s
    if end.c.stage != DEAL:
        raise ValueError("end: no deal is due")
    set_players(&rollout, weights, net, policy)
    found = []
    for number in seeds:
        rng_seed(&ties, unsigned(number, "seeds"))
        s = end.c
        play_seeded_chance(&s, unsigned(number, "seeds"))
        with nogil:
            play_turn_out(&rollout, &s, &ties)
        found.append(shares_at_end(&rollout, &s))
    return found
