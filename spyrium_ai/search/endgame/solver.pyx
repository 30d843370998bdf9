"""The exact solver of the last turn of two players: finds the margin of the final scores with best play.

Turn 6 has no chance, and the margin alone decides who of two players wins: the game is zero-sum in the margin.
The solver uses MTD(f) (Plaat et al. 1996), a sequence of null-window alpha-beta searches ("tests") around a guess.
Each test moves one of two bounds:

    while lower < upper:
        beta  = guess, or guess + 1 if guess == lower
        value = alpha_beta(root, beta - 1, beta)
        value >= beta: lower = value, else upper = value
        guess = value

A transposition table with lower and upper bounds keeps the tests cheap. The value of a position is the future gain
of the first seat less that of the second, so that it does not depend on the points scored before. Four techniques
keep the tree small: equivalent positions are made equal (`position_reduction`), dominated moves are dropped
(`dominated_moves`), a player who decides alone makes its moves in one order (`canonical_order`), and bounds for
each seat alone (`upper_bound`, `lower_bound`) decide most null windows without a search.
"""

from libc.math cimport INFINITY
from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.arguments cimport real, unsigned, whole
from spyrium_ai.game.rules.cards cimport TURNS
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, NO_MOVE, move_t
from spyrium_ai.game.rules.state cimport ACTION, OVER, PASSED, StateC, check, final_score, hash_state, is_decision
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.search.endgame.canonical_order cimport DEAD_END, is_orderly, progress_after
from spyrium_ai.search.endgame.dominated_moves cimport drop_dominated
from spyrium_ai.search.endgame.position_reduction cimport drop_unseen, is_apart, isolate_seat, lower_bound, reduce_state
from spyrium_ai.search.endgame.transposition_table cimport (
    NO_BOUND, TTEntryC, TTableC, free_table, make_table, tt_probe, tt_store,
)
from spyrium_ai.search.endgame.upper_bound cimport UNIT, RatesC, tightest_upper_bound
from spyrium_ai.search.evaluation.linear_value cimport Weights, WeightsC
from spyrium_ai.search.evaluation.one_ply cimport rate_moves
from spyrium_ai.search.search_limits cimport LimitsC, out_of_limits, set_limits
from spyrium_ai.search.stop_flag cimport StopFlag
from spyrium_ai.util.pages cimport pages_release, pages_reserve

cdef enum:
    NODES_PER_POLL = 64      # nodes between two polls of the clock and the stop flag
    ROOM = 1 << 16          # moves on the stack, down to the deepest node

cdef float TABLE_FIRST = 1e6    # the rating of the table's move, above every other

cdef struct SolverC:
    WeightsC weights
    TTableC table
    move_t *moves
    float *ratings
    LimitsC limits
    RatesC rates[2]         # of the bounds, by seat


cdef int seats_apart(SolverC *v, const StateC *s, int alpha, int beta, int top) noexcept nogil:
    """Return the value of a position in which the players no longer affect each other."""
    cdef StateC alone = s[0]
    cdef int gain
    isolate_seat(&alone, 0)
    gain = value_of(v, &alone, -NO_BOUND, NO_BOUND, top)
    alone = s[0]
    isolate_seat(&alone, 1)
    return gain + value_of(v, &alone, alpha - gain, beta - gain, top)


cdef bint is_sure(SolverC *v, const StateC *s, int seat, int gain, int top) noexcept nogil:
    """Return whether the seat surely gains at least `gain`, against every play of the other; False if unknown."""
    cdef StateC alone = s[0]
    gain += lower_bound(&alone, seat)
    if seat == 0:
        return value_of(v, &alone, gain - 1, gain, top) >= gain
    return value_of(v, &alone, -gain, 1 - gain, top) <= -gain


cdef bint is_decided(SolverC *v, const StateC *s, int alpha, int beta, int top, int *bound) noexcept nogil:
    """Return whether the value is known to lie outside alpha and beta; write a bound of it."""
    cdef int own = 0, other = 0
    if s.seats[0].phase != PASSED:
        own = bound[0] = tightest_upper_bound(s, 0, &v.rates[0], alpha)
        if own <= alpha:
            return True
    if s.seats[1].phase != PASSED:
        other = tightest_upper_bound(s, 1, &v.rates[1], -beta)
        bound[0] = -other
        if -other >= beta:
            return True
    if s.seats[0].phase == PASSED or s.seats[1].phase == PASSED:
        return False
    if own - alpha <= other and is_sure(v, s, 1, own - alpha, top):
        bound[0] = alpha
        return True
    if beta + other <= own and is_sure(v, s, 0, beta + other, top):
        bound[0] = beta
        return True
    return False


cdef inline void take_best(move_t *moves, float *ratings, int first, int count) noexcept nogil:
    """Swap the highest rated move from `first` on to that place."""
    cdef int i, best = first
    for i in range(first + 1, count):
        if ratings[i] > ratings[best]:
            best = i
    moves[first], moves[best] = moves[best], moves[first]
    ratings[first], ratings[best] = ratings[best], ratings[first]


cdef int value_after(
    SolverC *v, const StateC *s, move_t move, int progress, int alpha, int beta, int top
) noexcept nogil:
    """Return the value of a move: its immediate gain and the value of the position after it."""
    cdef StateC child = s[0]
    cdef int gain, sign = 1 if s.to_move == 0 else -1
    apply_move(&child, move)
    gain = sign * (final_score(&child, s.to_move) - final_score(s, s.to_move))
    if child.stage == OVER:
        return gain
    child.unseen_events = progress
    reduce_state(&child)
    return gain + value_of(v, &child, alpha - gain, beta - gain, top)


