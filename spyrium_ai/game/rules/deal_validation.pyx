"""Checks setups and deals from outside: one that cannot be drawn is an error."""

from libc.string cimport memcpy

from spyrium_ai.game.rules.cards cimport (
    CARD_CODES, CARD_TYPES, CARDS, CELLS, FIRST_IN_DECK, PERIOD_OF_TURN, TOKEN_VALUES,
)
from spyrium_ai.game.rules.chance cimport TokensC, take_token, take_tokens, tokens_for, total
from spyrium_ai.game.rules.state cimport DEAL, E1, count_bits, count_tokens


cdef int check_deal(const StateC *s, const DealC *deal) except -1:
    """Raise a ValueError with the reason if the setup or deal cannot be drawn at this chance node.

    The numbers of the deal have to be in their ranges.
    """
    cdef TokensC tokens
    memcpy(tokens.reserve, s.reserve, TOKEN_VALUES)
    memcpy(tokens.discard, s.discard, TOKEN_VALUES)
    if not s.unseen_events >> (deal.event - 1) & 1:
        raise ValueError(f"the event E{deal.event} has been seen before")
    if deal.event == E1 and deal.event_token == 0:
        raise ValueError("the event E1 has no token")
    if deal.event != E1 and deal.event_token:
        raise ValueError(f"the event E{deal.event} has a token")
    if deal.event_token and not take_token(&tokens, deal.event_token):
        raise ValueError(f"the reserve has no token {deal.event_token} for E1")
    if s.stage == DEAL:
        check_cards(s, deal)
        check_laid_tokens(s, deal, &tokens)
    return 0


cdef int check_cards(const StateC *s, const DealC *deal) except -1:
    """Check that no more copies of a card are dealt than the period's deck has."""
    cdef int period = PERIOD_OF_TURN[s.turn]
    cdef int cell, card, copies
    cdef int dealt[CARD_TYPES]
    for card in range(CARD_TYPES):
        copies = CARDS[card].copies[period]
        dealt[card] = count_bits(s.dealt >> FIRST_IN_DECK[period][card] & ((1 << copies) - 1))
    for cell in range(CELLS):
        dealt[deal.cards[cell]] += 1
    for cell in range(CELLS):
        card = deal.cards[cell]
        copies = CARDS[card].copies[period]
        if dealt[card] > copies:
            code = CARD_CODES[card].decode()
            raise ValueError(f"{dealt[card]} {code} dealt, the deck of the period has {copies}")
    return 0


cdef int check_laid_tokens(const StateC *s, const DealC *deal, TokensC *tokens) except -1:
    """Check the number of tokens on each card, and that the reserve has these tokens."""
    cdef int cell, card, due, laid
    for cell in range(CELLS):
        card = deal.cards[cell]
        due = min(tokens_for(card, s.players), total(tokens.reserve) + total(tokens.discard))
        laid = count_tokens(deal.tokens[cell])
        if laid != due:
            raise ValueError(f"{laid} tokens on {CARD_CODES[card].decode()}, not {due}")
        if laid and not take_tokens(tokens, deal.tokens[cell]):
            raise ValueError(f"the tokens of {CARD_CODES[card].decode()} cannot be drawn from what is left")
    return 0
