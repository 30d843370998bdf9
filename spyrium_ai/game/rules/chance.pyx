"""Chance: samples from the public sets only, since a position holds no hidden order."""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from spyrium_ai.game.rules.cards cimport CELLS, DECKS, DECK_SIZE, EVENTS, FIRST_IN_DECK, PERIOD_OF_TURN, TOKEN_VALUES
from spyrium_ai.game.rules.state cimport ACTION, DEAL, E1, SETUP, check, rng_below

cdef int draw_token(TokensC *t, RngC *rng) noexcept nogil:
    """Draw a token; return its value, 0 if no token is left."""
    cdef int value, at
    refill(t)
    if total(t.reserve) == 0:
        return 0
    at = rng_below(rng, total(t.reserve))
    for value in range(TOKEN_VALUES):
        if at < t.reserve[value]:
            break
        at -= t.reserve[value]
    t.reserve[value] -= 1
    return value + 1


cdef bint take_token(TokensC *t, int value) noexcept nogil:
    """Take a token; return whether it could be drawn."""
    refill(t)
    if t.reserve[value - 1] == 0:
        return False
    t.reserve[value - 1] -= 1
    return True


cdef bint take_tokens(TokensC *t, uint16_t tokens) noexcept nogil:
    """Take the tokens of one card; return whether they could be drawn in any order.

    If they empty the reserve, the rest of the reserve was drawn first and the other tokens from the discard pile.
    """
    cdef int value, count, left
    refill(t)
    for value in range(TOKEN_VALUES):
        left = min(<int>(tokens >> (4 * value) & 15), <int>t.reserve[value])
        t.reserve[value] -= left
        tokens -= left << (4 * value)
    if tokens == 0:
        return True
    if total(t.reserve):
        return False
    refill(t)
    for value in range(TOKEN_VALUES):
        count = tokens >> (4 * value) & 15
        if t.reserve[value] < count:
            return False
        t.reserve[value] -= count
    return True


cdef int sample_event(const StateC *s, RngC *rng) noexcept nogil:
    cdef int event, count = 0
    cdef int unseen[7]
    # Branch-free, since the branches would be unpredictable: an entry that is not counted is overwritten.
    for event in range(EVENTS):
        unseen[count] = event + 1
        count += s.unseen_events >> event & 1
    return unseen[rng_below(rng, count)]


cdef void sample_cards(const StateC *s, RngC *rng, uint8_t *cards) noexcept nogil:
    """Draw nine of the period's undealt cards without replacement."""
    cdef int period = PERIOD_OF_TURN[s.turn]
    cdef int i, at, count = 0
    cdef uint8_t unseen[30]
    for i in range(DECK_SIZE[period]):
        unseen[count] = DECKS[period][i]
        count += ~s.dealt >> i & 1
    for i in range(CELLS):
        at = i + rng_below(rng, count - i)
        cards[i] = unseen[at]
        unseen[at] = unseen[i]


cdef void sample_chance(const StateC *s, RngC *rng, DealC *deal) noexcept nogil:
    """Sample the setup or deal of this chance node by its probability."""
    cdef TokensC t
    cdef int cell, _
    memcpy(t.reserve, s.reserve, TOKEN_VALUES)
    memcpy(t.discard, s.discard, TOKEN_VALUES)
    deal.event = sample_event(s, rng)
    deal.event_token = draw_token(&t, rng) if deal.event == E1 else 0
    if s.stage == SETUP:
        deal.first = rng_below(rng, s.players)
        return
    sample_cards(s, rng, deal.cards)
    for cell in range(CELLS):
        deal.tokens[cell] = 0
        for _ in range(tokens_for(deal.cards[cell], s.players)):
            add_token(&deal.tokens[cell], draw_token(&t, rng))


cdef void mark_dealt(StateC *s, int card) noexcept nogil:
    """Mark the first copy of the card that is still in the deck."""
    cdef int at = FIRST_IN_DECK[PERIOD_OF_TURN[s.turn]][card]
    while s.dealt >> at & 1:
        at += 1
    check(DECKS[PERIOD_OF_TURN[s.turn]][at] == card)
    s.dealt |= <uint32_t>1 << at


cdef void apply_chance(StateC *s, const DealC *deal) noexcept nogil:
    """Apply a setup or deal; a deal begins its turn and pays the income."""
    cdef TokensC t
    cdef int cell, i
    cdef bint drawn = True
    memcpy(t.reserve, s.reserve, TOKEN_VALUES)
    memcpy(t.discard, s.discard, TOKEN_VALUES)
    s.unseen_events &= ~(1 << (deal.event - 1))
    if deal.event_token:
        drawn = take_token(&t, deal.event_token)
    if s.stage == SETUP:
        s.event = deal.event
        s.event_token = deal.event_token
        s.turn = 1
        s.first = deal.first
        s.stage = DEAL
    else:
        s.next_event = deal.event
        s.next_token = deal.event_token
        for cell in range(CELLS):
            s.market[cell] = deal.cards[cell] + 1
            s.tokens[cell] = deal.tokens[cell]
            mark_dealt(s, deal.cards[cell])
            if deal.tokens[cell]:
                drawn = take_tokens(&t, deal.tokens[cell]) and drawn
        for i in range(s.players):
            s.seats[i].money += s.seats[i].residence
        s.to_move = s.first
        s.stage = ACTION
    check(drawn)
    memcpy(s.reserve, t.reserve, TOKEN_VALUES)
    memcpy(s.discard, t.discard, TOKEN_VALUES)
