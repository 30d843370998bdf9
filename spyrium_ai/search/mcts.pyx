"""Monte Carlo tree search for `mcts`: a search and its tree. `mcts_simulation` has the algorithm."""

from libc.limits cimport INT_MAX
from libc.math cimport INFINITY
from libc.stdint cimport UINT32_MAX, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from spyrium_ai.game.rules.arguments cimport byte_count, positive, real, unsigned, whole
from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport ACTION, BONUS, hash_state, rng_next, rng_seed
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_decision
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.policy_net cimport Policy
from spyrium_ai.search.evaluation.turn_rollout cimport LEARNED, PLAYOUTS, CacheC, free_cache, make_cache, set_rollout
from spyrium_ai.search.evaluation.value_net cimport Net
from spyrium_ai.search.mcts_run cimport run
from spyrium_ai.search.mcts_simulation cimport SearchC, WorkerC, prepare_root
from spyrium_ai.search.mcts_tree cimport (
    MOST_DEALS, EdgeC, NodeC, TreeC, clear_tree, find_node, free_tree, keep_subtree, make_tree, node_for,
)
from spyrium_ai.search.stop_flag cimport StopFlag, seconds_now


cdef const EdgeC *most_visited(const TreeC *tree, const NodeC *node) noexcept nogil:
    """Return the edge with the most visits, the first one if none was visited."""
    cdef const EdgeC *best = &tree.edges[node.first_edge]
    cdef const EdgeC *edge
    cdef int i
    for i in range(1, node.edges):
        edge = &tree.edges[node.first_edge + i]
        if edge.visits > best.visits:
            best = edge
    return best


cdef enum:
    MOST_THREADS = 1024
    MOST_SETTING = 1000     # upper bound of a setting, far above useful values

# Defaults, chosen by the matches in docs/search.md.
EXPLORATION = 0.8
TEMPERATURE = 4
FIRST_PLAY = 0
BEFORE_DEALS = 500

NEVER = 10**9       # as `before_deals`: a search looks no further than the turn's end


