"""What ends a depth-first search: a number of nodes, the clock, or the stop flag."""

from libc.stdint cimport uint64_t

from spyrium_ai.search.stop_flag cimport StopC, seconds_now, stop_raised

cdef struct LimitsC:
    uint64_t nodes          # visited so far
    uint64_t most_nodes     # 0: no limit
    uint64_t next_poll      # nodes at which the clock and the flag are polled next
    uint64_t nodes_per_poll  # nodes
    double deadline         # 0: none
    StopC *stop
    bint reached            # then what the search still returns means nothing


cdef inline void set_limits(LimitsC *limits, uint64_t most_nodes, double seconds, StopC *stop) noexcept nogil:
    """Begin to search on; the nodes visited so far, and those before the next poll, stay what they are."""
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
