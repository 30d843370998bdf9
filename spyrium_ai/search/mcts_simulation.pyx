"""Monte Carlo tree search: PUCT over public positions, with a value for every player.

Selection (PUCT: Rosin 2011; Silver et al. 2016). At a decision of seat p the search selects the move with the
highest bound

    Q_p(move) + exploration * prior(move) * sqrt(N) / (1 + n(move)),

where N and n are the visits of the node and of its child, and Q_p is the mean win share of seat p below the
child: as in max^n, each seat maximises its own share. An unvisited move has Q_p of its parent less `first_play`
(first-play urgency). The priors are the softmax of the moves' ratings (`evaluation/move_ratings`) at a temperature.

Evaluation. A rollout by the same ratings goes from a new leaf to the end of the turn, where a value network estimates
the win shares of all seats (`evaluation/turn_rollout`). The shares are added to every node of the path.

Chance nodes: the ends of turns. A chance node is evaluated before the deal until it has `before_deals` visits.
From then on it has children for sampled deals by progressive widening (Coulom 2007; Chaslot et al. 2008): at most
sqrt(N) / 2 of them, and the search selects the one with the fewest visits. All chance nodes of a search share one
list of deals (common random numbers), so that moves are compared under the same luck.

Transpositions. With a policy network a position is one node, in whatever order its moves are made. Where a path
follows an edge with fewer visits than the node below it has, it ends there, and that node's mean is its value: other
paths have searched what this one would (compare D. J. Wu: Monte-Carlo graph search from first principles, 2023).
"""

from libc.math cimport INFINITY, expf, sqrt

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.chance cimport play_seeded_chance
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport OVER, is_decision
from spyrium_ai.search.evaluation.move_ratings cimport RaterC, rate_by
from spyrium_ai.search.evaluation.turn_rollout cimport rollout_turn
from spyrium_ai.search.mcts_tree cimport (
    MOST_DEALS, EdgeC, NodeC, add_edges, count_tried, is_full, node_for, put_best_untried_next,
)

cdef extern from * nogil:
    void prefetch "__builtin_prefetch" (const void *address)

cdef enum:
    DEEPEST = 500

cdef struct StepC:          # of a simulation's path
    NodeC *node
    EdgeC *edge             # that was followed, NULL at the leaf


cdef void set_priors(
    const SearchC *search, const RaterC *rater, const StateC *s, const move_t *moves, EdgeC *edges, int count
) noexcept nogil:
    """Set the moves and their priors, the softmax of their ratings."""
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


cdef bint expand(SearchC *search, WorkerC *worker, NodeC *node, const StateC *s) noexcept nogil:
    """Add the edges of a decision node; return whether there was room."""
    cdef move_t moves[MAX_MOVES]
    cdef int count = generate(s, moves)
    node.first_edge = add_edges(&search.tree, count)
    if node.first_edge == 0:
        return False
    node.edges = count
    worker.expanded += 1
    set_priors(search, &worker.rollout.rater, s, moves, &search.tree.edges[node.first_edge], count)
    put_best_untried_next(&search.tree, node)
    return True


cdef EdgeC *select_edge(SearchC *search, const NodeC *node) noexcept nogil:
    """Return the edge with the highest upper bound for the player that decides.

    Once the tree is full, nothing can be learned about an untried move. It is then selected only if no move was
    tried.
    """
    cdef EdgeC *edges = &search.tree.edges[node.first_edge]
    cdef EdgeC *best_edge = &edges[node.tried]
    cdef int i
    cdef double factor = search.set.exploration * sqrt(<double>node.visits)
    cdef double bound, best = -INFINITY
    if node.tried < node.edges and not (node.tried and is_full(&search.tree)):
        best = node.total[node.mover] / node.visits - search.set.first_play + best_edge.prior * factor
    for i in range(node.tried):
        bound = edges[i].total / edges[i].visits + edges[i].prior * factor / (1 + edges[i].visits)
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
        if best == NULL or edges[i].visits < best.visits:
            best = &edges[i]
    return best


cdef EdgeC *select(SearchC *search, WorkerC *worker, NodeC *node, const StateC *s) noexcept nogil:
    """Return the edge to follow, NULL if the simulation ends here."""
    if node.visits == 0 or s.stage == OVER:
        return NULL
    if not is_decision(s):
        return select_deal(search, node)
    if node.first_edge == 0 and not expand(search, worker, node, s):
        return NULL
    return select_edge(search, node)


