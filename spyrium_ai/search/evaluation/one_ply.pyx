"""One-ply ratings: every legal move is made, and the position after it is evaluated for its player."""

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.cards cimport SLOT_CELLS
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport ACTIVATE, EVENT, MAX_MOVES, MONEY, PLACE, kind_of, side_of, slot_of
from spyrium_ai.game.rules.state cimport E7, PASSED, is_decision, rng_below
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.search.evaluation.evaluation cimport all_values, relative_value, seat_value
from spyrium_ai.search.evaluation.linear_value cimport Weights, goods_value
from spyrium_ai.search.evaluation.turn_estimate cimport OutlookC, price_cell, prospect, set_outlook


cdef struct BeforeC:            # the values of a seat before the move
    OutlookC outlook
    float goods
    float value                 # goods and prospect


cdef void value_before(const StateC *s, int seat, const WeightsC *w, BeforeC *known) noexcept nogil:
    cdef OutlookC outlook
    known.value = known.goods = goods_value(s, seat, s.turn, w)
    if s.seats[seat].phase != PASSED:
        set_outlook(&known.outlook, s, seat, w)
        outlook = known.outlook
        known.value += prospect(&outlook)


cdef bint touches_market(const StateC *s, move_t move) noexcept nogil:
    """Return whether the move changes workers or cards of the market."""
    cdef int kind = kind_of(move)
    return kind == PLACE or kind == MONEY or kind == ACTIVATE or (kind == EVENT and s.event == E7)


cdef float value_after(
    const BeforeC *known, const StateC *child, int seat, move_t move
) noexcept nogil:
    """Return a seat's value after a move that changed the market but not its goods."""
    cdef OutlookC outlook
    if child.seats[seat].phase == PASSED:
        return known.goods
    outlook = known.outlook
    outlook.s = child
    outlook.seat = &child.seats[seat]
    outlook.active = outlook.seat.active
    if kind_of(move) == ACTIVATE:
        price_cell(&outlook, SLOT_CELLS[slot_of(move)][side_of(move)])
    return known.goods + prospect(&outlook)


cdef void rate_moves(
    const StateC *s, const move_t *moves, int count, const WeightsC *w, float *ratings
) noexcept nogil:
    """Write the rating of each move: the relative value of the position after it, in points.

    Only what a move changes is evaluated again.
    """
    cdef BeforeC known[5]
    cdef StateC child
    cdef float values[5]
    cdef int i, seat
    for seat in range(s.players):
        value_before(s, seat, w, &known[seat])
    for i in range(count):
        child = s[0]
        apply_move(&child, moves[i])
        if not is_decision(&child):
            all_values(&child, w, values)
            ratings[i] = relative_value(values, s.players, s.to_move, w)
            continue
        for seat in range(s.players):
            if kind_of(moves[i]) == PLACE or (seat != s.to_move and touches_market(s, moves[i])):
                values[seat] = value_after(&known[seat], &child, seat, moves[i])
            elif seat != s.to_move:
                values[seat] = known[seat].value
            else:
                values[seat] = seat_value(&child, seat, w)
        ratings[i] = relative_value(values, s.players, s.to_move, w)


cdef int best_of(const float *ratings, int count, RngC *rng) noexcept nogil:
    """Return the index of the highest rating; ties are broken at random."""
    cdef int i, best = 0, ties = 1
    for i in range(1, count):
        if ratings[i] > ratings[best]:
            best, ties = i, 1
        elif ratings[i] == ratings[best]:
            ties += 1
            if rng_below(rng, ties) == 0:
                best = i
    return best


cdef void play_best(StateC *s, const WeightsC *w, RngC *rng) noexcept nogil:
    """Make the move with the highest rating, as the one-ply player does."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef int count = generate(s, moves)
    cdef int best = 0
    if count > 1:
        rate_moves(s, moves, count, w, ratings)
        best = best_of(ratings, count, rng)
    apply_move(s, moves[best])


def rate(State state, Weights weights):
    """Return the numbers of the legal moves, and their ratings in points, in the same order."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef int count = generate(&state.c, moves)
    with nogil:
        rate_moves(&state.c, moves, count, &weights.c, ratings)
    return [moves[i] for i in range(count)], [ratings[i] for i in range(count)]
