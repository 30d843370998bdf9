"""What `mcts` knows of the game: nodes and edges in two arenas, addressed by index. Index 0 means none.

With `shares_nodes` each position is one node, in whatever order its moves were made, so that what is called the tree
is a graph without cycles. An edge counts the visits that came through it.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    MOST_DEALS = 64         # room for edges at a chance node

cdef extern from "lock.h" nogil:
    ctypedef struct LockC:
        pass
    uint32_t places_used(const uint32_t *used)

cdef struct NodeC:          # 64 bytes, a cache line
    uint64_t key            # hash of the position
    double total[5]         # sum of the win shares over all visits, by seat
    uint32_t visits
    uint32_t first_edge     # 0 until it is expanded
    uint16_t edges          # at a chance node: deals sampled so far
    uint16_t tried          # the first so many edges have a child; then comes the one with the highest prior
    uint8_t mover           # seat that decides, from 0
    uint8_t stage           # of the position
    LockC lock              # of the figures above and the edges, while several threads search

# What selection needs of the children lies side by side: to look at each child costs a cache miss.
cdef struct EdgeC:          # 24 bytes
    double total            # of the win shares over these visits, of the seat that decides here
    uint32_t visits         # through this edge
    uint32_t child          # 0 until it is visited
    float prior
    move_t move             # at a chance node: number of the deal in the search's list

cdef struct TreeC:
    NodeC *nodes
    EdgeC *edges
    bint shares_nodes       # whether a position is one node, for all paths to it
    uint32_t *slots         # if so, the nodes by key: a hash table with linear probing
    uint32_t slot_count
    uint32_t node_limit
    uint32_t edge_limit
    uint32_t root           # 0 for an empty tree
    char apart[64]          # every thread reads what is above all the time, and writes what is below
    uint32_t node_count     # nodes in use, index 0 included
    uint32_t edge_count

cdef inline bint is_full(const TreeC *tree) noexcept nogil:
    """Return whether there is no room for another node."""
    return places_used(&tree.node_count) == tree.node_limit

cdef bint make_tree(TreeC *tree, size_t memory, bint shares_nodes) noexcept nogil
cdef void free_tree(TreeC *tree) noexcept nogil
cdef void clear_tree(TreeC *tree) noexcept nogil
cdef uint32_t node_for(TreeC *tree, const StateC *s) noexcept nogil
cdef uint32_t add_edges(TreeC *tree, int count) noexcept nogil
cdef void put_best_untried_next(TreeC *tree, const NodeC *node) noexcept nogil
cdef void count_tried(TreeC *tree, NodeC *node) noexcept nogil
cdef uint32_t find_node(const TreeC *tree, uint64_t key) noexcept nogil
cdef void keep_subtree(TreeC *into, const TreeC *source, uint32_t root) noexcept nogil
