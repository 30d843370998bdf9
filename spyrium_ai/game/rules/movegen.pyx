"""Move generator: writes each legal move once, unsorted; `move_notation` sorts them as text."""

from libc.stdint cimport uint16_t, uint64_t

from spyrium_ai.game.rules.cards cimport (
    BUILDING, CARDS, CHARACTER, MINE, MOST_WORKERS, NO_TOKEN, SLOTS, SLOT_CELLS, TECHNIQUE_PRICE, TOKEN_PAY,
    TOKEN_VALUES, CARD_Au, CARD_Co, CARD_Lo, CARD_Ta, has_use,
)
from spyrium_ai.game.rules.moves cimport (
    ACTIVATE, ADVANCE, BEGIN_PHASE_II, CHOOSE_BONUS, CHOOSE_MONEY, CHOOSE_POINTS, CHOOSE_WORKER, EVENT, MAX_MOVES,
    MONEY, NO_CELL, PASS, PAY_1, PAY_3, PAY_6, PLACE, REUSE, SCORE, USE, WITH_COMMERCE, WITH_LOBBYING, at_side,
    at_slot, replacing, using, with_choice, with_residence, with_token,
)
from spyrium_ai.game.rules.state cimport (
    ACTION, BONUS, E1, E2, E3, E4, E5, E6, PHASE_I, SeatC, can_still_use, first_bit, next_residence, owns, price_over,
    single_token, space_price, token_count,
)

# A position and the list to which its moves are added.
cdef struct ListC:
    const StateC *s
    const SeatC *seat
    move_t *moves
    int count


cdef inline void add(ListC *out, move_t move) noexcept nogil:
    out.moves[out.count] = move
    out.count += 1


cdef inline void add_if(bint fact, ListC *out, move_t move) noexcept nogil:
    """Add the move if the fact holds, without a branch: for facts that a processor cannot predict."""
    out.moves[out.count] = move
    out.count += fact


cdef inline void add_residence(ListC *out, move_t move) noexcept nogil:
    """Add the move with each residence action."""
    if next_residence(out.seat.residence):
        add(out, move | with_residence(ADVANCE))
    add(out, move | with_residence(SCORE))


cdef inline void add_with_effects(ListC *out, int card, move_t move) noexcept nogil:
    if CARDS[card].residence:
        add_residence(out, move)
    else:
        add(out, move)


cdef inline bint can_place(const StateC *s, int slot) noexcept nogil:
    return (s.market[SLOT_CELLS[slot][0]] | s.market[SLOT_CELLS[slot][1]]) != 0


cdef void add_places(ListC *out, move_t move) noexcept nogil:
    """Add the placement of a worker in each slot that still has a card."""
    cdef int slot
    if out.seat.active == 0:
        return
    for slot in range(SLOTS):
        add_if(can_place(out.s, slot), out, move | at_slot(slot))


cdef void add_uses(ListC *out, uint64_t buildings, int money, move_t move) noexcept nogil:
    """Add every effect of these buildings that can be paid; each one costs `money` pounds more."""
    cdef const SeatC *seat = out.seat
    cdef int card, use, workers
    cdef bint enough
    if money > seat.money:
        return
    while buildings:
        card = first_bit(buildings) >> 1
        buildings &= ~(<uint64_t>3 << (2 * card))
        for use in range(2):
            if not has_use(card, use):
                break
            workers = CARDS[card].uses[use].workers
            if CARDS[card].symbols & MINE and owns(seat, CARD_Au):
                workers = 0
            enough = (workers <= seat.active) & (CARDS[card].uses[use].pay_spyrium <= seat.spyrium)
            add_if(enough, out, move | using(card, use + 1))


cdef void add_event(ListC *out, move_t move) noexcept nogil:
    """Add the uses of the turn's event; E5 and E7 belong to Phase II."""
    cdef const SeatC *seat = out.seat
    cdef bint phase_two = seat.phase != PHASE_I or move & BEGIN_PHASE_II
    cdef int choice
    if seat.event_used:
        return
    move |= EVENT
    if out.s.event == E1:
        for choice in range(CHOOSE_MONEY, CHOOSE_POINTS + 1):
            add(out, move | with_choice(choice))
            if out.s.event_token != TOKEN_VALUES and can_still_use(seat, CARD_Co):
                add(out, move | with_choice(choice) | WITH_COMMERCE)
    elif out.s.event == E2:
        if seat.spyrium >= 1:
            add_residence(out, move)
    elif out.s.event == E3:
        if seat.money >= 3:
            add(out, move | with_choice(PAY_3))
        if seat.money >= 6:
            add(out, move | with_choice(PAY_6))
    elif out.s.event == E4:
        if seat.spyrium >= 1:
            add(out, move | with_choice(PAY_1))
        if seat.spyrium >= 3:
            add(out, move | with_choice(PAY_3))
    elif out.s.event == E5:
        add_uses(out, seat.inclined, 1, move)
    elif out.s.event == E6:
        if seat.workers < MOST_WORKERS and seat.money >= seat.workers:
            add(out, move | with_choice(CHOOSE_WORKER))
    elif phase_two:
        add_places(out, move)


