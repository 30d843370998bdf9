"""Monte Carlo tree search: a search with its tree, for `mcts`. How it simulates stands in `simulation`."""

from libc.stdint cimport uint32_t, uint64_t

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport ACTION, BONUS, hash_state, rng_next, rng_seed
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.turn_rollout cimport free_rollout, make_rollout
from spyrium_ai.search.evaluation.value_net cimport Net
from spyrium_ai.search.mcts_simulation cimport SearchC, prepare_root, run
from spyrium_ai.search.mcts_tree cimport (
    MOST_DEALS, EdgeC, NodeC, TreeC, add_node, clear_tree, find_node, free_tree, keep_subtree, make_tree,
)
from spyrium_ai.search.stop_flag cimport StopFlag, seconds_now


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


# How broad the search is: docs/search.md has the matches.
EXPLORATION = 0.8
TEMPERATURE = 4
FIRST_PLAY = 0
BEFORE_DEALS = 500


cdef class Search:
    """A search with its tree. Values are shares of the win by seat."""

    cdef SearchC c
    cdef Net net

    def __cinit__(
        self,
        Weights weights,
        Net net not None,
        size_t memory,
        float exploration=EXPLORATION,
        float temperature=TEMPERATURE,
        float first_play=FIRST_PLAY,
        int before_deals=BEFORE_DEALS,
        int value=0,
    ):
        """Reserve `memory` bytes, nearly all of them for the tree."""
        cdef size_t table = memory // 32
        # Half of the rest is for the part of the tree that is kept between moves.
        if (
            not make_rollout(&self.c.rollout, &self.c.weights, net.nets, value, table)
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
        free_rollout(&self.c.rollout)

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
        self.c.grown_to = self.c.idle = 0
        self.c.is_decided = False
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

    def run(self, uint64_t nodes, double seconds, StopFlag stop, double left=0, int depth=0):
        """Simulate until the first limit (0: none); return how many simulations were made.

        With `left`, the seconds that there will be in all, it also ends when the choice is decided:
        no other move can get the most visits any more. With `depth` it ends, decided too, when the
        longest path has so many plies, or the tree has long stopped growing.
        """
        cdef uint64_t made
        cdef double now = seconds_now()
        cdef double deadline = now + seconds if seconds > 0 else 0
        with nogil:
            made = run(&self.c, nodes, depth, deadline, now + left if left > 0 else 0, &stop.c)
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
    def is_decided(self):
        """Whether the last run ended because going on would change nothing: see `run`."""
        return self.c.is_decided

    @property
    def deepest(self):
        """The plies of the longest path so far."""
        return self.c.deepest

    @property
    def size(self):
        """The nodes in the tree."""
        return self.c.tree.node_count - 1
