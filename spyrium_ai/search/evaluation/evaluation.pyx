"""Evaluation of a position: the expected final scores and win shares by seat."""

from libc.math cimport expf
from libc.string cimport memset

from spyrium_ai.game.rules.cards cimport TURNS
from spyrium_ai.game.rules.state cimport OVER, PASSED, final_score, is_decision
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.search.evaluation.linear_value cimport Weights, goods_value
from spyrium_ai.search.evaluation.turn_estimate cimport turn_prospect

cdef float BY_POINTS = 0.5      # weight of the points in a blended share


cdef float seat_value(const StateC *s, int seat, const WeightsC *w) noexcept nogil:
    """Return the expected final score of a seat; exact at the end of the game."""
    cdef float value
    if s.stage == OVER:
        return final_score(s, seat)
    if not is_decision(s):
        return goods_value(s, seat, s.turn - 1, w)
    value = goods_value(s, seat, s.turn, w)
    if s.seats[seat].phase != PASSED:
        value += turn_prospect(s, seat, w)
    return value


cdef void all_values(const StateC *s, const WeightsC *w, float *values) noexcept nogil:
    """Write the expected final scores, by seat."""
    cdef int seat
    for seat in range(s.players):
        values[seat] = seat_value(s, seat, w)


cdef float relative_value(const float *values, int players, int seat, const WeightsC *w) noexcept nogil:
    """Return a seat's value less the weighted mean of its rivals' values, in points."""
    cdef float rivals = 0
    cdef int other
    for other in range(players):
        if other != seat:
            rivals += values[other]
    return values[seat] - w.envy * rivals / (players - 1)


cdef void win_shares(const StateC *s, const float *values, const WeightsC *w, float *shares) noexcept nogil:
    """Write the expected win shares, a softmax of the values; exact at the end of the game."""
    cdef float best = values[0], total = 0
    cdef float spread = w.spread[s.turn if is_decision(s) else max(0, s.turn - 1)]
    cdef int seat
    for seat in range(1, s.players):
        best = max(best, values[seat])
    for seat in range(s.players):
        shares[seat] = (values[seat] == best) if s.stage == OVER else expf((values[seat] - best) / spread)
        total += shares[seat]
    for seat in range(s.players):
        shares[seat] /= total


cdef void blended_shares(const StateC *s, const float *values, const WeightsC *w, float *shares) noexcept nogil:
    """Write the expected win shares; at the end of the game they are blended with a softmax of the scores.

    So a search that averages over many ends of games prefers to win by more.
    """
    cdef float best = values[0], total = 0
    cdef float soft[5]
    cdef int seat
    win_shares(s, values, w, shares)
    if s.stage != OVER:
        return
    for seat in range(1, s.players):
        best = max(best, values[seat])
    for seat in range(s.players):
        soft[seat] = expf((values[seat] - best) / w.spread[s.turn])
        total += soft[seat]
    for seat in range(s.players):
        shares[seat] += BY_POINTS * (soft[seat] / total - shares[seat])


def margin_shares(int margin, Weights weights):
    """Return both players' expected win shares if the first one wins by so many points, as at the end of a game."""
    cdef StateC end
    cdef float values[5]
    cdef float shares[5]
    memset(&end, 0, sizeof(end))
    end.players, end.turn, end.stage = 2, TURNS, OVER
    values[0], values[1] = margin, 0
    blended_shares(&end, values, &weights.c, shares)
    return [shares[0], shares[1]]


def evaluate(State state, Weights weights):
    """Return the expected final scores and the expected win shares, both by seat."""
    cdef float values[5]
    cdef float shares[5]
    all_values(&state.c, &weights.c, values)
    win_shares(&state.c, values, &weights.c, shares)
    players = range(state.c.players)
    return [values[i] for i in players], [shares[i] for i in players]
