"""A run of `mcts`: simulations in one thread until a limit, or until they can change nothing more."""

from libc.stdint cimport uint64_t

from spyrium_ai.search.mcts_simulation cimport SearchC, WorkerC
from spyrium_ai.search.stop_flag cimport StopC

cdef uint64_t run(
    SearchC *search, WorkerC *worker, uint64_t nodes, int depth, double deadline, double end, StopC *stop
) noexcept nogil
