"""Monte Carlo tree search: PUCT over public positions, with values for all players.

From a new leaf the heuristic plays the turn to its end, where a net says what shares of the win to
expect. The end of a turn is a chance node: it is judged before the deal until it has been visited often
enough, and from then on over more and more sampled deals, drawn from what is unseen. All chance nodes of
a search share one list of deals (the same random numbers), so that moves are compared under the same luck.
"""

from libc.math cimport expf, sqrt
from libc.stdint cimport uint32_t, uint64_t

from spyrium_ai.core.apply cimport apply_move
from spyrium_ai.core.chance cimport play_chance
from spyrium_ai.core.afterstate cimport Weights, WeightsC
from spyrium_ai.core.completion cimport CompletionC, complete_turn, free_completion, make_completion
from spyrium_ai.core.foresight cimport Foresight, ForesightC, play_foreseen
from spyrium_ai.core.game cimport State
from spyrium_ai.core.movegen cimport generate
from spyrium_ai.core.moves cimport MAX_MOVES, move_t
from spyrium_ai.core.policy cimport rate_moves
from spyrium_ai.core.state cimport ACTION, BONUS, OVER, RngC, StateC, hash_state, is_decision, rng_next, rng_seed
from spyrium_ai.core.stop cimport StopC, StopFlag, seconds_now, stop_raised
from spyrium_ai.core.tree cimport (
    MOST_DEALS, EdgeC, NodeC, TreeC, add_edges, add_node, clear_tree, find_node, free_tree, keep_subtree, make_tree,
)
from spyrium_ai.core.value cimport Net

cdef enum:
    DEEPEST = 500
    OUT_OF_REACH = 1000000  # below every bound
    BETWEEN_LOOKS = 4       # simulations between two looks at the clock and the stop flag

cdef struct SettingsC:
    float exploration       # PUCT's factor
    float temperature       # points of rating that make a move's prior e times as high
    float first_play        # a move not yet tried counts as its parent's value less this
    uint32_t before_deals   # visits of a chance node before it samples deals

cdef struct SearchC:
    TreeC tree
    TreeC spare             # takes the part of the tree that is kept
    StateC root
    SettingsC set
    WeightsC weights
    CompletionC completion
    uint64_t deal_seeds[64]
    RngC rng
    int deepest             # plies of the longest path so far
    const ForesightC *foresight     # the real deals, for an experiment; NULL for every player


cdef void set_priors(SearchC *search, const StateC *s, const move_t *moves, EdgeC *edges, int count) noexcept nogil:
    """The softmax of the one-ply ratings."""
    cdef float ratings[MAX_MOVES]
    cdef float best, total = 0
    cdef int i
    rate_moves(s, moves, count, &search.weights, ratings)
    best = ratings[0]
    for i in range(1, count):
        best = max(best, ratings[i])
    for i in range(count):
        edges[i].move = moves[i]
        edges[i].prior = expf((ratings[i] - best) / search.set.temperature)
        total += edges[i].prior
    for i in range(count):
        edges[i].prior /= total


cdef bint expand(SearchC *search, NodeC *node, const StateC *s) noexcept nogil:
    """Give a decision node its edges; return whether there was room."""
    cdef move_t moves[MAX_MOVES]
    cdef int count = generate(s, moves)
    node.first_edge = add_edges(&search.tree, count)
    if node.first_edge == 0:
        return False
    node.edges = count
    set_priors(search, s, moves, &search.tree.edges[node.first_edge], count)
    return True