cdef void add_character(ListC *out, int cell, int card, int money, move_t move) noexcept nogil:
    """Add the calls upon a character with `money` left for its token: one per token value and use of Commerce."""
    cdef uint16_t tokens = out.s.tokens[cell]
    cdef int value
    if CARDS[card].pay_spyrium > out.seat.spyrium:
        return
    if CARDS[card].token == NO_TOKEN:
        add_with_effects(out, card, move)
        return
    cdef bint paid = CARDS[card].token == TOKEN_PAY
    cdef int best = 1 if paid else TOKEN_VALUES
    for value in range(1, TOKEN_VALUES + 1):
        if token_count(tokens, value) == 0:
            continue
        if not paid or value <= money:
            add_with_effects(out, card, move | with_token(value))
        if value != best and can_still_use(out.seat, CARD_Co) and (not paid or best <= money):
            add_with_effects(out, card, move | with_token(value) | WITH_COMMERCE)


cdef inline void add_placement(ListC *out, int cell, int card, move_t move) noexcept nogil:
    """Add one way to build, with and without Commerce for the token."""
    cdef int value = single_token(out.s.tokens[cell])
    add_with_effects(out, card, move)
    if value and value != TOKEN_VALUES and can_still_use(out.seat, CARD_Co):
        add_with_effects(out, card, move | WITH_COMMERCE)


cdef void add_replacements(ListC *out, int cell, int card, int money, bint inclined, move_t move) noexcept nogil:
    """Add the replacement of each type of building owned, of the used ones (`inclined`) or the ready ones."""
    cdef uint64_t owned = out.seat.inclined if inclined else out.seat.straight
    cdef int old, price
    while owned:
        old = first_bit(owned) >> 1
        owned &= ~(<uint64_t>3 << (2 * old))
        price = price_over(card, old)
        if price <= money:
            add_placement(out, cell, card, move | replacing(old, inclined))


cdef void add_building(ListC *out, int cell, int card, int money, move_t move) noexcept nogil:
    """Add the ways to build the card with `money` left for the card and its space."""
    if CARDS[card].price + space_price(out.seat) <= money:
        add_placement(out, cell, card, move)
    add_replacements(out, cell, card, money, False, move)
    add_replacements(out, cell, card, money, True, move)


cdef void add_activation(ListC *out, int cell, int surcharge, move_t move) noexcept nogil:
    """Add the activations of the card on the cell; `surcharge` is the cost of the workers around it in pounds."""
    cdef int card = out.s.market[cell] - 1
    cdef int money = out.seat.money - surcharge
    if money < 0:
        return
    if CARDS[card].kind == BUILDING:
        add_building(out, cell, card, money, move)
    elif CARDS[card].kind == CHARACTER:
        add_character(out, cell, card, money, move)
    elif money >= TECHNIQUE_PRICE:
        add(out, move)


cdef void add_worker_moves(ListC *out, int slot, move_t move) noexcept nogil:
    """Add all moves that take a worker out of this slot."""
    cdef int side, cell, surcharge
    cdef bint alone = True
    for side in range(2):
        cell = SLOT_CELLS[slot][side]
        if out.s.market[cell] == 0:
            continue
        alone = False
        add(out, move | MONEY | at_slot(slot) | at_side(side))
        surcharge = out.s.around[cell] - 1
        add_activation(out, cell, surcharge, move | ACTIVATE | at_slot(slot) | at_side(side))
        if surcharge and can_still_use(out.seat, CARD_Lo):
            add_activation(out, cell, 0, move | ACTIVATE | at_slot(slot) | at_side(side) | WITH_LOBBYING)
    if alone:
        add(out, move | MONEY | at_slot(slot) | at_side(NO_CELL))


cdef void add_phase_two(ListC *out, move_t move) noexcept nogil:
    """Add the actions of Phase II."""
    cdef uint64_t in_market = out.seat.in_market
    cdef int slot
    if in_market == 0:
        add(out, move | PASS)
    while in_market:
        slot = first_bit(in_market) >> 2
        in_market &= ~(<uint64_t>15 << (4 * slot))
        add_worker_moves(out, slot, move)
    add_uses(out, out.seat.straight, 0, move | USE)
    if can_still_use(out.seat, CARD_Ta):
        add_uses(out, out.seat.inclined, 0, move | REUSE)
    add_event(out, move)


cdef int generate(const StateC *s, move_t *moves) noexcept nogil:
    """Write the legal moves, at most MAX_MOVES; return their number, 0 at a chance node and at the end."""
    cdef ListC out
    out.s = s
    out.seat = &s.seats[s.to_move]
    out.moves = moves
    out.count = 0
    if s.stage == BONUS:
        add(&out, CHOOSE_BONUS | with_choice(CHOOSE_WORKER))
        add(&out, CHOOSE_BONUS | with_choice(CHOOSE_MONEY))
    elif s.stage == ACTION:
        if out.seat.phase == PHASE_I:
            add_places(&out, PLACE)
            add_event(&out, 0)
            add_phase_two(&out, BEGIN_PHASE_II)
        else:
            add_phase_two(&out, 0)
    return out.count


cdef bint is_legal(const StateC *s, move_t move) noexcept nogil:
    """Return whether the move is legal."""
    cdef move_t moves[MAX_MOVES]
    cdef int i
    for i in range(generate(s, moves)):
        if moves[i] == move:
            return True
    return False
