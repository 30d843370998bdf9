"""Makes a legal move: costs and gains, bonuses, who decides next, and the end of a turn."""

from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from spyrium_ai.game.rules.cards cimport (
    BONUS_MONEY, BUILDING, CAPITALIZATION_MONEY, CARDS, CELLS, CHARACTER, FACTORY, FIRST_BONUS, MINE,
    MOST_KEPT_TOKENS, MOST_WORKERS, PERIOD_OF_TURN, SECOND_BONUS, SLOT_CELLS, TECHNIQUE, TECHNIQUE_PRICE, TOKEN_PAY,
    TOKEN_POINTS, TOKEN_SPYRIUM, TOKEN_VALUES, TURNS, CARD_Au, CARD_Ca, CARD_Co, CARD_Eg, CARD_Lo, CARD_Ta, UseC,
)
from spyrium_ai.game.rules.moves cimport (
    ACTIVATE, ADVANCE, BEGIN_PHASE_II, CHOOSE_MONEY, CHOOSE_SPYRIUM, EVENT, MONEY, NO_CELL, PASS, PAY_1, PAY_3, PLACE,
    REUSE, SCORE, USE, WITH_COMMERCE, WITH_LOBBYING, building_of, choice_of, kind_of, replaced_of, residence_of,
    side_of, slot_of, token_of, use_of,
)
from spyrium_ai.game.rules.state cimport (
    ACTION, BONUS, BONUS_POUNDS, BONUS_WORKER, BOTH_BONUSES, DEAL, E1, E2, E3, E4, E5, E6, NO_EVENT, OVER, PASSED,
    PHASE_I, PHASE_II, SeatC, check, count_tokens, next_residence, owns, price_over, single_token, space_price,
    technique_bit, token_count,
)


cdef inline void hire(SeatC *seat, int workers) noexcept nogil:
    """Add new active workers, at most as many as the reserve has."""
    workers = min(workers, <int>MOST_WORKERS - seat.workers)
    seat.workers += workers
    seat.active += workers


cdef inline void act_on_residence(SeatC *seat, int action) noexcept nogil:
    if action == ADVANCE:
        seat.residence = next_residence(seat.residence)
    elif action == SCORE:
        seat.points += seat.residence


cdef inline void add_worker(StateC *s, SeatC *seat, int slot, int by) noexcept nogil:
    """Put a worker into the slot (`by` = 1) or take one out (`by` = -1)."""
    seat.in_market += <uint64_t>by << (4 * slot)
    s.around[SLOT_CELLS[slot][0]] += by
    s.around[SLOT_CELLS[slot][1]] += by


cdef inline void use_building(SeatC *seat, int building, int use) noexcept nogil:
    """Pay for an effect of a building (`use` is 1 or 2) and add what it gains."""
    cdef UseC effect = CARDS[building].uses[use - 1]
    if not (CARDS[building].symbols & MINE and owns(seat, CARD_Au)):
        check(seat.active >= effect.workers)
        seat.active -= effect.workers
    check(seat.spyrium >= effect.pay_spyrium)
    seat.spyrium += effect.gain_spyrium - effect.pay_spyrium
    seat.points += effect.gain_points
    if CARDS[building].symbols & FACTORY and owns(seat, CARD_Eg):
        seat.points += effect.workers


cdef inline void incline(SeatC *seat, int building) noexcept nogil:
    seat.straight -= <uint64_t>1 << (2 * building)
    seat.inclined += <uint64_t>1 << (2 * building)


cdef void take_money(StateC *s, SeatC *seat, move_t move) noexcept nogil:
    """Take a worker off the market and gain £1 for each other worker beside the chosen card."""
    cdef int slot = slot_of(move)
    add_worker(s, seat, slot, -1)
    if side_of(move) != NO_CELL:
        seat.money += s.around[SLOT_CELLS[slot][side_of(move)]]
    if owns(seat, CARD_Ca):
        seat.money += CAPITALIZATION_MONEY


cdef inline int building_price(const SeatC *seat, int card, int replaced) noexcept nogil:
    """Return the price of a building and its space in pounds, without the surcharge; `replaced` as in a move."""
    return price_over(card, (replaced - 1) >> 1) if replaced else CARDS[card].price + space_price(seat)