cdef EdgeC *select_edge(SearchC *search, const NodeC *node) noexcept nogil:
    """The edge with the highest upper bound for the player that decides.

    Once the tree is full, a move not yet tried cannot be learned about: it is chosen only where no
    move has been tried.
    """
    cdef EdgeC *edges = &search.tree.edges[node.first_edge]
    cdef EdgeC *best_edge = edges
    cdef const NodeC *child
    cdef int seat = node.mover, i
    cdef double root_of_visits = sqrt(<double>node.visits)
    cdef double untried = node.total[seat] / node.visits - search.set.first_play
    cdef double value, bound, best = -2 * OUT_OF_REACH
    cdef bint full = search.tree.node_count == search.tree.node_limit
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
    """The deal to go on with, NULL to judge the node before the deal."""
    cdef EdgeC *edges
    cdef int i, allowed, best = 0
    if node.visits < search.set.before_deals:
        return NULL
    if node.first_edge == 0:
        node.first_edge = add_edges(&search.tree, MOST_DEALS)
        if node.first_edge == 0:
            return NULL
    edges = &search.tree.edges[node.first_edge]
    allowed = <int>max(1.0, min(<double>MOST_DEALS, sqrt(<double>node.visits) / 2))
    if search.foresight != NULL:
        allowed = 1
    if node.edges < allowed:
        edges[node.edges].move = node.edges
        node.edges += 1
        return &edges[node.edges - 1]
    for i in range(1, node.edges):
        if edges[i].child == 0 or (
            edges[best].child
            and search.tree.nodes[edges[i].child].visits < search.tree.nodes[edges[best].child].visits
        ):
            best = i
    return &edges[best]


cdef void lay_deal(SearchC *search, StateC *s, int number) noexcept nogil:
    cdef RngC rng
    if search.foresight != NULL:
        play_foreseen(search.foresight, s)
        return
    rng_seed(&rng, search.deal_seeds[number])
    play_chance(s, &rng)


cdef EdgeC *descend(SearchC *search, NodeC *node, StateC *s) noexcept nogil:
    """Choose an edge and go along it; NULL where the simulation ends."""
    cdef EdgeC *edge
    if s.stage == OVER:
        return NULL
    if not is_decision(s):
        edge = select_deal(search, node)
        if edge != NULL:
            lay_deal(search, s, edge.move)
        return edge
    if node.first_edge == 0 and not expand(search, node, s):
        return NULL
    edge = select_edge(search, node)
    apply_move(s, edge.move)
    return edge


cdef void simulate(SearchC *search) noexcept nogil:
    """One simulation: down the tree, a new leaf, its value back up the path."""
    cdef StateC s = search.root
    cdef TreeC *tree = &search.tree
    cdef uint32_t path[DEEPEST]
    cdef uint32_t at = tree.root
    cdef EdgeC *edge
    cdef float shares[5]
    cdef int i, seat, length = 0
    while at and length < DEEPEST:
        path[length] = at
        length += 1
        if tree.nodes[at].visits == 0:
            break
        edge = descend(search, &tree.nodes[at], &s)
        if edge == NULL:
            break
        if edge.child == 0:
            edge.child = add_node(tree, &s)
        at = edge.child
    search.deepest = max(search.deepest, length - 1)
    complete_turn(&search.completion, &s, &search.rng, shares)
    for i in range(length):
        tree.nodes[path[i]].visits += 1
        for seat in range(s.players):
            tree.nodes[path[i]].total[seat] += shares[seat]


cdef void prepare_root(SearchC *search) noexcept nogil:
    """Give the root its value and its edges, so that every simulation tries one of its moves."""
    cdef NodeC *root = &search.tree.nodes[search.tree.root]
    if root.visits == 0:
        simulate(search)
    if root.first_edge == 0:
        expand(search, root, &search.root)


cdef uint64_t run(SearchC *search, uint64_t nodes, double deadline, StopC *stop) noexcept nogil:
    """Simulate until a limit is reached (0: none); return how many simulations were made."""
    cdef uint64_t made = 0
    while nodes == 0 or made < nodes:
        simulate(search)
        made += 1
        if made % BETWEEN_LOOKS == 0:
            if stop_raised(stop) or (deadline > 0 and seconds_now() >= deadline):
                break
    return made


cdef const EdgeC *most_visited(const TreeC *tree, const NodeC *node) noexcept nogil:
    """The edge with the most visits; the first one if none was tried."""
    cdef const EdgeC *best = &tree.edges[node.first_edge]
    cdef const EdgeC *edge
    cdef int i
    for i in range(1, node.edges):
        edge = &tree.edges[node.first_edge + i]
        if edge.child and tree.nodes[edge.child].visits > tree.nodes[best.child].visits:
            best = edge
    return best


