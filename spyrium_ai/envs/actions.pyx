"""The action space: every move of every position as a number below ACTIONS.

A number says what is done, not with which card: the position tells what lies on a cell, and whether the move
begins Phase II. `action_space.py` has the table with names; both are frozen under its format number.
"""

from libc.stdint cimport UINT32_MAX, int64_t, uint8_t

from spyrium_ai.game.rules.arguments cimport whole
from spyrium_ai.game.rules.cards cimport BUILDING, BUILDING_TYPES, CARDS, SLOT_CELLS, TECHNIQUE, has_use
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport (
    ACTIVATE, ADVANCE, BEGIN_PHASE_II, CHOOSE_BONUS, CHOOSE_MONEY, CHOOSE_POINTS, CHOOSE_WORKER, EVENT, MAX_MOVES,
    MONEY, PASS, PAY_1, PAY_6, PLACE, REUSE, SCORE, USE, WITH_COMMERCE, WITH_LOBBYING, at_side, at_slot, building_of,
    choice_of, kind_of, replaced_of, residence_of, side_of, slot_of, token_of, use_of, using, with_choice,
    with_residence, with_token,
)
from spyrium_ai.game.rules.state cimport PHASE_I, SeatC, check, copies_of
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.moves import unpack_move

ACTION_COUNT = ACTIONS
MOST_LEGAL_ACTIONS = MOST_LEGAL

cdef enum:
    STANCES = 2 * BUILDING_TYPES + 1    # a new space, and each type ready and used
    NOT_BUILT_OVER = 255                # a used building that has no use

# The fields of moves by number, and back. Only a building with an effect can be used (inclined).
cdef uint8_t THING_OF[STANCES]              # by `replaced` of a move
cdef uint8_t REPLACED[THINGS]
cdef uint8_t EFFECT_OF[BUILDING_TYPES][2]
cdef move_t EFFECT[EFFECTS]                 # building and use
cdef uint8_t CHOICE_OF[8][2]                # by choice of a move and Commerce
cdef move_t CHOICE[CHOICES]                 # choice, Commerce or residence


cdef void fill_tables() noexcept:
    cdef int card, inclined, use, choice, things = 1, effects = 0, count = 0
    THING_OF[0] = REPLACED[0] = 0
    for card in range(BUILDING_TYPES):
        for inclined in range(2):
            THING_OF[1 + 2 * card + inclined] = NOT_BUILT_OVER
            if not inclined or has_use(card, 0):
                THING_OF[1 + 2 * card + inclined] = things
                REPLACED[things] = 1 + 2 * card + inclined
                things += 1
        for use in range(2):
            if has_use(card, use):
                EFFECT_OF[card][use] = effects
                EFFECT[effects] = using(card, use + 1)
                effects += 1
    for choice in range(CHOOSE_MONEY, CHOOSE_POINTS + 1):
        for inclined in range(2):
            CHOICE_OF[choice][inclined] = count
            CHOICE[count] = with_choice(choice) | (WITH_COMMERCE if inclined else 0)
            count += 1
    for choice in range(ADVANCE, SCORE + 1):
        CHOICE[count] = with_residence(choice)
        count += 1
    for choice in [*range(PAY_1, PAY_6 + 1), CHOOSE_WORKER]:
        CHOICE_OF[choice][0] = count
        CHOICE[count] = with_choice(choice)
        count += 1


fill_tables()


cdef inline int event_action(move_t move) noexcept nogil:
    cdef int choice
    if use_of(move):
        return A_EVENT_REUSE + EFFECT_OF[building_of(move)][use_of(move) - 1]
    if residence_of(move):
        choice = 2 * (CHOOSE_POINTS - CHOOSE_MONEY + 1) + residence_of(move) - ADVANCE
    elif choice_of(move):
        choice = CHOICE_OF[choice_of(move)][(move & WITH_COMMERCE) != 0]
    else:
        return A_EVENT_PLACE + slot_of(move)
    return (A_EVENT_II if move & BEGIN_PHASE_II else A_EVENT) + choice


cdef inline int activation(move_t move) noexcept nogil:
    cdef int way
    cdef bint commerce = (move & WITH_COMMERCE) != 0
    cdef bint score = residence_of(move) == SCORE
    if token_of(move):
        way = 4 * (token_of(move) - 1) + 2 * commerce + score
    else:
        way = 2 * THING_OF[replaced_of(move)] + (commerce | score)
    return A_ACTIVATE + WAYS * (4 * slot_of(move) + 2 * side_of(move) + ((move & WITH_LOBBYING) != 0)) + way


cdef int action_of(move_t move) noexcept nogil:
    """The number of a legal move's action."""
    cdef int kind = kind_of(move)
    if kind == PLACE:
        return A_PLACE + slot_of(move)
    if kind == MONEY:
        return A_MONEY + 3 * slot_of(move) + side_of(move)
    if kind == ACTIVATE:
        return activation(move)
    if kind == USE:
        return A_USE + EFFECT_OF[building_of(move)][use_of(move) - 1]
    if kind == REUSE:
        return A_REUSE + EFFECT_OF[building_of(move)][use_of(move) - 1]
    if kind == EVENT:
        return event_action(move)
    if kind == PASS:
        return A_PASS
    return A_BONUS + (choice_of(move) == CHOOSE_MONEY)


