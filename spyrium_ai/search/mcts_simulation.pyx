"""Monte Carlo tree search: PUCT over public positions, with a value for every player.

Selection (PUCT: Rosin 2011; Silver et al. 2016). At a decision of seat p the search selects the move with the
highest bound

    Q_p(move) + exploration * prior(move) * sqrt(N) / (1 + n(move)),

where N and n are the visits of the node and of its child, and Q_p is the mean win share of seat p below the
child: as in max^n, each seat maximises its own share. An unvisited move has Q_p of its parent less `first_play`
(first-play urgency). The priors are the softmax of the one-ply ratings at a temperature.

Evaluation. A rollout of the heuristic goes from a new leaf to the end of the turn, where a value network estimates
the win shares of all seats (`evaluation/turn_rollout`). The shares are added to every node of the path.

Chance nodes: the ends of turns. A chance node is evaluated before the deal until it has `before_deals` visits.
From then on it has children for sampled deals by progressive widening (Coulom 2007; Chaslot et al. 2008): at most
sqrt(N) / 2 of them, and the search selects the one with the fewest visits. All chance nodes of a search share one
list of deals (common random numbers), so that moves are compared under the same luck.
"""

from libc.math cimport expf, sqrt

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.chance cimport play_seeded_chance
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport OVER, is_decision
from spyrium_ai.search.evaluation.move_ratings cimport RaterC, rate_by
from spyrium_ai.search.evaluation.turn_rollout cimport rollout_turn
from spyrium_ai.search.mcts_tree cimport MOST_DEALS, EdgeC, NodeC, add_edges, add_node, is_full
from spyrium_ai.search.stop_flag cimport seconds_now, stop_raised

cdef extern from "lock.h" nogil:
    void lock_take(LockC *lock)
    void lock_release(LockC *lock)

cdef enum:
    DEEPEST = 500
    OUT_OF_REACH = 1000000  # subtracted from a bound: lower than every other bound
    NODES_PER_POLL = 4       # simulations between two polls of the clock and the stop flag
    DECISION_INTERVAL = 32  # simulations between two tests of whether the choice is decided
    MOST_IDLE = 10000       # simulations without a new node, after which none is expected

cdef void set_priors(
    const SearchC *search, const RaterC *rater, const StateC *s, const move_t *moves, EdgeC *edges, int count
) noexcept nogil:
    """Set the moves and their priors, the softmax of the one-ply ratings."""
    cdef float ratings[MAX_MOVES]
    cdef float best, total = 0
    cdef int i
    rate_by(rater, s, moves, count, ratings)
    best = ratings[0]
    for i in range(1, count):
        best = max(best, ratings[i])
    for i in range(count):
        edges[i].move = moves[i]
        edges[i].prior = expf((ratings[i] - best) / search.set.temperature)
        total += edges[i].prior
    for i in range(count):
        edges[i].prior /= total


cdef bint expand(SearchC *search, const RaterC *rater, NodeC *node, const StateC *s) noexcept nogil:
    """Add the edges of a decision node; return whether there was room."""
    cdef move_t moves[MAX_MOVES]
    cdef int count = generate(s, moves)
    node.first_edge = add_edges(&search.tree, count)
    if node.first_edge == 0:
        return False
    node.edges = count
    search.expanded += 1
    set_priors(search, rater, s, moves, &search.tree.edges[node.first_edge], count)
    return True


cdef EdgeC *select_edge(SearchC *search, const NodeC *node) noexcept nogil:
    """Return the edge with the highest upper bound for the player that decides.

    Once the tree is full, nothing can be learned about an unvisited move. It is then selected only if no move was
    visited.
    """
    cdef EdgeC *edges = &search.tree.edges[node.first_edge]
    cdef EdgeC *best_edge = edges
    cdef const NodeC *child
    cdef int seat = node.mover, i
    cdef double root_of_visits = sqrt(<double>node.visits)
    cdef double untried = node.total[seat] / node.visits - search.set.first_play
    cdef double value, bound, best = -2 * OUT_OF_REACH
    cdef bint full = is_full(&search.tree)
    for i in range(node.edges):
        if edges[i].child:
            child = &search.tree.nodes[edges[i].child]
            value = child.total[seat] / child.visits
            bound = value + search.set.exploration * edges[i].prior * root_of_visits / (1 + child.visits)
        else:
            bound = untried + search.set.exploration * edges[i].prior * root_of_visits - full * OUT_OF_REACH
        if bound > best:
            best = bound
            best_edge = &edges[i]
    return best_edge


