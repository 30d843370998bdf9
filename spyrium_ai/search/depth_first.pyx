"""Shared by the depth-first searches of `expectimax`.

- Leaves: a rollout of the heuristic to the end of the turn, then the value network; win shares by seat.
- Move ordering: the best move of the transposition table first, the others by their ratings.
- Depth reduction: like late move reductions, but by rating instead of by rank. A move whose rating is d points
  below the best costs 1 + d / width plies of depth instead of 1. The unit of depth is 1 / PLY of a ply. A move
  that would lead more than half a ply below the horizon is pruned; the best move never is.
- Transposition table: one entry per index, always replaced. An entry holds the best move, the depth, and a value
  with its bound. The table is kept between the depths of iterative deepening and between the moves of a game.
- Principal variation: a triangular array of lines.
- Further lines: the root is searched again without the moves of the lines found so far. What is found then is
  not the value of the root, so that the root's entry in the transposition table stays as it was.
"""

from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.search.evaluation.move_ratings cimport rate_by
from spyrium_ai.search.evaluation.turn_rollout cimport NET_DEALS, net_value, rollout_turn

cdef enum:
    MAX_REDUCTION = 1 << 14
    LEEWAY = PLY // 2       # units of depth below the horizon at which a move is still searched


cdef void leaf_value(SearchContextC *context, const StateC *s, int32_t *values) noexcept nogil:
    """Write the win shares by seat, in units of 1 / WHOLE_WIN, after a rollout to the end of the turn."""
    cdef StateC played_on = s[0]
    cdef float shares[5]
    cdef int seat
    rollout_turn(&context.rollout, &played_on, &context.rng, shares)
    for seat in range(s.players):
        values[seat] = <int32_t>(shares[seat] * WHOLE_WIN)


cdef void net_values_before_deals(const SearchContextC *context, const StateC *s, int64_t *totals) noexcept nogil:
    """Write the network's expectation at a turn's end, by seat, as often as it counts beside the sampled deals."""
    cdef float shares[5]
    cdef float points[5]
    cdef int seat
    net_value(&context.rollout, s, shares, points)
    for seat in range(s.players):
        totals[seat] = NET_DEALS * <int64_t>(shares[seat] * WHOLE_WIN)


cdef inline void shift(ChoicesC *choices, int at, int to) noexcept nogil:
    """Take the move with its rating from one place of the list to another; the others stay in their order."""
    cdef move_t move = choices.moves[at]
    cdef float rating = choices.ratings[at]
    cdef int step = 1 if to > at else -1
    while at != to:
        choices.moves[at], choices.ratings[at] = choices.moves[at + step], choices.ratings[at + step]
        at += step
    choices.moves[at], choices.ratings[at] = move, rating


cdef bint list_moves(const StateC *s, move_t first, ChoicesC *out) noexcept nogil:
    """Write the legal moves without ratings, `first` before the others; return whether it is one of them."""
    cdef int i
    out.count = generate(s, out.moves)
    out.first_at = 0
    for i in range(out.count):
        if out.moves[i] == first:
            out.first_at = i
            shift(out, i, 0)  # the order of the others decides between equal ratings
            return True
    return False


cdef void order_moves(SearchContextC *context, const StateC *s, int first, ChoicesC *choices) noexcept nogil:
    """Rate the moves of the list; sort those from number `first` on by their ratings."""
    cdef move_t move
    cdef float rating
    cdef int i, j
    shift(choices, 0, choices.first_at)
    rate_by(&context.rollout.rater, s, choices.moves, choices.count, choices.ratings)
    shift(choices, choices.first_at, 0)
    choices.best = choices.ratings[0]
    for i in range(1, choices.count):
        move, rating = choices.moves[i], choices.ratings[i]
        choices.best = max(choices.best, rating)
        j = i
        while j > first and choices.ratings[j - 1] < rating:
            choices.moves[j], choices.ratings[j] = choices.moves[j - 1], choices.ratings[j - 1]
            j -= 1
        choices.moves[j], choices.ratings[j] = move, rating


cdef void leave_out(const SearchContextC *context, ChoicesC *choices) noexcept nogil:
    """Remove the root's moves that are not searched; at least one move is left."""
    cdef move_t move
    cdef float best = 0
    cdef int i, j, kept = 0
    for i in range(choices.count):
        move = choices.moves[i]
        for j in range(context.left_out_count):
            if move == context.left_out[j]:
                break
        else:
            best = choices.ratings[i] if kept == 0 else max(best, choices.ratings[i])
            choices.moves[kept], choices.ratings[kept] = move, choices.ratings[i]
            kept += 1
    choices.best, choices.count = best, kept


cdef int depth_reduction(const SearchContextC *context, const ChoicesC *choices, int i) noexcept nogil:
    """Return the units of depth that a move costs beyond a ply, by its rating below the best."""
    if i == 0:
        return 0
    return <int>min(<float>MAX_REDUCTION, (choices.best - choices.ratings[i]) / context.width * PLY)


cdef bint is_pruned(const SearchContextC *context, const ChoicesC *choices, int i, int depth) noexcept nogil:
    """Return whether this move and those after it are pruned at this depth; the first never is."""
    return i > 0 and depth - PLY - depth_reduction(context, choices, i) < -LEEWAY


cdef void update_pv(SearchContextC *context, move_t move, int ply) noexcept nogil:
    """Set the principal variation from this ply on: the move and the line after it."""
    cdef int i, rest = 0
    if ply + 1 < MOST_PLIES:
        rest = min(context.line_length[ply + 1], MOST_PLIES - 1)
        for i in range(rest):
            context.line[ply][i + 1] = context.line[ply + 1][i]
    context.line[ply][0] = move
    context.line_length[ply] = rest + 1