cdef class Search:
    """A search and its tree. Values are win shares by seat."""

    cdef SearchC c
    cdef WorkerC *workers
    cdef CacheC cache       # of all workers
    cdef Net net
    cdef Policy policy

    def __cinit__(
        self,
        Weights weights,
        Net net,
        memory,
        exploration=EXPLORATION,
        temperature=TEMPERATURE,
        first_play=FIRST_PLAY,
        before_deals=BEFORE_DEALS,
        value=LEARNED,
        Policy policy=None,
        threads=1,
    ):
        """Reserve at most `memory` bytes, nearly all of them for the tree; so many threads may call `run` at once."""
        cdef size_t size = byte_count(memory, "memory")
        cdef size_t tables = size // 16
        cdef int leaves = whole(value, "value", LEARNED, PLAYOUTS)
        cdef bint shares_nodes = policy is not None  # without one the play stays that of version 0.1
        cdef int i
        self.c.set.exploration = real(exploration, "exploration", 0, MOST_SETTING)
        self.c.set.temperature = positive(temperature, "temperature")
        self.c.set.first_play = real(first_play, "first_play", -MOST_SETTING, MOST_SETTING)
        self.c.set.before_deals = whole(before_deals, "before_deals", 0, INT_MAX)
        self.c.weights = weights.c
        self.net = net
        self.policy = policy
        self.workers = <WorkerC *>calloc(whole(threads, "threads", 1, MOST_THREADS), sizeof(WorkerC))
        if self.workers != NULL:
            self.c.threads = threads
        # Half of the rest is for the subtree that is kept between moves.
        if (
            self.workers == NULL
            or not make_tree(&self.c.tree, (size - tables) // 2, shares_nodes)
            or not make_tree(&self.c.spare, (size - tables) // 2, shares_nodes)
            or not make_cache(&self.cache, tables)
        ):
            raise MemoryError(f"no {memory} bytes for the tree")
        for i in range(self.c.threads):
            set_rollout(
                &self.workers[i].rollout, &self.c.weights, NULL if policy is None else policy.nets, net.nets, leaves,
                &self.cache,
            )

    def __dealloc__(self):
        free_tree(&self.c.tree)
        free_tree(&self.c.spare)
        free_cache(&self.cache)
        free(self.workers)

    def clear(self):
        """Remove the tree."""
        clear_tree(&self.c.tree)

    def begin(self, State state, seed):
        """Set the position to search, a decision; return the visits that the kept tree has there."""
        cdef TreeC kept
        cdef uint32_t node, known
        cdef int i
        cdef uint64_t start = unsigned(seed, "seed")
        check_decision(&state.c)
        self.c.root = state.c
        self.c.deepest = 0
        self.c.grown_to = self.c.idle = 0
        self.c.is_decided = False
        rng_seed(&self.workers[0].rng, start)
        for i in range(MOST_DEALS):
            self.c.deal_seeds[i] = rng_next(&self.workers[0].rng)
        self.workers[0].deepest = 0
        for i in range(1, self.c.threads):
            self.workers[i].deepest = 0
            rng_seed(&self.workers[i].rng, rng_next(&self.workers[0].rng))
        with nogil:
            node = find_node(&self.c.tree, hash_state(&self.c.root))
            if node:
                keep_subtree(&self.c.spare, &self.c.tree, node)
                kept = self.c.tree
                self.c.tree = self.c.spare
                self.c.spare = kept
            else:
                clear_tree(&self.c.tree)
                self.c.tree.root = node_for(&self.c.tree, &self.c.root)
            known = self.c.tree.nodes[self.c.tree.root].visits
            prepare_root(&self.c, self.workers)
        return known

    cdef int _check_begun(self) except -1:
        if self.c.tree.root == 0:
            raise ValueError("no position to search: call begin first")
        return 0

    def run(self, nodes, seconds, StopFlag stop, left=0, depth=0, thread=0):
        """Simulate until the first limit (0: none); return the number of simulations.

        Threads that call this at once grow one tree together. Each has a number of its own, from 0 on, as `thread`.

        `left` is the time in seconds that the search has in total, 0 for unknown. If it is known, the run also
        ends when the choice is decided, because no other move can get the most visits any more. With `depth` the
        run ends, decided too, when the longest path has so many plies or the tree has stopped growing.
        """
        cdef uint64_t made, most = unsigned(nodes, "nodes")
        cdef int plies = whole(depth, "depth", 0, INT_MAX)
        cdef int number = whole(thread, "thread", 0, self.c.threads - 1)
        cdef double now = seconds_now()
        cdef double limit = real(seconds, "seconds", 0, INFINITY)
        cdef double rest = real(left, "left", -INFINITY, INFINITY)
        self._check_begun()
        with nogil:
            made = run(
                &self.c, &self.workers[number], most, plies, now + limit if limit > 0 else 0,
                now + rest if rest > 0 else 0, &stop.c,
            )
        return made

    def moves(self):
        """Return the root's moves as (move, visits, win shares by seat); the shares are 0 without visits."""
        cdef const NodeC *root = &self.c.tree.nodes[self.c.tree.root]
        cdef const EdgeC *edge
        cdef int i
        found = []
        for i in range(root.edges):
            edge = &self.c.tree.edges[root.first_edge + i]
            found.append((edge.move, edge.visits, self._values(edge.child)))
        return found

    def best(self):
        """Return the move with the most visits; of equal ones that with the higher win share of its player."""
        cdef int seat = self.c.root.to_move
        return max(self.moves(), key=lambda found: (found[1], found[2][seat]))[0]

    def priors(self):
        """Return the priors of the root's moves, in the order of `moves`; their sum is 1."""
        cdef const NodeC *root = &self.c.tree.nodes[self.c.tree.root]
        cdef int i
        return [self.c.tree.edges[root.first_edge + i].prior for i in range(root.edges)]

    cdef list _values(self, uint32_t at):
        cdef const NodeC *node = &self.c.tree.nodes[at]
        return [node.total[i] / max(<uint32_t>1, node.visits) for i in range(self.c.root.players)]

    def values(self):
        """Return the expected win shares at the root, by seat."""
        return self._values(self.c.tree.root)

    def line(self, first):
        """Return the principal variation: `first`, a move of the root, then the most visited moves up to chance."""
        cdef const NodeC *node = &self.c.tree.nodes[self.c.tree.root]
        cdef const EdgeC *edge = NULL
        cdef move_t move = whole(first, "first", 0, <int64_t>UINT32_MAX)
        cdef int i
        for i in range(node.edges):
            if self.c.tree.edges[node.first_edge + i].move == move:
                edge = &self.c.tree.edges[node.first_edge + i]
        if edge == NULL:
            raise ValueError(f"first: {move} is not a move of the position searched")
        line = [edge.move]
        node = &self.c.tree.nodes[edge.child]
        while (node.stage == ACTION or node.stage == BONUS) and node.first_edge:
            edge = most_visited(&self.c.tree, node)
            line.append(edge.move)
            node = &self.c.tree.nodes[edge.child]
        return line

    @property
    def work(self):
        """What was done since the search was made, for the bench: decisions listed and rated, moves made, values."""
        listed = made = valued = 0
        for i in range(self.c.threads):
            listed += self.workers[i].expanded + self.workers[i].rollout.played
            made += self.workers[i].steps + self.workers[i].rollout.played
            valued += self.workers[i].rollout.valued
        return listed, made, valued

    @property
    def is_decided(self):
        """Whether the last run ended because its result was decided: see `run`."""
        return self.c.is_decided

    @property
    def deepest(self):
        """The number of plies of the longest path so far."""
        return max(self.workers[i].deepest for i in range(self.c.threads))

    @property
    def size(self):
        """The number of nodes in the tree."""
        return self.c.tree.node_count - 1