cdef class Search:
    """A search with its tree. Values are shares of the win by seat."""

    cdef SearchC c
    cdef Net net
    cdef Foresight foresight

    def __cinit__(
        self,
        Weights weights,
        Net net not None,
        size_t memory,
        float exploration=0.6,
        float temperature=1.5,
        float first_play=0.05,
        int before_deals=32,
        int value=0,
    ):
        """Reserve `memory` bytes, nearly all of them for the tree."""
        cdef size_t table = memory // 32
        # Half of the rest is for the part of the tree that is kept between moves.
        if (
            not make_completion(&self.c.completion, &self.c.weights, net.nets, value, table)
            or not make_tree(&self.c.tree, (memory - table) // 2)
            or not make_tree(&self.c.spare, (memory - table) // 2)
        ):
            raise MemoryError(f"no {memory} bytes for the tree")
        self.c.weights = weights.c
        self.net = net
        self.c.set.exploration = exploration
        self.c.set.temperature = temperature
        self.c.set.first_play = first_play
        self.c.set.before_deals = before_deals

    def __dealloc__(self):
        free_tree(&self.c.tree)
        free_tree(&self.c.spare)
        free_completion(&self.c.completion)

    def foresee(self, Foresight foresight not None):
        """Search the real deals alone from now on: for an experiment, never for a player."""
        self.foresight = foresight
        self.c.foresight = &foresight.c

    def forget(self):
        """Forget the tree."""
        clear_tree(&self.c.tree)

    def begin(self, State state, uint64_t seed):
        """Set the position to search; return how many visits the kept tree has there already."""
        cdef TreeC kept
        cdef uint32_t node, known
        cdef int i
        self.c.root = state.c
        self.c.deepest = 0
        rng_seed(&self.c.rng, seed)
        for i in range(MOST_DEALS):
            self.c.deal_seeds[i] = rng_next(&self.c.rng)
        with nogil:
            node = find_node(&self.c.tree, hash_state(&self.c.root))
            if node:
                keep_subtree(&self.c.spare, &self.c.tree, node)
                kept = self.c.tree
                self.c.tree = self.c.spare
                self.c.spare = kept
            else:
                clear_tree(&self.c.tree)
                self.c.tree.root = add_node(&self.c.tree, &self.c.root)
            known = self.c.tree.nodes[self.c.tree.root].visits
            prepare_root(&self.c)
        return known

    def run(self, uint64_t nodes, double seconds, StopFlag stop):
        """Simulate until the first limit (0: none); return how many simulations were made."""
        cdef uint64_t made
        cdef double deadline = seconds_now() + seconds if seconds > 0 else 0
        with nogil:
            made = run(&self.c, nodes, deadline, &stop.c)
        return made

    def moves(self):
        """Return what the root's moves have come to: (move, visits, shares of the win by seat)."""
        cdef const NodeC *root = &self.c.tree.nodes[self.c.tree.root]
        cdef const EdgeC *edge
        cdef int i
        found = []
        for i in range(root.edges):
            edge = &self.c.tree.edges[root.first_edge + i]
            visits = self.c.tree.nodes[edge.child].visits if edge.child else 0
            found.append((edge.move, visits, self._values(edge.child)))
        return found

    cdef list _values(self, uint32_t at):
        cdef const NodeC *node = &self.c.tree.nodes[at]
        return [node.total[i] / max(<uint32_t>1, node.visits) for i in range(self.c.root.players)]

    def values(self):
        """Return the shares of the win expected at the root, by seat."""
        return self._values(self.c.tree.root)

    def line(self, move_t first):
        """Return the moves most visited from the root on, from the move `first` up to chance."""
        cdef const NodeC *node = &self.c.tree.nodes[self.c.tree.root]
        cdef const EdgeC *edge
        cdef int i
        line = []
        while (node.stage == ACTION or node.stage == BONUS) and node.first_edge:
            edge = most_visited(&self.c.tree, node)
            if not line:
                for i in range(node.edges):
                    if self.c.tree.edges[node.first_edge + i].move == first:
                        edge = &self.c.tree.edges[node.first_edge + i]
            line.append(edge.move)
            node = &self.c.tree.nodes[edge.child]
        return line

    @property
    def deepest(self):
        """The plies of the longest path so far."""
        return self.c.deepest

    @property
    def size(self):
        """The nodes in the tree."""
        return self.c.tree.node_count - 1
