"""The limits of a depth-first search: a number of nodes, the clock, and the stop flag."""

from libc.stdint cimport uint64_t

from spyrium_ai.search.stop_flag cimport StopC, seconds_now, stop_raised

cdef struct LimitsC:
    uint64_t nodes          # number visited so far
    uint64_t most_nodes     # 0: no limit
    uint64_t next_poll      # number of nodes at the next poll of the clock and the flag
    uint64_t nodes_per_poll  # number of nodes between two polls
    double deadline         # 0: none
    StopC *stop
    bint reached            # the values that the search returns from then on are meaningless


cdef inline void set_limits(LimitsC *limits, uint64_t most_nodes, double seconds, StopC *stop) noexcept nogil:
    """Set new limits for a search that continues; the count of nodes and the next poll are kept."""
    limits.most_nodes = most_nodes
    limits.deadline = seconds_now() + seconds if seconds > 0 else 0
    limits.stop = stop
    limits.reached = False


cdef inline bint out_of_limits(LimitsC *limits) noexcept nogil:
    if limits.most_nodes and limits.nodes >= limits.most_nodes:
        limits.reached = True
    elif limits.nodes >= limits.next_poll:
        limits.next_poll = limits.nodes + limits.nodes_per_poll
        if stop_raised(limits.stop) or (limits.deadline > 0 and seconds_now() >= limits.deadline):
            limits.reached = True
    return limits.reached
