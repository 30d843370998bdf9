"""The exact solver of the last turn of two players: finds the margin of the final scores with best play.

Turn 6 has no chance, and the margin alone decides who of two players wins: the game is zero-sum in the margin.
The solver uses MTD(f) (Plaat et al. 1996), a sequence of null-window alpha-beta searches ("tests") around a guess.
Each test moves one of two bounds:

    while lower < upper:
        beta  = guess, or guess + 1 if guess == lower
        value = alpha_beta(root, beta - 1, beta)
        value >= beta: lower = value, else upper = value
        guess = value

The same tests search to a depth (`margin_search`) where the game is too long to be solved: `search_depth`, to be
called with one depth after the other. What is exact in the transposition table serves both.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint64_t
from libc.string cimport memcmp

from spyrium_ai.game.rules.arguments cimport byte_count, positive, real, unsigned, whole
from spyrium_ai.game.rules.cards cimport TURNS
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport NO_MOVE, move_t
from spyrium_ai.game.rules.state cimport StateC, final_score, is_decision, rng_seed
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.search.endgame.canonical_order cimport DEAD_END
from spyrium_ai.search.endgame.margin_search cimport PLY, ROOM, SolverC, take_best, value_after
from spyrium_ai.search.endgame.position_reduction cimport drop_unseen
from spyrium_ai.search.endgame.transposition_table cimport EXACT, free_table, make_table
from spyrium_ai.search.endgame.upper_bound cimport UNIT
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.move_ratings cimport rate_by
from spyrium_ai.search.evaluation.policy_net cimport Policy
from spyrium_ai.search.search_limits cimport set_limits
from spyrium_ai.search.stop_flag cimport StopFlag
from spyrium_ai.util.pages cimport pages_release, pages_reserve

cdef enum:
    NODES_PER_POLL = 64     # nodes between two polls of the clock and the stop flag
    FULL_DEPTH_MOVES = 3    # at the root; the others are first searched to a ply less
    REACH = 6               # points; better rates hardly ever lower a bound by more

MAX_DEPTH = (EXACT - 1) // PLY
WIDTH = 12                  # the network of the last turn rates moves three times as far apart as that of the others

cdef struct RootC:
    StateC asked            # the position as it was given
    StateC s                # without what is unseen
    int margin              # of the final scores if the game ended now
    int count
    int depth
    int lower               # bounds of the final margin
    int upper
    move_t best             # a move that proves the bound, NO_MOVE before one is found


cdef void order_root(SolverC *v, RootC *root, const StateC *s) noexcept nogil:
    """Set the root; its moves are at the bottom of the stack, the most promising first."""
    cdef int i
    root.asked = root.s = s[0]
    root.margin = final_score(s, 0) - final_score(s, 1)
    root.count = generate(s, v.moves)
    rate_by(&v.rater, s, v.moves, root.count, v.ratings)
    for i in range(root.count):
        take_best(v.moves, v.ratings, i, root.count)
    drop_unseen(&root.s)


cdef int root_move_value(SolverC *v, const RootC *root, int i, int beta) noexcept nogil:
    """Return the final margin after a move, as far as a test of `beta` shows it."""
    cdef bint first = root.s.to_move == 0
    cdef int alpha = beta - root.margin - 1
    cdef int score = final_score(&root.s, root.s.to_move)
    cdef int value, depth = root.depth if root.depth == EXACT else root.depth - PLY
    if depth != EXACT and i >= FULL_DEPTH_MOVES:
        value = value_after(v, &root.s, score, v.moves[i], 0, alpha, alpha + 1, depth - PLY, root.count)
        if (value > alpha) != first:
            return root.margin + value
    return root.margin + value_after(v, &root.s, score, v.moves[i], 0, alpha, alpha + 1, depth, root.count)


cdef void test_margin(SolverC *v, RootC *root, int beta) noexcept nogil:
    """Test whether the margin is at least `beta`; move one of the root's bounds."""
    cdef bint first = root.s.to_move == 0
    cdef int i, j, value, found = -DEAD_END if first else DEAD_END
    cdef move_t move
    for i in range(root.count):
        move = v.moves[i]
        value = root_move_value(v, root, i, beta)
        if v.limits.reached:
            return
        found = max(found, value) if first else min(found, value)
        if (found >= beta) == first:
            root.best = move
            for j in range(i, 0, -1):
                v.moves[j] = v.moves[j - 1]
            v.moves[0] = move
            break
    if found >= beta:
        root.lower = max(root.lower, found)
    else:
        root.upper = min(root.upper, found)


