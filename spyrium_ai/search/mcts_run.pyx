"""A run of `mcts`: simulations in one thread until a limit, or until they can change nothing more."""

from libc.stdint cimport uint32_t

from spyrium_ai.search.mcts_simulation cimport release, simulate, take
from spyrium_ai.search.mcts_tree cimport NodeC, places_used
from spyrium_ai.search.stop_flag cimport seconds_now, stop_raised

cdef enum:
    NODES_PER_POLL = 4      # simulations between two polls of the clock and the stop flag
    DECISION_INTERVAL = 32  # simulations between two tests of whether the choice is decided
    MOST_IDLE = 10000       # simulations to a leaf without a new node, after which none is expected


cdef bint choice_is_decided(const SearchC *search, double left) noexcept nogil:
    """Return whether no move can overtake the most visited one within `left` more simulations."""
    cdef const NodeC *root = &search.tree.nodes[search.tree.root]
    cdef uint32_t i, visits, most = 0, second = 0
    for i in range(root.edges):
        visits = search.tree.edges[root.first_edge + i].visits
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second > left


cdef bint is_deep_enough(SearchC *search, const WorkerC *worker, int depth) noexcept nogil:
    """Return whether the longest path has so many plies, or the tree has stopped growing."""
    cdef uint32_t nodes = places_used(&search.tree.node_count)
    if nodes > search.grown_to:
        search.grown_to = nodes
        search.idle = 0
    if not worker.is_known:  # such a path could not have added a node
        search.idle += 1
    search.deepest = max(search.deepest, worker.deepest)
    return search.deepest >= depth or search.idle > MOST_IDLE


cdef bint is_decided(SearchC *search, const WorkerC *worker, int depth, double left) noexcept nogil:
    """Return whether the depth is reached or the choice decided, here or in another thread.

    `left` is the number of simulations to come, below 0 if it is unknown.
    """
    cdef NodeC *root = &search.tree.nodes[search.tree.root]
    cdef bint found
    take(search, root)
    found = search.threads > 1 and search.is_decided
    if (depth and is_deep_enough(search, worker, depth)) or (left >= 0 and choice_is_decided(search, left)):
        found = search.is_decided = True
    release(search, root)
    return found


cdef uint64_t run(
    SearchC *search, WorkerC *worker, uint64_t nodes, int depth, double deadline, double end, StopC *stop
) noexcept nogil:
    """Simulate in one thread until a limit (0: none) or until the choice is decided; return the number of simulations.

    `end` is the time at which the whole search ends (0: unknown); this run may be a part of it. The choice is
    decided if no other move can get the most visits until then, or if the depth is reached as far as the game goes.
    """
    cdef uint64_t made = 0
    cdef double begin = seconds_now(), now
    while nodes == 0 or made < nodes:
        simulate(search, worker)
        made += 1
        if depth and is_decided(search, worker, depth, -1):
            break
        if made % NODES_PER_POLL:
            continue
        now = seconds_now()
        if stop_raised(stop) or (deadline > 0 and now >= deadline):
            break
        if end > 0 and made % DECISION_INTERVAL == 0:
            if is_decided(search, worker, 0, search.threads * made * max(0.0, end - now) / (now - begin)):
                break
    return made
