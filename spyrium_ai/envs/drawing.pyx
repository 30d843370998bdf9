"""Chance one draw at a time: the event, its token, the first player; or the event, its token, each card, its tokens.

The chances of the draws multiplied are the chance that they come in this order. A deal that can be drawn in
several orders of the tokens on one card has the sum of these chances.
"""

from libc.string cimport memcpy, memset

from spyrium_ai.game.rules.cards cimport CELLS, DECKS, DECK_SIZE, FIRST_IN_DECK, PERIOD_OF_TURN
from spyrium_ai.game.rules.chance cimport add_token, refill, tokens_for, total
from spyrium_ai.game.rules.state cimport E1, SETUP, check


cdef void begin_draws(const StateC *s, DrawC *d) noexcept nogil:
    """Nothing has been drawn yet at this chance node."""
    memset(d, 0, sizeof(DrawC))
    memcpy(d.tokens.reserve, s.reserve, TOKEN_VALUES)
    memcpy(d.tokens.discard, s.discard, TOKEN_VALUES)
    d.dealt = s.dealt
    d.due = EVENT_DUE


cdef int list_outcomes(const StateC *s, const DrawC *d, uint8_t *outcomes, int *chances) noexcept nogil:
    """Write the outcomes of the draw that is due, and how many cards or tokens each has; return their number.

    The chance of an outcome is its part of the sum.
    """
    cdef int i, copies, count = 0
    cdef int period = PERIOD_OF_TURN[s.turn]
    cdef int of_card[CARD_TYPES]
    if d.due == EVENT_DUE:
        for i in range(EVENTS):
            if s.unseen_events >> i & 1:
                outcomes[count], chances[count] = DRAWN_EVENT + i, 1
                count += 1
    elif d.due == FIRST_DUE:
        for i in range(s.players):
            outcomes[i], chances[i] = DRAWN_FIRST + i, 1
        count = s.players
    elif d.due == CARD_DUE:
        memset(of_card, 0, sizeof(of_card))
        for i in range(DECK_SIZE[period]):
            of_card[DECKS[period][i]] += ~d.dealt >> i & 1
        for i in range(CARD_TYPES):
            if of_card[i]:
                outcomes[count], chances[count] = DRAWN_CARD + i, of_card[i]
                count += 1
    elif d.due != NOTHING_DUE:
        for i in range(TOKEN_VALUES):
            copies = d.tokens.reserve[i]
            if copies:
                outcomes[count], chances[count] = DRAWN_TOKEN + i, copies
                count += 1
    return count


cdef bint can_draw_token(DrawC *d) noexcept nogil:
    """Whether a token that is due is left anywhere; the reserve is filled for it."""
    refill(&d.tokens)
    return total(d.tokens.reserve) != 0


cdef void next_cell(DrawC *d) noexcept nogil:
    d.cell += 1
    d.due = CARD_DUE if d.cell < CELLS else NOTHING_DUE


cdef void draw_card(const StateC *s, DrawC *d, int card) noexcept nogil:
    cdef int at = FIRST_IN_DECK[PERIOD_OF_TURN[s.turn]][card]
    while d.dealt >> at & 1:
        at += 1
    check(DECKS[PERIOD_OF_TURN[s.turn]][at] == card)
    d.dealt |= <uint32_t>1 << at
    d.deal.cards[d.cell] = card
    d.tokens_due = tokens_for(card, s.players)
    if d.tokens_due and can_draw_token(d):
        d.due = CARD_TOKEN_DUE
    else:
        next_cell(d)


cdef void draw_card_token(DrawC *d, int value) noexcept nogil:
    add_token(&d.deal.tokens[d.cell], value)
    d.tokens_due -= 1
    if d.tokens_due == 0 or not can_draw_token(d):
        next_cell(d)


cdef void draw(const StateC *s, DrawC *d, int outcome) noexcept nogil:
    """Draw one of the outcomes that are listed."""
    cdef int after_event = FIRST_DUE if s.stage == SETUP else CARD_DUE
    d.drawn[d.count] = outcome
    d.count += 1
    if DRAWN_TOKEN <= outcome < DRAWN_CARD:
        d.tokens.reserve[outcome - DRAWN_TOKEN] -= 1
    if d.due == EVENT_DUE:
        d.deal.event = outcome - DRAWN_EVENT + 1
        d.due = EVENT_TOKEN_DUE if d.deal.event == E1 and can_draw_token(d) else after_event
    elif d.due == EVENT_TOKEN_DUE:
        d.deal.event_token = outcome - DRAWN_TOKEN + 1
        d.due = after_event
    elif d.due == FIRST_DUE:
        d.deal.first = outcome - DRAWN_FIRST
        d.due = NOTHING_DUE
    elif d.due == CARD_DUE:
        draw_card(s, d, outcome - DRAWN_CARD)
    else:
        draw_card_token(d, outcome - DRAWN_TOKEN + 1)
