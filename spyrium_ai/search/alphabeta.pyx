"""Alpha-beta for two sides: one seat maximises its win share, all others minimise it.

With two players this is exact, since their win shares add up to 1. With more players it makes the paranoid
assumption (Sturtevant and Korf 2000): all rivals play together against the seat.

The search is principal variation search (Marsland and Campbell 1982) in negamax form. It searches the first move
with the window (alpha, beta), every other one with the null window (alpha, alpha + 1) and the reduced depth of
`depth_first`. If a null-window search fails high, the move is searched again with the full window and depth.
The transposition table, with exact values and bounds, cuts off null-window searches and supplies the first move.

Threads that share the table leave for later the moves that others of them search at the moment; by then the table
knows their values (ABDADA, Weill 1996, in the simplified form of Kerrigan). The first move is searched by all.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.chance cimport play_seeded_chance
from spyrium_ai.game.rules.moves cimport NO_MOVE, move_t
from spyrium_ai.game.rules.state cimport StateC, hash_state, is_decision
from spyrium_ai.search.depth_first cimport (
    AT_LEAST, AT_MOST, EXACTLY, INFINITE, MOST_PLIES, PLY, WHOLE_WIN, Bound, ChoicesC, FoundC, SearchContextC,
    busy_begin, busy_end, busy_hash, depth_reduction, is_busy, is_pruned, leaf_value, leave_out,
    net_values_before_deals, order_moves, tt_probe, tt_store, update_pv,
)
from spyrium_ai.search.evaluation.turn_rollout cimport NET_DEALS, is_dealt
from spyrium_ai.search.search_limits cimport out_of_limits


cdef enum:
    LEAST_SHARED = 2 * PLY  # units of depth from which on moves are left for later
    MOST_LEFT = 64

cdef struct QueueC:         # the order in which the moves of a position are searched
    int next, end           # numbers in the queue
    int count               # so many moves in their order, then those left for later
    int left[MOST_LEFT]


cdef inline bint is_shared(const SearchContextC *context, int i, int depth) noexcept nogil:
    """Return whether threads leave the move for later while another one searches it."""
    return context.busy != NULL and i > 0 and depth >= LEAST_SHARED


cdef inline int take_move(
    const SearchContextC *context, QueueC *queue, const ChoicesC *choices, uint64_t key, int depth
) noexcept nogil:
    """Return the next move that no other thread searches, if there is one; leave those before it for later."""
    cdef int i
    while queue.next < queue.count:
        i = queue.next
        queue.next += 1
        if (
            not is_shared(context, i, depth)
            or queue.end - queue.count == MOST_LEFT
            or not is_busy(context.busy, busy_hash(key, choices.moves[i], depth))
        ):
            return i
        queue.left[queue.end - queue.count] = i
        queue.end += 1
    i = queue.left[queue.next - queue.count]
    queue.next += 1
    return i


cdef inline int side_of(const SearchContextC *context, const StateC *s) noexcept nogil:
    return 1 if s.to_move == context.seat else -1


cdef int value_of(
    SearchContextC *context, const StateC *s, int side, int depth, int ply, int alpha, int beta
) noexcept nogil:
    """Return the value of the position for the side: exact between alpha and beta, else a bound."""
    cdef int32_t values[5]
    context.line_length[ply] = 0
    if out_of_limits(&context.limits):
        return 0
    context.limits.nodes += 1
    if depth <= 0 or ply == MOST_PLIES - 1 or not (is_decision(s) or is_dealt(&context.rollout, s)):
        leaf_value(context, s, values)
        return side * values[context.seat]
    if not is_decision(s):
        return value_of_deals(context, s, side, depth, ply, alpha, beta)
    if side_of(context, s) == side:
        return best_value(context, s, depth, ply, alpha, beta)
    return -best_value(context, s, depth, ply, -beta, -alpha)


cdef int value_of_deals(
    SearchContextC *context, const StateC *s, int side, int depth, int ply, int alpha, int beta
) noexcept nogil:
    """Return the mean over the sampled deals and the network's expectation: exact between alpha and beta, else a bound.

    Star1 (Ballard 1983): a deal is searched with the window beyond which it decides on which side of alpha and beta
    the mean lies, whatever the deals after it bring.
    """
    cdef StateC child
    cdef int64_t least = 0 if side == 1 else -WHOLE_WIN, most = least + WHOLE_WIN
    cdef int64_t totals[5]
    cdef int64_t total, low, high, rest, deals = context.rollout.deals, count = NET_DEALS + deals
    cdef int number, value
    net_values_before_deals(context, s, totals)
    total = side * totals[context.seat]
    for number in range(deals):
        rest = deals - 1 - number
        low = max(least - 1, count * alpha - total - rest * most)
        high = min(most + 1, count * beta - total - rest * least)
        child = s[0]
        play_seeded_chance(&child, context.rollout.deal_seeds[number])
        value = value_of(context, &child, side, depth, ply + 1, low, high)
        if context.limits.reached:
            break
        total += value
        if value <= low:
            total += rest * most
            break
        if value >= high:
            total += rest * least
            break
    context.line_length[ply] = 0  # a line ends where chance decides
    return total // count


cdef int move_value(
    SearchContextC *context, const StateC *s, const ChoicesC *choices, int i, int depth, int ply, int alpha, int beta
) noexcept nogil:
    """Return the value of a move for the side that makes it; moves after the first get a null window first."""
    cdef StateC child = s[0]
    cdef int side = side_of(context, s)
    cdef int less = depth_reduction(context, choices, i)
    cdef int value
    apply_move(&child, choices.moves[i])
    if i:
        value = value_of(context, &child, side, depth - PLY - less, ply + 1, alpha, alpha + 1)
        if value <= alpha or (value >= beta and less == 0):
            return value
    return value_of(context, &child, side, depth - PLY, ply + 1, alpha, beta)


cdef bint is_known(const FoundC *found, int depth, int alpha, int beta) noexcept nogil:
    """Return whether the entry of the transposition table decides a null-window search."""
    if beta - alpha > 1 or found.depth < depth:
        return False
    return (found.bound & AT_LEAST and found.values[0] >= beta) or (
        found.bound & AT_MOST and found.values[0] <= alpha
    )


cdef int marked_value(
    SearchContextC *context,
    const StateC *s,
    uint64_t key,
    const ChoicesC *choices,
    int i,
    int depth,
    int ply,
    int alpha,
    int beta,
) noexcept nogil:
    """Return the value of a move; until it is found, other threads see that this one searches it."""
    cdef uint64_t mark
    cdef int value
    if not is_shared(context, i, depth):
        return move_value(context, s, choices, i, depth, ply, alpha, beta)
    mark = busy_hash(key, choices.moves[i], depth)
    busy_begin(context.busy, mark)
    value = move_value(context, s, choices, i, depth, ply, alpha, beta)
    busy_end(context.busy, mark)
    return value


cdef int best_value(SearchContextC *context, const StateC *s, int depth, int ply, int alpha, int beta) noexcept nogil:
    """Return the value of the best move of the side to move."""
    cdef ChoicesC choices
    cdef QueueC queue
    cdef FoundC found
    cdef uint64_t key = hash_state(s)
    cdef move_t best_move = NO_MOVE
    cdef int i, value, lowest = alpha
    cdef int32_t best = -INFINITE
    cdef bint is_partial = ply == 0 and context.left_out_count > 0
    cdef Bound bound
    if tt_probe(context, key, &found):
        if is_known(&found, depth, alpha, beta):
            return found.values[0]
        best_move = found.move
    order_moves(context, s, best_move, &choices)
    if is_partial:
        leave_out(context, &choices)
    best_move = choices.moves[0]
    queue.next, queue.count = 0, kept_moves(context, &choices, depth, ply)
    queue.end = queue.count
    while queue.next < queue.end:
        i = take_move(context, &queue, &choices, key, depth)
        value = marked_value(context, s, key, &choices, i, depth, ply, alpha, beta)
        if context.limits.reached:
            return best
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                best_move = choices.moves[i]
                update_pv(context, best_move, ply)
        if alpha >= beta:
            break
    bound = AT_MOST if best <= lowest else AT_LEAST if best >= beta else EXACTLY
    if not is_partial:
        tt_store(context, key, best_move, depth, bound, &best, 1)
    return best


cdef inline int kept_moves(const SearchContextC *context, const ChoicesC *choices, int depth, int ply) noexcept nogil:
    """Return how many of the moves are not pruned."""
    cdef int i
    if ply:
        for i in range(choices.count):
            if is_pruned(context, choices, i, depth):
                return i
    return choices.count


cdef int search_two_sides(SearchContextC *context, const StateC *root, int depth) noexcept nogil:
    """Search a decision to `depth` plies; return the win share of the side to move, in units of 1 / WHOLE_WIN.

    `context` then has the principal variation. If a limit ends the search, the share has no meaning.
    """
    cdef int value = best_value(context, root, depth * PLY, 0, -INFINITE, INFINITE)
    return value if side_of(context, root) == 1 else WHOLE_WIN + value
