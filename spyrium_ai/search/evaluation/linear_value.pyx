"""The linear value of an afterstate, in points of the final score.

The weights, by turn, were fitted to the results of games.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from spyrium_ai.game.rules.arguments cimport exactly, positive, real
from spyrium_ai.game.rules.cards cimport CARDS, FIRST_BONUS, MINE, SECOND_BONUS, TURNS
from spyrium_ai.game.rules.state cimport SeatC, copies_of, count_tokens, final_score, first_bit, is_decision

cdef enum:
    TECHNIQUES = F_KEPT - F_TECHNIQUES
    MOST_WEIGHT = 1000000

FEATURE_COUNT = FEATURES
FIRST_FEATURE = {
    "one": F_ONE,
    "points": F_POINTS,
    "money": F_MONEY,
    "spyrium": F_SPYRIUM,
    "workers": F_WORKERS,
    "residence": F_RESIDENCE,
    "buildings": F_BUILDINGS,
    "techniques": F_TECHNIQUES,
    "kept": F_KEPT,
}


cdef inline int first_next(const StateC *s) noexcept nogil:
    """Return the first player of the next turn; within a turn that is the neighbour of its first player."""
    return (s.first + 1) % s.players if is_decision(s) else s.first


cdef void features(const StateC *s, int seat, float *out) noexcept nogil:
    """Write the features of what a seat owns."""
    cdef const SeatC *owner = &s.seats[seat]
    cdef uint64_t buildings = owner.straight + owner.inclined
    cdef int card, copies, mined = 0, mined_by_workers = 0, taken = 0, needed = 0
    memset(out, 0, FEATURES * sizeof(float))
    out[F_ONE] = 1
    out[F_POINTS] = owner.points
    out[F_POINTS + 1] = min(<int>owner.points, <int>FIRST_BONUS)
    out[F_POINTS + 2] = min(<int>owner.points, <int>SECOND_BONUS)
    out[F_MONEY] = owner.money
    out[F_MONEY + 1] = min(<int>owner.money, <int>MONEY_KNEE)
    out[F_MONEY + 2] = min(<int>owner.money, <int>MONEY_ENOUGH)
    out[F_SPYRIUM] = owner.spyrium
    out[F_SPYRIUM + 1] = min(<int>owner.spyrium, <int>SPYRIUM_KNEE)
    out[F_WORKERS] = owner.workers
    out[F_RESIDENCE] = owner.residence
    while buildings:
        card = first_bit(buildings) >> 1
        copies = copies_of(buildings, card)
        buildings &= ~(<uint64_t>3 << (2 * card))
        out[F_BUILDINGS + card] = copies
        out[F_SPACES] += copies
        if CARDS[card].symbols & MINE:
            mined += copies * (CARDS[card].uses[0].workers == 0)
            mined_by_workers += copies
        taken += copies * CARDS[card].uses[0].pay_spyrium
        needed += copies * CARDS[card].uses[0].workers
    out[F_CONVERTED] = min(mined_by_workers * 2, taken)
    out[F_MINED] = mined
    out[F_TAKEN] = taken
    out[F_NEEDED] = min(needed, <int>owner.workers)
    out[F_FIRST] = (seat - first_next(s) + s.players) % s.players
    for card in range(TECHNIQUES):
        out[F_TECHNIQUES + card] = owner.techniques >> card & 1
    out[F_KEPT] = count_tokens(owner.kept)


cdef float goods_value(const StateC *s, int seat, int ended, const WeightsC *w) noexcept nogil:
    """Return the expected final score of what a seat owns after the turn `ended`; exact after the last turn."""
    cdef float out[FEATURES]
    cdef float sums[4]
    cdef int i, lane
    if ended >= TURNS:
        return final_score(s, seat)
    if ended < 1:
        return 0
    features(s, seat, out)
    # Four partial sums, which the compiler keeps in one vector register.
    for lane in range(4):
        sums[lane] = 0
    for i in range(FEATURES // 4):
        for lane in range(4):
            sums[lane] += w.after[ended - 1][4 * i + lane] * out[4 * i + lane]
    return sums[0] + sums[1] + (sums[2] + sums[3])


cdef class Weights:
    """The weights of the evaluation, from the arrays of a weights file. All have to be finite."""

    def __init__(self, after, keep, later, envy, spread):
        cdef int i, j
        for i, row in enumerate(exactly(after, "after", 5)):
            for j, weight in enumerate(exactly(row, f"after[{i}]", FEATURES)):
                self.c.after[i][j] = real(weight, f"after[{i}]", -MOST_WEIGHT, MOST_WEIGHT)
        self.c.keep = real(keep, "keep", 0, MOST_WEIGHT)
        self.c.envy = real(envy, "envy", -MOST_WEIGHT, MOST_WEIGHT)
        for i, factor in enumerate(exactly(later, "later", 2)):
            self.c.later[i] = real(factor, "later", -MOST_WEIGHT, MOST_WEIGHT)
        for i, points in enumerate(exactly(spread, "spread", TURNS + 1)):
            self.c.spread[i] = positive(points, "spread")

    def __reduce__(self):
        c = self.c
        return Weights, (c.after, c.keep, c.later, c.envy, c.spread)