cdef void follow(const SearchC *search, WorkerC *worker, const EdgeC *edge, StateC *s) noexcept nogil:
    """Make the edge's move, or its deal."""
    if is_decision(s):
        apply_move(s, edge.move)
        worker.steps += 1
    else:
        play_seeded_chance(s, search.deal_seeds[edge.move])


cdef bint is_known(const SearchC *search, NodeC *node, uint32_t visits, float *shares) noexcept nogil:
    """Return whether a node has the values of so many visits; write their mean if it has.

    Each value is shares of one win, so that their sum counts them, and not the visits that still wait for theirs.
    """
    cdef double values = 0
    cdef int seat
    cdef bint found
    take(search, node)
    for seat in range(search.root.players):
        values += node.total[seat]
    found = values > visits - 0.5
    if found:
        for seat in range(search.root.players):
            shares[seat] = <float>(node.total[seat] / values)
    release(search, node)
    return found


cdef uint32_t step(SearchC *search, WorkerC *worker, StepC *step, StateC *s, float *shares) noexcept nogil:
    """Count a visit of the step's node, and go on to a child; return it, 0 if the path ends here.

    Where it ends because the child's value is known, that is written to `shares`, and `worker.is_known` set.

    Until the value of the visit comes, other threads see a lost game there (virtual loss), and take other paths.
    """
    cdef EdgeC *edge
    cdef uint32_t child = 0, visits
    cdef bint is_new
    worker.is_known = False
    take(search, step.node)
    edge = step.edge = select(search, worker, step.node, s)
    step.node.visits += 1
    if edge == NULL:
        release(search, step.node)
        return 0
    is_new = edge.child == 0
    if is_new:
        follow(search, worker, edge, s)
        edge.child = node_for(&search.tree, s)
        if edge.child:
            count_tried(&search.tree, step.node)
    child = edge.child
    edge.visits += child != 0
    visits = edge.visits
    release(search, step.node)
    if child == 0:
        return 0
    if not is_new:
        prefetch(&search.tree.nodes[child])
        follow(search, worker, edge, s)
    worker.is_known = search.tree.shares_nodes and is_known(search, &search.tree.nodes[child], visits, shares)
    return 0 if worker.is_known else child


cdef int grow(SearchC *search, WorkerC *worker, StateC *s, StepC *path, float *shares) noexcept nogil:
    """Follow a path to a new leaf, and add it, or to a node whose value is known; return the length of the path."""
    cdef uint32_t at = search.tree.root
    cdef int length = 0
    while at and length < DEEPEST:
        path[length].node = &search.tree.nodes[at]
        at = step(search, worker, &path[length], s, shares)
        length += 1
    worker.deepest = max(worker.deepest, length - 1)
    return length


cdef void add_value(const SearchC *search, const StepC *step, const float *shares, int players) noexcept nogil:
    """Add a simulation's value to a node of its path and to the edge that it took there."""
    cdef NodeC *node = step.node
    cdef int seat
    take(search, node)
    for seat in range(players):
        node.total[seat] += shares[seat]
    if step.edge != NULL and step.edge.child:
        step.edge.total += shares[node.mover]
    release(search, node)


cdef void simulate(SearchC *search, WorkerC *worker) noexcept nogil:
    """Make one simulation: descend, add a leaf, evaluate it unless its value is known, and update the path."""
    cdef StateC s = search.root
    cdef StepC path[DEEPEST]
    cdef float shares[5]
    cdef int i, length = grow(search, worker, &s, path, shares)
    if not worker.is_known:
        rollout_turn(&worker.rollout, &s, &worker.rng, shares)
    # Up to the root, where the next simulation begins while its cache lines are still with this thread.
    for i in range(length - 1, -1, -1):
        add_value(search, &path[i], shares, s.players)


cdef void prepare_root(SearchC *search, WorkerC *worker) noexcept nogil:
    """Evaluate and expand the root, so that every simulation goes through one of its moves."""
    cdef NodeC *root = &search.tree.nodes[search.tree.root]
    if root.visits == 0:
        simulate(search, worker)
    if root.first_edge == 0:
        expand(search, worker, root, &search.root)
