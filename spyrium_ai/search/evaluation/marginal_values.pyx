"""Marginal values: the weights of the linear value as prices of one more of each good."""

from spyrium_ai.game.rules.cards cimport (
    BUILDING, CARDS, FACTORY, FIRST_BONUS, FIRST_TECHNIQUE, MOST_TECHNIQUE_POINTS, SECOND_BONUS, TURNS, CARD_Au,
    CARD_Ca, CARD_Cr, CARD_Eg, CARD_Lo, CARD_Ta,
)
from spyrium_ai.game.rules.state cimport owns
from spyrium_ai.search.evaluation.linear_value cimport (
    F_BUILDINGS, F_MONEY, F_POINTS, F_RESIDENCE, F_SPACES, F_SPYRIUM, F_TECHNIQUES, F_WORKERS, MONEY_ENOUGH,
    MONEY_KNEE, SPYRIUM_KNEE,
)


cdef void last_prices(const SeatC *seat, PricesC *p) noexcept nogil:
    """Set the prices of the last turn: the points that goods score at the end."""
    p.after = NULL
    p.point = 1
    p.money = 0.5 if owns(seat, CARD_Ca) and seat.money < 2 * MOST_TECHNIQUE_POINTS else 0
    p.spyrium = 1 if owns(seat, CARD_Au) and seat.spyrium < MOST_TECHNIQUE_POINTS else 0
    p.worker = 1 if owns(seat, CARD_Ta) else 0
    p.advance = 1 if owns(seat, CARD_Lo) else 0


cdef void set_prices(int turn, const SeatC *owner, const WeightsC *w, PricesC *p) noexcept nogil:
    """Set the worth of one more of each good at the end of this turn."""
    cdef const float *after
    if turn >= TURNS:
        last_prices(owner, p)
        return
    after = w.after[turn - 1]
    p.after = after
    p.point = after[F_POINTS]
    p.point += after[F_POINTS + 1] if owner.points < FIRST_BONUS else 0
    p.point += after[F_POINTS + 2] if owner.points < SECOND_BONUS else 0
    p.money = after[F_MONEY]
    p.money += after[F_MONEY + 1] if owner.money < MONEY_KNEE else 0
    p.money += after[F_MONEY + 2] if owner.money < MONEY_ENOUGH else 0
    p.spyrium = after[F_SPYRIUM] + (after[F_SPYRIUM + 1] if owner.spyrium < SPYRIUM_KNEE else 0)
    p.worker = after[F_WORKERS]
    p.advance = after[F_RESIDENCE]


cdef float card_worth(const PricesC *p, const SeatC *owner, int card) noexcept nogil:
    """Return the worth of owning one more of a building or technique."""
    cdef float worth
    if p.after != NULL:
        if CARDS[card].kind == BUILDING:
            return p.after[F_BUILDINGS + card] + p.after[F_SPACES]
        return p.after[F_TECHNIQUES + card - FIRST_TECHNIQUE]
    worth = CARDS[card].points
    if owns(owner, CARD_Eg) and CARDS[card].symbols & FACTORY:
        worth += CARDS[card].points
    if owns(owner, CARD_Cr) and CARDS[card].kind == BUILDING:
        worth += 1
    return worth
