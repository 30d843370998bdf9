"""Textbook UCT (Kocsis and Szepesvári 2006) with random playouts: the baseline, which never changes.

At a decision of seat p the search selects the move with the highest UCB1 bound

    Q_p(move) + exploration * sqrt(ln N / n(move)),

and unvisited moves first. Q_p is the mean win share of seat p: each player maximises its own (UCT with max^n). The
tree reaches to the end of the turn, where chance decides. From there every simulation is a playout with random
deals and moves to the end of the game.
"""

from libc.math cimport INFINITY, log, sqrt
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.arguments cimport real, unsigned
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.playout cimport play_out
from spyrium_ai.game.rules.state cimport RngC, StateC, is_decision, rng_below, rng_seed, winners
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_decision
from spyrium_ai.search.stop_flag cimport StopC, StopFlag, seconds_now, stop_raised
from spyrium_ai.util.pages cimport pages_release, pages_reserve

cdef enum:
    DEEPEST = 400
    MOST_EXPLORATION = 1000
    CHUNK = 1 << 20         # nodes; the search goes on in a full tree

cdef struct NodeC:
    move_t move             # the move that leads here
    uint32_t first_child    # 0 until it is expanded
    uint16_t children
    uint8_t mover           # seat that decides, from 0
    uint32_t visits
    double total[5]         # sum of the win shares, by seat

cdef struct SearchC:
    NodeC *nodes            # index 0 is the root
    uint32_t count
    uint32_t limit
    double exploration
    StateC root
    RngC rng


cdef bint expand(SearchC *search, NodeC *node, const StateC *s) noexcept nogil:
    """Add the children of a node in random order; return whether there was room."""
    cdef move_t moves[MAX_MOVES]
    cdef move_t swapped
    cdef int i, at, count = generate(s, moves)
    if search.count + count > search.limit:
        return False
    node.first_child = search.count
    node.children = count
    search.count += count
    for i in range(count):
        at = i + rng_below(&search.rng, count - i)
        swapped = moves[at]
        moves[at] = moves[i]
        search.nodes[node.first_child + i].move = swapped
    return True


cdef uint32_t select(const SearchC *search, const NodeC *node) noexcept nogil:
    """Return the first unvisited child, else the one with the highest UCB1 for the player that decides."""
    cdef const NodeC *child
    cdef uint32_t i, best = 0
    cdef double bound, best_bound = -1
    for i in range(node.first_child, node.first_child + node.children):
        child = &search.nodes[i]
        if child.visits == 0:
            return i
        bound = child.total[node.mover] / child.visits
        bound += search.exploration * sqrt(log(<double>node.visits) / child.visits)
        if bound > best_bound:
            best_bound = bound
            best = i
    return best


cdef void simulate(SearchC *search) noexcept nogil:
    """Make one simulation: descend to a new node, play out at random, and update the path."""
    cdef StateC s = search.root
    cdef uint32_t path[DEEPEST]
    cdef uint32_t at = 0
    cdef NodeC *node = &search.nodes[0]
    cdef int i, seat, length = 1, bits, count = 0
    path[0] = 0
    while is_decision(&s) and length < DEEPEST:
        node = &search.nodes[at]
        if node.first_child == 0:
            node.mover = s.to_move
            if (at and node.visits == 0) or not expand(search, node, &s):
                break
        at = select(search, node)
        apply_move(&s, search.nodes[at].move)
        path[length] = at
        length += 1
    play_out(&s, &search.rng)
    bits = winners(&s)
    for seat in range(s.players):
        count += bits >> seat & 1
    for i in range(length):
        node = &search.nodes[path[i]]
        node.visits += 1
        for seat in range(s.players):
            node.total[seat] += (bits >> seat & 1) / <double>count


cdef uint64_t run(SearchC *search, uint64_t nodes, double deadline, StopC *stop) noexcept nogil:
    cdef uint64_t made = 0
    while nodes == 0 or made < nodes:
        simulate(search)
        made += 1
        if made % 16 == 0 and (stop_raised(stop) or (deadline > 0 and seconds_now() >= deadline)):
            break
    return made


def search_uct(State state, nodes, seconds, exploration, seed, StopFlag stop):
    """Search a decision until a limit of playouts or seconds (0: no limit).

    Returns the moves as (move, visits, win shares by seat), and the win shares of the root by seat. The shares of
    a move are 0 without visits.
    """
    cdef SearchC search
    cdef uint64_t made
    cdef const NodeC *child
    cdef uint64_t most = unsigned(nodes, "nodes")
    cdef double limit = real(seconds, "seconds", 0, INFINITY)
    cdef double deadline = seconds_now() + limit if limit > 0 else 0
    check_decision(&state.c)
    search.exploration = real(exploration, "exploration", 0, MOST_EXPLORATION)
    rng_seed(&search.rng, unsigned(seed, "seed"))
    search.nodes = <NodeC *>pages_reserve(CHUNK * sizeof(NodeC))
    if search.nodes == NULL:
        raise MemoryError("no memory for the tree")
    search.count = 1
    search.limit = CHUNK
    search.root = state.c
    with nogil:
        made = run(&search, most, deadline, &stop.c)
    root = search.nodes[0]
    found = []
    for i in range(root.first_child, root.first_child + root.children):
        child = &search.nodes[<uint32_t>i]
        visits = max(<uint32_t>1, child.visits)
        found.append((child.move, child.visits, [child.total[k] / visits for k in range(state.c.players)]))
    values = [root.total[i] / made for i in range(state.c.players)]
    pages_release(search.nodes, CHUNK * sizeof(NodeC))
    return found, values
