"""The simulations of `mcts`: the data of a search, and how it grows its tree."""

from libc.stdint cimport uint32_t, uint64_t

from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.turn_rollout cimport RolloutC
from spyrium_ai.search.mcts_tree cimport MOST_DEALS, LockC, NodeC, TreeC

cdef extern from "lock.h" nogil:
    void lock_take(LockC *lock)
    void lock_release(LockC *lock)

cdef struct SettingsC:
    float exploration       # factor of the prior's bonus in PUCT
    float temperature       # points of rating that multiply a prior by e
    float first_play        # value of an unvisited move below its parent's value
    uint32_t before_deals   # visits of a chance node before it samples deals

cdef struct WorkerC:        # what each thread of a search has of its own
    RolloutC rollout
    RngC rng                # breaks ties of rollouts
    uint64_t steps          # moves made in the tree, for the bench
    uint64_t expanded       # decisions whose moves were listed and rated, for the bench
    int deepest             # plies of the longest path so far
    bint is_known           # whether the last path ended at a node whose value was known
    char apart[64]          # from the next worker: no cache line is written to by two threads

cdef struct SearchC:
    int threads
    TreeC tree
    TreeC spare             # receives the subtree that is kept
    StateC root
    SettingsC set
    WeightsC weights
    uint64_t deal_seeds[MOST_DEALS]
    # The root's lock guards what follows, while several threads search.
    int deepest             # plies of the longest path so far
    uint32_t grown_to       # number of nodes when the tree last grew
    uint32_t idle           # simulations to a leaf since then
    bint is_decided         # more simulations cannot change the result: see `run`

cdef inline void take(const SearchC *search, NodeC *node) noexcept nogil:
    if search.threads > 1:
        lock_take(&node.lock)

cdef inline void release(const SearchC *search, NodeC *node) noexcept nogil:
    if search.threads > 1:
        lock_release(&node.lock)

cdef void prepare_root(SearchC *search, WorkerC *worker) noexcept nogil
cdef void simulate(SearchC *search, WorkerC *worker) noexcept nogil