cdef EdgeC *select_deal(SearchC *search, NodeC *node) noexcept nogil:
    """Return the deal to follow by progressive widening, NULL to evaluate the node before the deal.

    Once the tree is full, no deals are added, since nothing can be learned about them.
    """
    cdef EdgeC *edges
    cdef EdgeC *best = NULL
    cdef int i, allowed
    if node.visits < search.set.before_deals:
        return NULL
    if node.first_edge == 0:
        node.first_edge = add_edges(&search.tree, MOST_DEALS)
        if node.first_edge == 0:
            return NULL
    edges = &search.tree.edges[node.first_edge]
    allowed = <int>max(1.0, min(<double>MOST_DEALS, sqrt(<double>node.visits) / 2))
    if node.edges < allowed and not is_full(&search.tree):
        edges[node.edges].move = node.edges
        node.edges += 1
        return &edges[node.edges - 1]
    for i in range(node.edges):
        if best == NULL or search.tree.nodes[edges[i].child].visits < search.tree.nodes[best.child].visits:
            best = &edges[i]
    return best


cdef EdgeC *descend(SearchC *search, const WorkerC *worker, NodeC *node, StateC *s) noexcept nogil:
    """Select an edge and follow it; return NULL if the simulation ends here."""
    cdef EdgeC *edge
    if s.stage == OVER:
        return NULL
    if not is_decision(s):
        edge = select_deal(search, node)
        if edge != NULL:
            play_seeded_chance(s, search.deal_seeds[edge.move])
        return edge
    if node.first_edge == 0 and not expand(search, &worker.rollout.rater, node, s):
        return NULL
    edge = select_edge(search, node)
    apply_move(s, edge.move)
    search.steps += 1
    return edge


cdef inline void take(SearchC *search) noexcept nogil:
    if search.threads > 1:
        lock_take(&search.lock)


cdef inline void release(SearchC *search) noexcept nogil:
    if search.threads > 1:
        lock_release(&search.lock)


cdef int grow(SearchC *search, WorkerC *worker, StateC *s, uint32_t *path) noexcept nogil:
    """Follow a path to a new leaf, and add it; return the length of the path.

    Its nodes count the visit at once. Until its value comes, other threads see a lost game there (virtual loss), and
    take other paths.
    """
    cdef TreeC *tree = &search.tree
    cdef uint32_t at = tree.root
    cdef EdgeC *edge
    cdef int length = 0
    while at and length < DEEPEST:
        path[length] = at
        length += 1
        edge = descend(search, worker, &tree.nodes[at], s) if tree.nodes[at].visits else NULL
        tree.nodes[at].visits += 1
        if edge == NULL:
            break
        if edge.child == 0:
            edge.child = add_node(tree, s)
        at = edge.child
    search.deepest = max(search.deepest, length - 1)
    return length


cdef void simulate(SearchC *search, WorkerC *worker) noexcept nogil:
    """Make one simulation: descend, add a leaf, evaluate it, and update the path."""
    cdef StateC s = search.root
    cdef uint32_t path[DEEPEST]
    cdef float shares[5]
    cdef int i, seat, length
    take(search)
    length = grow(search, worker, &s, path)
    release(search)
    rollout_turn(&worker.rollout, &s, &worker.rng, shares)
    take(search)
    for i in range(length):
        for seat in range(s.players):
            search.tree.nodes[path[i]].total[seat] += shares[seat]
    release(search)


cdef void prepare_root(SearchC *search, WorkerC *worker) noexcept nogil:
    """Evaluate and expand the root, so that every simulation goes through one of its moves."""
    cdef NodeC *root = &search.tree.nodes[search.tree.root]
    if root.visits == 0:
        simulate(search, worker)
    if root.first_edge == 0:
        expand(search, &worker.rollout.rater, root, &search.root)


cdef bint choice_is_decided(const SearchC *search, double left) noexcept nogil:
    """Return whether no move can overtake the most visited one within `left` more simulations."""
    cdef const NodeC *root = &search.tree.nodes[search.tree.root]
    cdef uint32_t i, visits, most = 0, second = 0
    for i in range(root.edges):
        visits = search.tree.nodes[search.tree.edges[root.first_edge + i].child].visits
        if visits > most:
            most, second = visits, most
        elif visits > second:
            second = visits
    return most - second > left


cdef bint is_deep_enough(SearchC *search, int depth) noexcept nogil:
    """Return whether the longest path has so many plies, or the tree has stopped growing."""
    if search.tree.node_count > search.grown_to:
        search.grown_to = search.tree.node_count
        search.idle = 0
    search.idle += 1
    return search.deepest >= depth or search.idle > MOST_IDLE


cdef bint is_decided(SearchC *search, int depth, double left) noexcept nogil:
    """Return whether the depth is reached or the choice decided, here or in another thread.

    `left` is the number of simulations to come, below 0 if it is unknown.
    """
    cdef bint found
    take(search)
    found = search.threads > 1 and search.is_decided
    if (depth and is_deep_enough(search, depth)) or (left >= 0 and choice_is_decided(search, left)):
        found = search.is_decided = True
    release(search)
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
        if depth and is_decided(search, depth, -1):
            break
        if made % NODES_PER_POLL:
            continue
        now = seconds_now()
        if stop_raised(stop) or (deadline > 0 and now >= deadline):
            break
        if end > 0 and made % DECISION_INTERVAL == 0:
            if is_decided(search, 0, search.threads * made * max(0.0, end - now) / (now - begin)):
                break
    return made
