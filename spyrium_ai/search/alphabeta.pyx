"""Alpha-beta for two sides: one seat maximises its win share, all others minimise it.

With two players this is exact, since their win shares add up to 1. With more players it makes the paranoid
assumption (Sturtevant and Korf 2000): all rivals play together against the seat. In best-reply search (BRS+, Esser,
Gras, Winands, Schadd and Lanctot 2013) only one of them does between two moves of the seat: it plays the move that is
worst for the seat, the others their best rated moves. So the seat is not alone against all, and looks further.

The search is principal variation search (Marsland and Campbell 1982) in negamax form. It searches the first move
with the window (alpha, beta), every other one with the null window (alpha, alpha + 1) and the reduced depth of
`depth_first`. If a null-window search fails high, the move is searched again with the full window and depth.
The transposition table, with exact values and bounds, cuts off null-window searches and supplies the first move.
The others are rated only if that move does not cut off.

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
    busy_begin, busy_end, busy_hash, depth_reduction, is_busy, is_pruned, leaf_value, leave_out, list_moves,
    net_values_before_deals, order_moves, tt_probe, tt_store, update_pv,
)
from spyrium_ai.search.evaluation.turn_rollout cimport NET_DEALS, is_dealt
from spyrium_ai.search.search_limits cimport out_of_limits


cdef enum:
    LEAST_SHARED = 2 * PLY  # units of depth from which on moves are left for later
    MOST_LEFT = 64

cdef uint64_t REPLIED = 0x9E3779B97F4A7C15     # tells positions in which a rival has chosen from the same before that

cdef struct NodeC:          # a position that is searched for the side to move
    const StateC *s
    uint64_t key
    int depth, ply
    int alpha, beta         # the window; alpha rises to the best value
    bint is_rival           # in BRS+: another than the seat is to move
    bint has_one_move       # in BRS+: a rival has chosen since the seat's last move
    int32_t best            # value so far
    move_t best_move        # so far; before a move is searched the table's, if it has one

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
    SearchContextC *context, const StateC *s, int side, int depth, int ply, bint is_replied, int alpha, int beta
) noexcept nogil:
    """Return the value of the position for the side: exact between alpha and beta, else a bound.

    `is_replied` says in BRS+ that a rival has chosen its move since the last one of the seat.
    """
    cdef int32_t values[5]
    context.line_length[ply] = 0
    if out_of_limits(&context.limits):
        return 0
    context.limits.nodes += 1
    if depth <= 0 or ply == MOST_PLIES - 1 or not (is_decision(s) or is_dealt(&context.rollout, s)):
        leaf_value(context, s, values)
        return side * values[context.seat]
    if not is_decision(s):
        return value_of_deals(context, s, side, depth, ply, is_replied, alpha, beta)
    if side_of(context, s) == side:
        return best_value(context, s, depth, ply, is_replied, alpha, beta)
    return -best_value(context, s, depth, ply, is_replied, -beta, -alpha)


cdef int value_of_deals(
    SearchContextC *context, const StateC *s, int side, int depth, int ply, bint is_replied, int alpha, int beta
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
        value = value_of(context, &child, side, depth, ply + 1, is_replied, low, high)
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


cdef int move_value(SearchContextC *context, const NodeC *node, const ChoicesC *choices, int i) noexcept nogil:
    """Return the value of a move for the side that makes it; moves after the first get a null window first."""
    cdef StateC child = node.s[0]
    cdef int side = side_of(context, node.s), depth = node.depth - PLY
    cdef int less = depth_reduction(context, choices, i)
    cdef int value
    cdef bint is_replied = node.is_rival and (node.has_one_move or choices.ratings[i] < choices.best)
    apply_move(&child, choices.moves[i])
    if i:
        value = value_of(
            context, &child, side, depth - less, node.ply + 1, is_replied, node.alpha, node.alpha + 1
        )
        if value <= node.alpha or (value >= node.beta and less == 0):
            return value
    return value_of(context, &child, side, depth, node.ply + 1, is_replied, node.alpha, node.beta)


cdef int marked_value(SearchContextC *context, const NodeC *node, const ChoicesC *choices, int i) noexcept nogil:
    """Return the value of a move; until it is found, other threads see that this one searches it."""
    cdef uint64_t mark
    cdef int value
    if not is_shared(context, i, node.depth):
        return move_value(context, node, choices, i)
    mark = busy_hash(node.key, choices.moves[i], node.depth)
    busy_begin(context.busy, mark)
    value = move_value(context, node, choices, i)
    busy_end(context.busy, mark)
    return value


cdef bint try_move(SearchContextC *context, NodeC *node, const ChoicesC *choices, int i) noexcept nogil:
    """Search a move; return whether the node needs no other, for a cutoff or a limit."""
    cdef int value = marked_value(context, node, choices, i)
    if context.limits.reached:
        return True
    if value > node.best:
        node.best = value
        if value > node.alpha:
            node.alpha = value
            node.best_move = choices.moves[i]
            update_pv(context, node.best_move, node.ply)
    return node.alpha >= node.beta


cdef inline int kept_moves(const SearchContextC *context, const ChoicesC *choices, int depth, int ply) noexcept nogil:
    """Return how many of the moves are not pruned."""
    cdef int i
    if ply:
        for i in range(choices.count):
            if is_pruned(context, choices, i, depth):
                return i
    return choices.count


cdef void search_moves(SearchContextC *context, NodeC *node) noexcept nogil:
    """Search the moves as far as they are needed: the table's first, the others by their ratings."""
    cdef ChoicesC choices
    cdef QueueC queue
    cdef bint has_first = list_moves(node.s, node.best_move, &choices)
    queue.next = 0
    # Where the table's move cuts off, as it mostly does, the others need no ratings. At the root it may be left out,
    # and of a rival that may reply it has to be known whether it is the best rated.
    if has_first and node.ply and (node.has_one_move or not node.is_rival):
        if try_move(context, node, &choices, 0) or node.has_one_move:
            return
        queue.next = 1
    order_moves(context, node.s, has_first, &choices)
    if node.ply == 0:
        leave_out(context, &choices)
    node.best_move = choices.moves[0]
    queue.count = queue.end = 1 if node.has_one_move else kept_moves(context, &choices, node.depth, node.ply)
    while queue.next < queue.end:
        if try_move(context, node, &choices, take_move(context, &queue, &choices, node.key, node.depth)):
            return


