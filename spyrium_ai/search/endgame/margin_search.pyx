"""Alpha-beta on the margin in the last turn of two players: exact, or to a depth.

The value of a position is the future gain of the first seat less that of the second, so that it does not depend on
the points scored before. Null windows are cheap: the transposition table keeps a lower and an upper bound of each
value. Four techniques keep the tree small: equivalent positions are made equal (`position_reduction`), dominated
moves are dropped (`dominated_moves`), a player who decides alone makes its moves in one order (`canonical_order`),
and bounds for each seat alone (`upper_bound`, `lower_bound`) decide most null windows without a search.

To the depth EXACT nothing is left out. To a lesser depth, as in `expectimax`, a move whose rating is d points below
the best costs 1 + d / width plies, moves beyond the horizon are pruned, and a leaf is worth what both seats gain if
they play on by the ratings. The upper bounds cut there too. The lower ones do not, since each needs a search to the
end, and a player alone makes its moves in any order.
"""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, NO_MOVE, move_t
from spyrium_ai.game.rules.state cimport ACTION, OVER, PASSED, StateC, check, final_score, hash_state
from spyrium_ai.search.endgame.canonical_order cimport DEAD_END, is_orderly, progress_after
from spyrium_ai.search.endgame.dominated_moves cimport drop_dominated
from spyrium_ai.search.endgame.position_reduction cimport is_apart, isolate_seat, lower_bound, reduce_state
from spyrium_ai.search.endgame.transposition_table cimport EXACT, NO_BOUND, TTEntryC, depth_of, tt_probe, tt_store
from spyrium_ai.search.endgame.upper_bound cimport tightest_upper_bound
from spyrium_ai.search.evaluation.move_ratings cimport best_by, rate_by
from spyrium_ai.search.search_limits cimport out_of_limits

cdef enum:
    LEEWAY = PLY // 2       # depth below the horizon at which a move is still searched
    MOST_PLIES_LOST = 100   # by a low rating


cdef int seats_apart(SolverC *v, const StateC *s, int alpha, int beta, int depth, int top) noexcept nogil:
    """Return the value of a position in which the players no longer affect each other."""
    cdef StateC alone = s[0]
    cdef int gain
    isolate_seat(&alone, 0)
    gain = value_of(v, &alone, -NO_BOUND, NO_BOUND, depth, top)
    alone = s[0]
    isolate_seat(&alone, 1)
    return gain + value_of(v, &alone, alpha - gain, beta - gain, depth, top)


cdef bint is_sure(SolverC *v, const StateC *s, int seat, int gain, int top) noexcept nogil:
    """Return whether the seat surely gains at least `gain`, against every play of the other; False if unknown."""
    cdef StateC alone = s[0]
    gain += lower_bound(&alone, seat)
    if seat == 0:
        return value_of(v, &alone, gain - 1, gain, EXACT, top) >= gain
    return value_of(v, &alone, -gain, 1 - gain, EXACT, top) <= -gain


cdef bint is_decided(
    SolverC *v, const StateC *s, int alpha, int beta, int depth, int top, int *bound
) noexcept nogil:
    """Return whether the value is known to lie outside alpha and beta; write a bound of it."""
    cdef int own = 0, other = 0
    if s.seats[0].phase != PASSED:
        own = bound[0] = tightest_upper_bound(s, 0, &v.rates[0], alpha, v.reach)
        if own <= alpha:
            return True
    if s.seats[1].phase != PASSED:
        other = tightest_upper_bound(s, 1, &v.rates[1], -beta, v.reach)
        bound[0] = -other
        if -other >= beta:
            return True
    if depth != EXACT or s.seats[0].phase == PASSED or s.seats[1].phase == PASSED:
        return False
    if own - alpha <= other and is_sure(v, s, 1, own - alpha, top):
        bound[0] = alpha
        return True
    if beta + other <= own and is_sure(v, s, 0, beta + other, top):
        bound[0] = beta
        return True
    return False


cdef float rate_all(SolverC *v, const StateC *s, const move_t *moves, int count, float *ratings) noexcept nogil:
    """Write the ratings of the moves; return the highest."""
    cdef float highest
    cdef int i
    rate_by(&v.rater, s, moves, count, ratings)
    highest = ratings[0]
    for i in range(1, count):
        highest = max(highest, ratings[i])
    return highest


cdef bint put_first(move_t move, move_t *moves, int count) noexcept nogil:
    """Swap the move to the first place; return whether it is one of the moves."""
    cdef int i
    for i in range(count):
        if moves[i] == move:
            moves[0], moves[i] = moves[i], moves[0]
            return True
    return False


cdef void take_best(move_t *moves, float *ratings, int first, int count) noexcept nogil:
    """Swap the highest rated move from `first` on to that place."""
    cdef int i, best = first
    for i in range(first + 1, count):
        if ratings[i] > ratings[best]:
            best = i
    moves[first], moves[best] = moves[best], moves[first]
    ratings[first], ratings[best] = ratings[best], ratings[first]


