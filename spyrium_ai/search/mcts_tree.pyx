"""The game tree of `mcts`: allocation, growth, and keeping what can be reached from a node."""

from libc.string cimport memset

from spyrium_ai.game.rules.state cimport ACTION, BONUS, hash_state
from spyrium_ai.util.pages cimport pages_enlarge, pages_release, pages_reserve

cdef extern from "lock.h" nogil:
    uint32_t places_take(uint32_t *used, uint32_t count, uint32_t limit)
    uint32_t slot_read(const uint32_t *slot)
    uint32_t slot_fill(uint32_t *slot, uint32_t index)

cdef enum:
    EDGES_PER_NODE = 10     # trees have 5 to 15, fewer than moves: leaves have none yet
    SLOTS_PER_NODE = 2
    SLOTS_PER_KEY = 16      # as many are cleared all at once in the time that it takes to find one key

cdef size_t PER_NODE = sizeof(NodeC) + EDGES_PER_NODE * sizeof(EdgeC) + SLOTS_PER_NODE * sizeof(uint32_t)
NODE_BYTES = PER_NODE


cdef bint make_tree(TreeC *tree, size_t memory, bint shares_nodes) noexcept nogil:
    """Reserve at most `memory` bytes, which are touched only as the tree grows; return whether that succeeded."""
    cdef size_t count = max(<size_t>64, min(memory // PER_NODE, <size_t>1 << 27))
    memset(tree, 0, sizeof(TreeC))
    tree.shares_nodes = shares_nodes
    tree.nodes = <NodeC *>pages_reserve(count * sizeof(NodeC))
    tree.edges = <EdgeC *>pages_reserve(count * EDGES_PER_NODE * sizeof(EdgeC))
    tree.slots = <uint32_t *>pages_reserve(count * SLOTS_PER_NODE * sizeof(uint32_t))
    tree.node_limit = count
    tree.edge_limit = count * EDGES_PER_NODE
    tree.slot_count = count * SLOTS_PER_NODE
    if tree.slots != NULL:
        pages_enlarge(tree.slots, count * SLOTS_PER_NODE * sizeof(uint32_t))  # they are soon in use everywhere
    tree.node_count = tree.edge_count = 1
    return tree.nodes != NULL and tree.edges != NULL and tree.slots != NULL


cdef void free_tree(TreeC *tree) noexcept nogil:
    pages_release(tree.nodes, tree.node_limit * sizeof(NodeC))
    pages_release(tree.edges, tree.edge_limit * sizeof(EdgeC))
    pages_release(tree.slots, tree.slot_count * sizeof(uint32_t))


cdef inline uint32_t first_slot(const TreeC *tree, uint64_t key) noexcept nogil:
    return <uint32_t>(((key >> 32) * tree.slot_count) >> 32)


cdef inline uint32_t next_slot(const TreeC *tree, uint32_t slot) noexcept nogil:
    return slot + 1 if slot + 1 < tree.slot_count else 0


cdef void clear_slots(TreeC *tree) noexcept nogil:
    cdef uint32_t i, slot
    if tree.node_count > tree.slot_count // SLOTS_PER_KEY:
        memset(tree.slots, 0, tree.slot_count * sizeof(uint32_t))
        return
    for i in range(1, tree.node_count):
        # All slots in use from there on: whatever key they are of, it goes as well.
        slot = first_slot(tree, tree.nodes[i].key)
        while tree.slots[slot]:
            tree.slots[slot] = 0
            slot = next_slot(tree, slot)


cdef void clear_tree(TreeC *tree) noexcept nogil:
    """Remove all nodes. Index 0 is never used."""
    if tree.shares_nodes:
        clear_slots(tree)
    tree.root = 0
    tree.node_count = 1
    tree.edge_count = 1


cdef uint32_t find_slot(const TreeC *tree, uint64_t key) noexcept nogil:
    """Return the slot of the position, an empty one if it has no node."""
    cdef uint32_t slot = first_slot(tree, key)
    cdef uint32_t at = slot_read(&tree.slots[slot])
    while at and tree.nodes[at].key != key:
        slot = next_slot(tree, slot)
        at = slot_read(&tree.slots[slot])
    return slot


cdef uint32_t find_node(const TreeC *tree, uint64_t key) noexcept nogil:
    """Return the node of the position, of several the most visited one, and 0 if there is none."""
    cdef uint32_t i, best = 0
    if tree.shares_nodes:
        return slot_read(&tree.slots[find_slot(tree, key)])
    for i in range(1, tree.node_count):
        if tree.nodes[i].key == key and (best == 0 or tree.nodes[i].visits > tree.nodes[best].visits):
            best = i
    return best


cdef uint32_t add_node(TreeC *tree, const StateC *s, uint64_t key) noexcept nogil:
    """Add a node for the position, not yet to be found; return its index, 0 if the tree is full."""
    cdef uint32_t at = places_take(&tree.node_count, 1, tree.node_limit)
    cdef NodeC *node = &tree.nodes[at]
    if at:
        memset(node, 0, sizeof(NodeC))
        node.key = key
        node.mover = s.to_move
        node.stage = s.stage
    return at


cdef uint32_t share_node(TreeC *tree, const StateC *s, uint64_t key) noexcept nogil:
    """Return the node of the position, a new one if it had none, and 0 if the tree is full."""
    cdef uint32_t at = find_node(tree, key)
    cdef uint32_t added
    if at:
        return at
    added = add_node(tree, s, key)
    while added:
        # Another thread may be faster: with another position, or with this one, which then is the node of all.
        at = slot_fill(&tree.slots[find_slot(tree, key)], added)
        if tree.nodes[at].key == key:
            return at
    return 0


cdef uint32_t node_for(TreeC *tree, const StateC *s) noexcept nogil:
    """Return a node for a position that a new path has come to, 0 if the tree is full."""
    cdef uint64_t key = hash_state(s)
    return share_node(tree, s, key) if tree.shares_nodes else add_node(tree, s, key)


cdef uint32_t add_edges(TreeC *tree, int count) noexcept nogil:
    """Add `count` adjacent edges; return the index of the first, 0 if the tree is full."""
    cdef uint32_t first = places_take(&tree.edge_count, count, tree.edge_limit)
    if first:
        memset(&tree.edges[first], 0, count * sizeof(EdgeC))
    return first


cdef inline bint is_chance(const NodeC *node) noexcept nogil:
    return node.stage != ACTION and node.stage != BONUS


cdef void put_best_untried_next(TreeC *tree, const NodeC *node) noexcept nogil:
    """Put the untried move with the highest prior right after those tried.

    All untried moves have the same value, so selection has to look at this one alone.
    """
    cdef EdgeC *edges = &tree.edges[node.first_edge]
    cdef EdgeC next
    cdef int i, best = node.tried
    for i in range(node.tried + 1, node.edges):
        if edges[i].prior > edges[best].prior:
            best = i
    if best > node.tried:
        next = edges[best]
        for i in range(best, node.tried, -1):  # the others stay in their order, which decides between equal priors
            edges[i] = edges[i - 1]
        edges[node.tried] = next


cdef void count_tried(TreeC *tree, NodeC *node) noexcept nogil:
    """Count the move after those tried, which has a child now. Deals are not counted."""
    if not is_chance(node):
        node.tried += 1
        put_best_untried_next(tree, node)


cdef uint32_t copy_node(TreeC *into, const NodeC *node) noexcept nogil:
    """Copy a node, of a chance node without its edges: they belong to the deals of the old search."""
    into.nodes[into.node_count] = node[0]
    if is_chance(node):
        into.nodes[into.node_count].first_edge = 0
        into.nodes[into.node_count].edges = 0
    into.node_count += 1
    return into.node_count - 1


cdef uint32_t copy_of(TreeC *into, const NodeC *node) noexcept nogil:
    """Return the copy of a node, a new one unless all paths share the one that there is."""
    cdef uint32_t slot
    if not into.shares_nodes:
        return copy_node(into, node)
    slot = find_slot(into, node.key)
    if into.slots[slot] == 0:
        into.slots[slot] = copy_node(into, node)
    return into.slots[slot]


cdef void keep_subtree(TreeC *into, const TreeC *source, uint32_t root) noexcept nogil:
    """Copy what can be reached from a node into another tree of the same size, breadth first."""
    cdef uint32_t at, i, first
    cdef NodeC *node
    cdef EdgeC *edge
    clear_tree(into)
    into.root = copy_of(into, &source.nodes[root])
    # The arena is the queue: nodes from `at` on still refer to edges of the source.
    at = into.root
    while at < into.node_count:
        node = &into.nodes[at]
        if node.first_edge:
            first = into.edge_count
            into.edge_count += node.edges
            for i in range(node.edges):
                edge = &into.edges[first + i]
                edge[0] = source.edges[node.first_edge + i]
                if edge.child:
                    edge.child = copy_of(into, &source.nodes[edge.child])
            node.first_edge = first
        at += 1
