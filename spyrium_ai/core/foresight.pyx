"""The real deals, foreseen: what the dealer will deal in any position of its game.

No player has this. It is for the experiment that says what knowing the deals would be worth
(spyrium_ai/clairvoyance.py).
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from spyrium_ai.core.cards cimport CARD_TYPES, CELLS, DECK_SIZE, DECKS, PERIOD_OF_TURN
from spyrium_ai.core.chance cimport TokensC, add_token, refill, tokens_for
from spyrium_ai.core.game cimport State
from spyrium_ai.core.state cimport DEAL, E1, SETUP


cdef int draw_token(TokensC *t, const uint64_t *priorities) noexcept nogil:
    """Draw the token with the lowest priority; return its value, 0 if there is none left anywhere."""
    cdef int value, copy, at, lowest = -1
    refill(t)
    for value in range(TOKEN_VALUES):
        for copy in range(t.reserve[value]):
            at = value * TOKENS_OF_EACH_VALUE + copy
            if lowest < 0 or priorities[at] < priorities[lowest]:
                lowest = at
    if lowest < 0:
        return 0
    value = lowest // TOKENS_OF_EACH_VALUE
    t.reserve[value] -= 1
    return value + 1


cdef int foresee_event(const ForesightC *f, const StateC *s) noexcept nogil:
    """The first event in the dealer's order that has not been seen."""
    cdef int i = 0
    while not s.unseen_events >> (f.events[i] - 1) & 1:
        i += 1
    return f.events[i]


cdef void foresee_cards(const ForesightC *f, const StateC *s, uint8_t *cards) noexcept nogil:
    """The next nine cards of the period's deck: it is passed over what has been dealt of each type."""
    cdef int period = PERIOD_OF_TURN[s.turn]
    cdef int i, card, count = 0
    cdef uint8_t dealt[CARD_TYPES]
    memset(dealt, 0, sizeof(dealt))
    for i in range(DECK_SIZE[period]):
        dealt[DECKS[period][i]] += s.dealt >> i & 1
    for i in range(DECK_SIZE[period]):
        card = f.decks[period][i]
        if dealt[card]:
            dealt[card] -= 1
        elif count < CELLS:
            cards[count] = card
            count += 1


cdef void foresee_chance(const ForesightC *f, const StateC *s, DealC *deal) noexcept nogil:
    """What the dealer decides at this chance node."""
    cdef TokensC t
    cdef int cell, i
    memcpy(t.reserve, s.reserve, TOKEN_VALUES)
    memcpy(t.discard, s.discard, TOKEN_VALUES)
    deal.event = foresee_event(f, s)
    deal.event_token = draw_token(&t, f.priorities[s.turn][0][0]) if deal.event == E1 else 0
    if s.stage == SETUP:
        deal.first = f.first
        return
    foresee_cards(f, s, deal.cards)
    for cell in range(CELLS):
        deal.tokens[cell] = 0
        for i in range(tokens_for(deal.cards[cell], s.players)):
            add_token(&deal.tokens[cell], draw_token(&t, f.priorities[s.turn][cell + 1][i]))


cdef class Foresight:
    """The order in which one dealer deals."""

    def __cinit__(self, int first, decks, events, const uint64_t[:, :, :, ::1] priorities not None):
        """Take over the dealer's order.

        Args:
            first: seat of the first player, from 0.
            decks: the numbers of the cards in order, for each period.
            events: the numbers of the events in order.
            priorities: of the tokens, as in ForesightC.
        """
        cdef int i
        if [len(deck) for deck in decks] != [DECK_SIZE[period] for period in range(PERIODS)]:
            raise ValueError("the decks have not the sizes of the periods' decks")
        if len(events) != EVENTS:
            raise ValueError(f"{len(events)} events, not {EVENTS}")
        if priorities.nbytes != sizeof(self.c.priorities):
            raise ValueError(f"{priorities.nbytes} bytes of priorities, not {sizeof(self.c.priorities)}")
        self.c.first = first
        for period, deck in enumerate(decks):
            for i, card in enumerate(deck):
                self.c.decks[period][i] = card
        for i, event in enumerate(events):
            self.c.events[i] = event
        memcpy(self.c.priorities, &priorities[0, 0, 0, 0], sizeof(self.c.priorities))

    def lay(self, State state):
        """Carry out the setup or the deal, in place, that the dealer would decide on."""
        if state.c.stage != SETUP and state.c.stage != DEAL:
            raise ValueError("chance has nothing to decide here")
        play_foreseen(&self.c, &state.c)


FORESIGHT_SHAPE = (TURNS + 1, PLACES, MOST_PLAYERS - 1, TOKEN_VALUES * TOKENS_OF_EACH_VALUE)