cdef int value_of(SolverC *v, const StateC *s, int alpha, int beta, int top) noexcept nogil:
    """Return the value of a reduced position, outside alpha and beta a bound of it.

    After a limit is reached, the result is meaningless. The moves are on the stack from `top` on.
    """
    cdef const TTEntryC *known
    cdef TTEntryC found
    cdef uint64_t key, begun = v.limits.nodes
    cdef move_t *moves = &v.moves[top]
    cdef float *ratings = &v.ratings[top]
    cdef int i, count, value, best, lowest = alpha, highest = beta
    cdef bint first = s.to_move == 0, orderly = is_orderly(s)
    v.limits.nodes += 1
    if out_of_limits(&v.limits):
        return 0
    if s.stage == ACTION and s.seats[0].phase != PASSED and s.seats[1].phase != PASSED and is_apart(s):
        return seats_apart(v, s, alpha, beta, top)
    key = hash_state(s)
    found.move = NO_MOVE
    found.lower = -NO_BOUND
    found.upper = NO_BOUND
    known = tt_probe(&v.table, key)
    if known != NULL:
        found = known[0]
        if found.lower >= beta or found.lower == found.upper:
            return found.lower
        if found.upper <= alpha:
            return found.upper
        alpha = lowest = max(alpha, <int>found.lower)
        beta = highest = min(beta, <int>found.upper)
    if s.stage == ACTION and is_decided(v, s, alpha, beta, top, &best):
        return best
    if v.limits.reached:
        return 0
    check(top + <int>MAX_MOVES <= <int>ROOM)
    count = drop_dominated(s, moves, generate(s, moves))
    if count == 0:
        return -DEAD_END if first else DEAD_END
    rate_moves(s, moves, count, &v.weights, ratings)
    if found.move != NO_MOVE:
        for i in range(count):
            if moves[i] == found.move:
                ratings[i] = TABLE_FIRST
    best = -NO_BOUND if first else NO_BOUND
    for i in range(count):
        take_best(moves, ratings, i, count)
        value = value_after(
            v, s, moves[i], progress_after(s, moves[i]) if orderly else 0, alpha, beta, top + count
        )
        if v.limits.reached:
            return 0
        if first and value > best:
            best = value
            alpha = max(alpha, value)
            if value > lowest:
                found.move = moves[i]
        elif not first and value < best:
            best = value
            beta = min(beta, value)
            if value < highest:
                found.move = moves[i]
        if alpha >= beta:
            break
    if best > lowest:
        found.lower = best
    if best < highest:
        found.upper = best
    tt_store(&v.table, key, v.limits.nodes - begun, found)
    return best


cdef struct RootC:
    StateC s
    int margin              # of the final scores if the game ended now
    int count
    int lower               # bounds of the final margin
    int upper
    move_t best             # a move that proves the bound, NO_MOVE before one is found


cdef void set_root(SolverC *v, RootC *root, const StateC *s) noexcept nogil:
    """Set the root; its moves are at the bottom of the stack, the most promising first."""
    cdef int i
    root.s = s[0]
    root.margin = final_score(s, 0) - final_score(s, 1)
    root.lower, root.upper = -DEAD_END, DEAD_END
    root.best = NO_MOVE
    root.count = generate(s, v.moves)
    rate_moves(s, v.moves, root.count, &v.weights, v.ratings)
    for i in range(root.count):
        take_best(v.moves, v.ratings, i, root.count)
    drop_unseen(&root.s)


cdef void test_margin(SolverC *v, RootC *root, int beta) noexcept nogil:
    """Test whether the margin is at least `beta`; move one of the root's bounds."""
    cdef bint first = root.s.to_move == 0
    cdef int i, j, value, found = -DEAD_END if first else DEAD_END
    cdef move_t move
    for i in range(root.count):
        move = v.moves[i]
        value = root.margin + value_after(
            v, &root.s, move, 0, beta - root.margin - 1, beta - root.margin, root.count
        )
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

    def __cinit__(self, Weights weights, memory):
        """Reserve at most `memory` bytes for the table."""
        cdef int i
        cdef size_t size = unsigned(memory, "memory")
        self.c.moves = <move_t *>pages_reserve(ROOM * sizeof(move_t))
        self.c.ratings = <float *>pages_reserve(ROOM * sizeof(float))
        if not make_table(&self.c.table, size) or self.c.moves == NULL or self.c.ratings == NULL:
            raise MemoryError(f"no {memory} bytes for the table")
        self.c.weights = weights.c
        self.c.limits.nodes_per_poll = NODES_PER_POLL
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
        cdef RootC root
        cdef int first_guess = whole(guess, "guess", -DEAD_END, DEAD_END)
        cdef uint64_t most = unsigned(nodes, "nodes")
        cdef double limit = real(seconds, "seconds", 0, INFINITY)
        if state.c.players != 2 or state.c.turn != TURNS or not is_decision(&state.c):
            raise ValueError("not a decision in turn 6 of two players")
        self.c.limits.next_poll = 0
        set_limits(&self.c.limits, self.c.limits.nodes + most if most else 0, limit, &stop.c)
        with nogil:
            set_root(&self.c, &root, &state.c)
            solve(&self.c, &root, first_guess)
        return root.lower, root.upper, None if root.best == NO_MOVE else root.best

    @property
    def nodes(self):
        """The number of positions searched so far."""
        return self.c.limits.nodes