cdef void build(SeatC *seat, int card, int replaced) noexcept nogil:
    if replaced:
        if replaced & 1:
            seat.straight -= <uint64_t>1 << (2 * ((replaced - 1) >> 1))
        else:
            seat.inclined -= <uint64_t>1 << (2 * ((replaced - 1) >> 1))
    seat.straight += <uint64_t>1 << (2 * card)


cdef void take_off_token(StateC *s, SeatC *seat, int cell, int value) noexcept nogil:
    """Move a token from the card to the discard pile, or to the owner of Commerce."""
    cdef uint16_t token = 1 << (4 * (value - 1))
    s.tokens[cell] -= token
    if owns(seat, CARD_Co) and count_tokens(seat.kept) < MOST_KEPT_TOKENS:
        seat.kept += token
    else:
        s.discard[value - 1] += 1


cdef int token_value(SeatC *seat, int use, int printed, move_t move) noexcept nogil:
    """Return the value of the token; with Commerce it is the best one for the player."""
    if not move & WITH_COMMERCE:
        return printed
    seat.used_techniques |= technique_bit(CARD_Co)
    return 1 if use == TOKEN_PAY else TOKEN_VALUES


cdef void gain_at_once(SeatC *seat, int card, int token, move_t move) noexcept nogil:
    """Add what a card gives when it is built or called; `token` is the value of its token."""
    if CARDS[card].token == TOKEN_POINTS:
        seat.points += token
    elif CARDS[card].token == TOKEN_SPYRIUM:
        seat.spyrium += token
    seat.spyrium += CARDS[card].gain_spyrium
    seat.points += CARDS[card].gain_points
    hire(seat, CARDS[card].workers)
    act_on_residence(seat, residence_of(move))


cdef void activate(StateC *s, SeatC *seat, move_t move) noexcept nogil:
    """Take a worker off the market to activate a card beside it."""
    cdef int slot = slot_of(move)
    cdef int cell = SLOT_CELLS[slot][side_of(move)]
    cdef int card = s.market[cell] - 1
    cdef int cost, printed, token = 0
    add_worker(s, seat, slot, -1)
    cost = s.around[cell]
    if move & WITH_LOBBYING:
        cost = 0
        seat.used_techniques |= technique_bit(CARD_Lo)
    printed = single_token(s.tokens[cell]) if CARDS[card].kind == BUILDING else token_of(move)
    if printed:
        token = token_value(seat, CARDS[card].token, printed, move)
        if CARDS[card].token == TOKEN_PAY:
            cost += token
    if CARDS[card].kind == BUILDING:
        cost += building_price(seat, card, replaced_of(move))
        build(seat, card, replaced_of(move))
    elif CARDS[card].kind == TECHNIQUE:
        cost += TECHNIQUE_PRICE
    check(cost <= seat.money)
    seat.money -= cost
    check(CARDS[card].pay_spyrium <= seat.spyrium)
    seat.spyrium -= CARDS[card].pay_spyrium
    gain_at_once(seat, card, token, move)
    if printed:
        take_off_token(s, seat, cell, printed)
    if CARDS[card].kind == TECHNIQUE:
        seat.techniques |= technique_bit(card)
    if CARDS[card].kind != CHARACTER:
        s.market[cell] = 0


cdef void gain_event_token(StateC *s, SeatC *seat, move_t move) noexcept nogil:
    cdef int value = token_value(seat, TOKEN_POINTS, s.event_token, move)
    if choice_of(move) == CHOOSE_MONEY:
        seat.money += value
    elif choice_of(move) == CHOOSE_SPYRIUM:
        seat.spyrium += value
    else:
        seat.points += value


cdef void use_event(StateC *s, SeatC *seat, move_t move) noexcept nogil:
    """Apply the effect of the turn's event."""
    seat.event_used = True
    if s.event == E1:
        gain_event_token(s, seat, move)
    elif s.event == E2:
        seat.spyrium -= 1
        act_on_residence(seat, residence_of(move))
    elif s.event == E3:
        seat.money -= 3 if choice_of(move) == PAY_3 else 6
        seat.points += 3 if choice_of(move) == PAY_3 else 5
    elif s.event == E4:
        seat.spyrium -= 1 if choice_of(move) == PAY_1 else 3
        seat.money += 3 if choice_of(move) == PAY_1 else 6
    elif s.event == E5:
        seat.money -= 1
        use_building(seat, building_of(move), use_of(move))
    elif s.event == E6:
        seat.money -= seat.workers
        hire(seat, 1)
    else:
        seat.active -= 1
        add_worker(s, seat, slot_of(move), 1)