cdef move_t activating(const StateC *s, int number) noexcept nogil:
    """The activation with this number among them, by what lies on the cell."""
    cdef int slot = number // (4 * WAYS), side = number // (2 * WAYS) & 1, way = number % WAYS
    cdef int card = s.market[SLOT_CELLS[slot][side]] - 1
    cdef move_t move = ACTIVATE | at_slot(slot) | at_side(side)
    if number // WAYS & 1:
        move |= WITH_LOBBYING
    if card < 0 or CARDS[card].kind == TECHNIQUE:
        return move
    if CARDS[card].residence:
        move |= with_residence(SCORE if way & 1 else ADVANCE)
    if CARDS[card].kind == BUILDING:
        move |= <move_t>REPLACED[way >> 1] << 10
        if way & 1 and not CARDS[card].residence:
            move |= WITH_COMMERCE
    elif CARDS[card].token:
        move |= with_token((way >> 2) + 1)
        if way & 2:
            move |= WITH_COMMERCE
    return move


cdef move_t with_phase(const StateC *s, move_t move) noexcept nogil:
    """A move of Phase II, which begins it for a player in Phase I."""
    return move | BEGIN_PHASE_II if s.seats[s.to_move].phase == PHASE_I else move


cdef move_t move_of(const StateC *s, int action) noexcept nogil:
    """The move of a legal action; of another number below ACTIONS one that is not legal, or of another action."""
    if action < A_MONEY:
        return PLACE | at_slot(action)
    if action < A_ACTIVATE:
        return with_phase(s, MONEY | at_slot((action - A_MONEY) // 3) | at_side((action - A_MONEY) % 3))
    if action < A_USE:
        return with_phase(s, activating(s, action - A_ACTIVATE))
    if action < A_REUSE:
        return with_phase(s, USE | EFFECT[action - A_USE])
    if action < A_EVENT_REUSE:
        return with_phase(s, REUSE | EFFECT[action - A_REUSE])
    if action < A_EVENT_PLACE:
        return with_phase(s, EVENT | EFFECT[action - A_EVENT_REUSE])
    if action < A_EVENT:
        return with_phase(s, EVENT | at_slot(action - A_EVENT_PLACE))
    if action < A_EVENT_II:
        return EVENT | CHOICE[action - A_EVENT]
    if action < A_PASS:
        return EVENT | BEGIN_PHASE_II | CHOICE[action - A_EVENT_II]
    if action == A_PASS:
        return with_phase(s, PASS)
    return CHOOSE_BONUS | with_choice(CHOOSE_WORKER if action == A_BONUS else CHOOSE_MONEY)


cdef int list_actions(const StateC *s, uint16_t *actions) noexcept nogil:
    """Write the legal actions (room for MOST_LEGAL) in the order of the moves; return their number."""
    cdef move_t moves[MAX_MOVES]
    cdef int i, count = generate(s, moves)
    check(count <= MOST_LEGAL)
    for i in range(count):
        actions[i] = action_of(moves[i])
        check(move_of(s, actions[i]) == moves[i])
    return count


cdef int check_usual(const StateC *s) except -1:
    """Raise ValueError for what no game comes to, and what has no numbers of its own.

    That is a used building in Phase I, or one used that has no use.
    """
    cdef const SeatC *seat
    cdef int i, card
    for i in range(s.players):
        seat = &s.seats[i]
        if seat.inclined and seat.phase == PHASE_I:
            raise ValueError(f"seat {i}: has used buildings in Phase I")
        for card in range(BUILDING_TYPES):
            if copies_of(seat.inclined, card) and not has_use(card, 0):
                raise ValueError(f"seat {i}: has used a building without a use")
    return 0


def action_of_move(move):
    """Return the action of a move's number; ValueError if no move has it."""
    cdef move_t number = whole(move, "move", 0, <int64_t>UINT32_MAX)
    fields = unpack_move(number)        # looks at the ranges
    if fields.use == 0 and fields.kind in {"use", "reuse"}:
        raise ValueError(f"move: {number} is not the number of a move")
    return action_of(number)


def move_of_action(State state, action):
    """Return the move's number of a legal action in the position."""
    return move_of(&state.c, whole(action, "action", 0, ACTIONS - 1))


def things_built_over():
    """Return what a building can go over, in the order of the ways: None is a new space, else type and used."""
    return tuple([((REPLACED[i] - 1) // 2, not REPLACED[i] & 1) if i else None for i in range(THINGS)])


def effects_of_buildings():
    """Return the effects in their order: type of building, and 1 or 2."""
    return tuple([(building_of(EFFECT[i]), use_of(EFFECT[i])) for i in range(EFFECTS)])


def event_choices():
    """Return the choices of events in their order, as numbers of moves."""
    return tuple([EVENT | CHOICE[i] for i in range(CHOICES)])