cdef int greedy_gain(SolverC *v, const StateC *s) noexcept nogil:
    """Return what both seats gain from a reduced position, the second's subtracted, if they play on by the ratings.

    Such lines meet, and meet positions already searched: the table has the value of each position on the way.
    """
    cdef StateC child = s[0]
    cdef TTEntryC found
    cdef uint64_t key = hash_state(s)
    cdef const TTEntryC *known = tt_probe(&v.table, key)
    if known != NULL and known.lower == known.upper:
        return known.lower
    # A deeper search tries this move first, and if it cuts off, rates no move.
    found.move = best_by(&v.rater, s, &v.ties)
    apply_move(&child, found.move)
    found.lower = gain_of(s, final_score(s, s.to_move), &child)
    if child.stage != OVER:
        reduce_state(&child)
        found.lower += greedy_gain(v, &child)
    found.upper = found.lower
    tt_store(&v.table, key, 0, 1, found)
    return found.lower


cdef inline int gain_of(const StateC *s, int score, const StateC *after) noexcept nogil:
    """Return what the player to move, with this final score before the move, has gained by it; the second's negated."""
    cdef int gain = final_score(after, s.to_move) - score
    return gain if s.to_move == 0 else -gain


cdef int value_after(
    SolverC *v, const StateC *s, int score, move_t move, int progress, int alpha, int beta, int depth, int top
) noexcept nogil:
    """Return the value of a move: its immediate gain and the value of the position after it.

    `score` is the player's final score if the game ended before the move.
    """
    cdef StateC child = s[0]
    cdef int gain
    apply_move(&child, move)
    gain = gain_of(s, score, &child)
    if child.stage == OVER:
        return gain
    child.unseen_events = progress
    reduce_state(&child)
    return gain + value_of(v, &child, alpha - gain, beta - gain, depth, top)


cdef inline int depth_after(const SolverC *v, int depth, float below) noexcept nogil:
    """Return the depth left after a move with a rating so many points below the best; the horizon is at 0."""
    if depth == EXACT:
        return EXACT
    return depth - PLY - <int>(PLY * min(below / v.width, <float>MOST_PLIES_LOST))


cdef int best_value(
    SolverC *v, const StateC *s, uint64_t key, TTEntryC *found, int alpha, int beta, int depth, int top
) noexcept nogil:
    """Return the value of the best move, and store it; `found` is what the table knows of the position."""
    cdef uint64_t begun = v.limits.nodes
    cdef move_t *moves = &v.moves[top]
    cdef float *ratings = &v.ratings[top]
    cdef float highest_rating = 0
    cdef int i, value, progress, left, best, lowest = alpha, highest = beta
    cdef bint first = s.to_move == 0
    # Where moves are pruned, those that are left might all lead to a dead end of the canonical order.
    cdef bint orderly = depth == EXACT and is_orderly(s)
    cdef int count = drop_dominated(s, moves, generate(s, moves), orderly)
    cdef int score = final_score(s, s.to_move)
    cdef int tried = put_first(found.move, moves, count)
    if count == 0:
        return -DEAD_END if first else DEAD_END
    best = -NO_BOUND if first else NO_BOUND
    for i in range(count):
        # The table's move often suffices, and then no rating is needed.
        if i == tried:
            highest_rating = rate_all(v, s, moves, count, ratings)
        if i >= tried:
            take_best(moves, ratings, i, count)
        left = depth_after(v, depth, 0 if i == 0 else max(<float>0, highest_rating - ratings[i]))
        if i and left < -LEEWAY:
            break
        progress = progress_after(s, moves[i]) if orderly else 0
        value = value_after(v, s, score, moves[i], progress, alpha, beta, left, top + count)
        if left < depth - PLY and (value > alpha if first else value < beta):
            value = value_after(v, s, score, moves[i], progress, alpha, beta, depth - PLY, top + count)
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
    tt_store(&v.table, key, depth, v.limits.nodes - begun, found[0])
    return best


cdef int value_of(SolverC *v, const StateC *s, int alpha, int beta, int depth, int top) noexcept nogil:
    """Return the value of a reduced position, outside alpha and beta a bound of it.

    After a limit is reached, the result is meaningless. The moves are on the stack from `top` on.
    """
    cdef const TTEntryC *known
    cdef TTEntryC found
    cdef uint64_t key
    cdef int value
    if v.limits.reached:  # a second search of a move, say: it does not count
        return 0
    v.limits.nodes += 1
    if out_of_limits(&v.limits):
        return 0
    if s.stage == ACTION and s.seats[0].phase != PASSED and s.seats[1].phase != PASSED and is_apart(s):
        return seats_apart(v, s, alpha, beta, depth, top)
    key = hash_state(s)
    found.move = NO_MOVE
    found.lower = -NO_BOUND
    found.upper = NO_BOUND
    known = tt_probe(&v.table, key)
    if known != NULL:
        found.move = known.move
        if depth_of(known) >= depth:
            found = known[0]
            if found.lower >= beta or found.lower == found.upper:
                return found.lower
            if found.upper <= alpha:
                return found.upper
            alpha = max(alpha, <int>found.lower)
            beta = min(beta, <int>found.upper)
    # Where a search to a depth is stored, the bounds have not decided before, and will hardly do so now.
    if s.stage == ACTION and (depth == EXACT or known == NULL or depth_of(known) == 0):
        if is_decided(v, s, alpha, beta, depth, top, &value):
            return value
    if v.limits.reached:
        return 0
    if depth <= 0:
        return greedy_gain(v, s)
    check(top + <int>MAX_MOVES <= <int>ROOM)
    return best_value(v, s, key, &found, alpha, beta, depth, top)