cdef void take_bonus(SeatC *seat, int bonus) noexcept nogil:
    seat.bonuses |= bonus
    if bonus == BONUS_POUNDS:
        seat.money += BONUS_MONEY
    else:
        hire(seat, 1)


cdef bint settle_bonuses(SeatC *seat) noexcept nogil:
    """Give the bonuses that are due; return whether the player now has to choose one, at 8 points."""
    if seat.bonuses == 0 and seat.points >= FIRST_BONUS:
        if seat.workers < MOST_WORKERS:
            return True
        take_bonus(seat, BONUS_POUNDS)
    if seat.bonuses and seat.bonuses != BOTH_BONUSES and seat.points >= SECOND_BONUS:
        take_bonus(seat, BOTH_BONUSES - seat.bonuses)
    return False


cdef void discard_tokens(StateC *s) noexcept nogil:
    """Discard the tokens that are left on the market and on the turn's event."""
    cdef int cell, value
    for cell in range(CELLS):
        if s.tokens[cell]:
            for value in range(1, TOKEN_VALUES + 1):
                s.discard[value - 1] += token_count(s.tokens[cell], value)
    if s.event_token:
        s.discard[s.event_token - 1] += 1


cdef void end_turn(StateC *s) noexcept nogil:
    """End the turn after everybody has passed. After the last turn the board stays unchanged."""
    cdef int i
    cdef SeatC *seat
    s.to_move = 0
    if s.turn == TURNS:
        s.stage = OVER
        return
    s.stage = DEAL
    discard_tokens(s)
    memset(s.tokens, 0, sizeof(s.tokens))
    memset(s.market, 0, sizeof(s.market))
    s.event = s.next_event
    s.event_token = s.next_token
    s.next_event = NO_EVENT
    s.next_token = 0
    for i in range(s.players):
        seat = &s.seats[i]
        seat.straight += seat.inclined
        seat.inclined = 0
        seat.used_techniques = 0
        seat.event_used = False
        seat.phase = PHASE_I
        seat.active = seat.workers
    s.turn += 1
    s.first = (s.first + 1) % s.players
    if PERIOD_OF_TURN[s.turn] != PERIOD_OF_TURN[s.turn - 1]:
        s.dealt = 0


cdef void next_player(StateC *s) noexcept nogil:
    """Let the next seat that has not passed decide; if there is none, end the turn."""
    cdef int seat = s.to_move
    s.stage = ACTION
    for _ in range(s.players):
        seat = seat + 1 if seat + 1 < s.players else 0
        if s.seats[seat].phase != PASSED:
            s.to_move = seat
            return
    end_turn(s)


cdef void apply_move(StateC *s, move_t move) noexcept nogil:
    """Make a legal move of the seat that decides."""
    cdef SeatC *seat = &s.seats[s.to_move]
    cdef int kind = kind_of(move)
    if move & BEGIN_PHASE_II:
        seat.phase = PHASE_II
    if kind == PLACE:
        seat.active -= 1
        add_worker(s, seat, slot_of(move), 1)
    elif kind == MONEY:
        take_money(s, seat, move)
    elif kind == ACTIVATE:
        activate(s, seat, move)
    elif kind == USE:
        incline(seat, building_of(move))
        use_building(seat, building_of(move), use_of(move))
    elif kind == REUSE:
        seat.used_techniques |= technique_bit(CARD_Ta)
        use_building(seat, building_of(move), use_of(move))
    elif kind == EVENT:
        use_event(s, seat, move)
    elif kind == PASS:
        seat.phase = PASSED
    else:
        take_bonus(seat, BONUS_POUNDS if choice_of(move) == CHOOSE_MONEY else BONUS_WORKER)
    if settle_bonuses(seat):
        s.stage = BONUS
    else:
        next_player(s)