cdef bint is_known(const FoundC *found, int depth, int alpha, int beta) noexcept nogil:
    """Return whether the entry of the transposition table decides a null-window search."""
    if beta - alpha > 1 or found.depth < depth:
        return False
    return (found.bound & AT_LEAST and found.values[0] >= beta) or (
        found.bound & AT_MOST and found.values[0] <= alpha
    )


cdef int best_value(
    SearchContextC *context, const StateC *s, int depth, int ply, bint is_replied, int alpha, int beta
) noexcept nogil:
    """Return the value of the best move of the side to move."""
    cdef FoundC found
    cdef NodeC node
    cdef Bound bound
    node.s, node.key, node.depth, node.ply = s, hash_state(s) ^ context.side_key, depth, ply
    node.alpha, node.beta = alpha, beta
    node.best, node.best_move = -INFINITE, NO_MOVE
    node.is_rival = context.has_one_reply and s.to_move != context.seat
    node.has_one_move = node.is_rival and is_replied
    if node.has_one_move:
        node.key ^= REPLIED  # it is worth more to the seat than if a reply were to come
    if tt_probe(context, node.key, &found):
        if is_known(&found, depth, alpha, beta):
            return found.values[0]
        node.best_move = found.move
    search_moves(context, &node)
    if context.limits.reached:
        return node.best
    bound = AT_MOST if node.best <= alpha else AT_LEAST if node.best >= beta else EXACTLY
    if ply or context.left_out_count == 0:
        tt_store(context, node.key, node.best_move, depth, bound, &node.best, 1)
    return node.best


cdef int search_two_sides(SearchContextC *context, const StateC *root, int depth) noexcept nogil:
    """Search a decision to `depth` plies; return the win share of the side to move, in units of 1 / WHOLE_WIN.

    `context` then has the principal variation. If a limit ends the search, the share has no meaning.
    """
    cdef int value = best_value(context, root, depth * PLY, 0, False, -INFINITE, INFINITE)
    return value if side_of(context, root) == 1 else WHOLE_WIN + value
