"""The simulations of `mcts`: what a search holds, and how it grows its tree."""

from libc.stdint cimport uint32_t, uint64_t

from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.turn_rollout cimport RolloutC
from spyrium_ai.search.mcts_tree cimport MOST_DEALS, TreeC
from spyrium_ai.search.stop_flag cimport StopC

cdef struct SettingsC:
    float exploration       # PUCT's factor
    float temperature       # points of rating that make a move's prior e times as high
    float first_play        # a move not yet tried counts as its parent's value less this
    uint32_t before_deals   # visits of a chance node before it samples deals

cdef struct SearchC:
    TreeC tree
    TreeC spare             # takes the part of the tree that is kept
    StateC root
    SettingsC set
    WeightsC weights
    RolloutC rollout
    uint64_t deal_seeds[MOST_DEALS]
    RngC rng
    int deepest             # plies of the longest path so far
    uint32_t grown_to       # nodes of the tree when it last grew
    uint32_t idle           # simulations since then
    bint is_decided            # more simulations cannot change what is asked for: see `run`


cdef void prepare_root(SearchC *search) noexcept nogil
cdef uint64_t run(SearchC *search, uint64_t nodes, int depth, double deadline, double end, StopC *stop) noexcept nogil