cdef void solve(SolverC *v, RootC *root, int guess) noexcept nogil:
    """Test margins, beginning with the guess, until the margin is known or a limit is reached."""
    cdef int beta
    while root.lower < root.upper and not v.limits.reached:
        beta = guess + (guess == root.lower)
        test_margin(v, root, beta)
        guess = root.lower if root.lower >= beta else root.upper


cdef class Solver:
    """Solves positions of turn 6 with two players. A margin is the first seat's final score less the second's."""

    cdef SolverC c
    cdef RootC root
    cdef Policy policy

    def __cinit__(self, Weights weights, memory, Policy policy=None, width=WIDTH):
        """Reserve at most `memory` bytes for the table. The policy network orders moves, else one-ply ratings do.

        In a search to a depth a move costs one more ply for every `width` points that it is rated below the best.
        """
        cdef int i
        cdef size_t size = byte_count(memory, "memory")
        self.c.moves = <move_t *>pages_reserve(ROOM * sizeof(move_t))
        self.c.ratings = <float *>pages_reserve(ROOM * sizeof(float))
        if not make_table(&self.c.table, size) or self.c.moves == NULL or self.c.ratings == NULL:
            raise MemoryError(f"no {memory} bytes for the table")
        self.c.width = positive(width, "width")
        self.c.weights = weights.c
        self.policy = policy
        self.c.rater.weights = &self.c.weights
        self.c.rater.policy = NULL if policy is None else policy.nets
        self.c.limits.nodes_per_poll = NODES_PER_POLL
        # The levels are calibrated with one-ply ratings and without this.
        self.c.reach = DEAD_END if policy is None else REACH
        for i in range(2):
            self.c.rates[i].pound, self.c.rates[i].spyrium, self.c.rates[i].hand = UNIT, 2 * UNIT, 2 * UNIT

    def __dealloc__(self):
        free_table(&self.c.table)
        pages_release(self.c.moves, ROOM * sizeof(move_t))
        pages_release(self.c.ratings, ROOM * sizeof(float))

    def solve(self, State state, guess, nodes, seconds, StopFlag stop):
        """Search until the margin is known or a limit (0: none) is reached; `guess` is the first margin to test.

        Returns a lower and an upper bound of the margin, equal if it is known, and the best move or None. The
        transposition table is kept for the next position.
        """
        return self._search(state, guess, EXACT, nodes, seconds, stop)

    def search_depth(self, State state, guess, depth, nodes, seconds, StopFlag stop):
        """Search to a depth in plies, as `solve` does to the end.

        Returns the same. The margin, if it is found, is what the search believes; it proves nothing. The moves of a
        position that is searched again stay in the order of the last search.
        """
        return self._search(state, guess, PLY * <int>whole(depth, "depth", 1, MAX_DEPTH), nodes, seconds, stop)

    cdef _search(self, State state, guess, int depth, nodes, seconds, StopFlag stop):
        cdef int first_guess = whole(guess, "guess", -DEAD_END, DEAD_END)
        cdef uint64_t most = unsigned(nodes, "nodes")
        cdef double limit = real(seconds, "seconds", 0, INFINITY)
        if state.c.players != 2 or state.c.turn != TURNS or not is_decision(&state.c):
            raise ValueError("not a decision in turn 6 of two players")
        self.c.limits.next_poll = 0
        set_limits(&self.c.limits, self.c.limits.nodes + most if most else 0, limit, &stop.c)
        rng_seed(&self.c.ties, 0)
        self.root.depth = depth
        self.root.lower, self.root.upper = -DEAD_END, DEAD_END
        self.root.best = NO_MOVE
        with nogil:
            if memcmp(&self.root.asked, &state.c, sizeof(StateC)) != 0:
                order_root(&self.c, &self.root, &state.c)
            solve(&self.c, &self.root, first_guess)
        return self.root.lower, self.root.upper, None if self.root.best == NO_MOVE else self.root.best

    @property
    def nodes(self):
        """The number of positions searched so far."""
        return self.c.limits.nodes
