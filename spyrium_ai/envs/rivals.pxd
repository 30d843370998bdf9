"""The rivals of a batch: players that decide inside a step."""

from spyrium_ai.envs.policy_net cimport PolicyC
from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.turn_rollout cimport RolloutC

cdef enum Rival:
    NO_RIVAL                # every seat's decisions are the caller's
    RANDOM_RIVAL
    HEURISTIC_RIVAL
    NET_RIVAL
    POLICY_RIVAL            # a network of the caller

cdef struct RivalsC:
    int kind                # Rival
    RolloutC rollout        # of heuristic and net; without a cache, so that no game depends on another
    PolicyC policy


cdef class Rivals:
    cdef RivalsC c
    cdef tuple kept         # what c points to


cdef void play_rival(const RivalsC *rivals, StateC *s, RngC *rng) noexcept nogil
