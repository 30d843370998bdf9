"""Max^n (Luckhardt and Irani 1986): each seat maximises its own win share.

The value of a position is a vector of win shares by seat. At a decision of seat p it is the vector of the move with
the highest share of p:

    value(s) = value(child m*),  m* = argmax over m of value(child m)[p].

There are no alpha-beta cut-offs: shallow pruning (Korf 1991) gains little with several players. Instead, moves
rated below the best are searched with the reduced depth of `depth_first`; a move that beats the best so far is
searched again at full depth. The transposition table keeps exact vectors.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.chance cimport play_seeded_chance
from spyrium_ai.game.rules.moves cimport NO_MOVE, move_t
from spyrium_ai.game.rules.state cimport StateC, hash_state, is_decision
from spyrium_ai.search.depth_first cimport (
    EXACTLY, MOST_PLIES, PLY, ChoicesC, FoundC, SearchContextC, depth_reduction, is_pruned, leaf_value, leave_out,
    list_moves, net_values_before_deals, order_moves, tt_probe, tt_store, update_pv,
)
from spyrium_ai.search.evaluation.turn_rollout cimport NET_DEALS, is_dealt
from spyrium_ai.search.search_limits cimport out_of_limits


cdef void find_values(SearchContextC *context, const StateC *s, int depth, int ply, int32_t *values) noexcept nogil:
    """Write the value of the position, by seat."""
    context.line_length[ply] = 0
    if out_of_limits(&context.limits):
        return
    context.limits.nodes += 1
    if depth <= 0 or ply == MOST_PLIES - 1 or not (is_decision(s) or is_dealt(&context.rollout, s)):
        leaf_value(context, s, values)
    elif is_decision(s):
        best_values(context, s, depth, ply, values)
    else:
        values_of_deals(context, s, depth, ply, values)


cdef void values_of_deals(
    SearchContextC *context, const StateC *s, int depth, int ply, int32_t *values
) noexcept nogil:
    """Write the mean over the sampled deals, each searched, and the network's expectation, by seat."""
    cdef StateC child
    cdef int32_t found[5]
    cdef int64_t totals[5]
    cdef int number, seat
    net_values_before_deals(context, s, totals)
    for number in range(context.rollout.deals):
        child = s[0]
        play_seeded_chance(&child, context.rollout.deal_seeds[number])
        find_values(context, &child, depth, ply + 1, found)
        if context.limits.reached:
            return
        for seat in range(s.players):
            totals[seat] += found[seat]
    for seat in range(s.players):
        values[seat] = totals[seat] // (NET_DEALS + context.rollout.deals)
    context.line_length[ply] = 0  # a line ends where chance decides


cdef void best_values(SearchContextC *context, const StateC *s, int depth, int ply, int32_t *values) noexcept nogil:
    """Write the value of the best move of the seat to move, by seat."""
    cdef ChoicesC choices
    cdef StateC child
    cdef int32_t found[5]
    cdef uint64_t key = hash_state(s)
    cdef FoundC entry
    cdef move_t best_move = NO_MOVE
    cdef int i, less, seat = s.to_move
    cdef bint is_partial = ply == 0 and context.left_out_count > 0
    if tt_probe(context, key, &entry):
        if ply and entry.depth >= depth:
            memcpy(values, entry.values, s.players * sizeof(int32_t))
            return
        best_move = entry.move
    order_moves(context, s, list_moves(s, best_move, &choices), &choices)
    if is_partial:
        leave_out(context, &choices)
    best_move = choices.moves[0]
    for i in range(choices.count):
        if ply and is_pruned(context, &choices, i, depth):
            break
        less = depth_reduction(context, &choices, i)
        child = s[0]
        apply_move(&child, choices.moves[i])
        find_values(context, &child, depth - PLY - less, ply + 1, found)
        if less and not context.limits.reached and found[seat] > values[seat]:
            find_values(context, &child, depth - PLY, ply + 1, found)
        if context.limits.reached:
            return
        if i == 0 or found[seat] > values[seat]:
            memcpy(values, found, sizeof(found))
            best_move = choices.moves[i]
            update_pv(context, best_move, ply)
    if not is_partial:
        tt_store(context, key, best_move, depth, EXACTLY, values, s.players)


cdef int search_maxn(SearchContextC *context, const StateC *root, int depth) noexcept nogil:
    """Search a decision to `depth` plies; return the win share of the seat to move, in units of 1 / WHOLE_WIN.

    `context` then has the principal variation. If a limit ends the search, the share has no meaning.
    """
    cdef int32_t values[5]
    values[root.to_move] = 0
    best_values(context, root, depth * PLY, 0, values)
    return values[root.to_move]
