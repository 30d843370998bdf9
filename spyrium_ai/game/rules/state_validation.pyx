"""Checks positions from outside before the compiled code relies on them.

The checks cover what that code assumes: ranges, and the counts of cards, events, tokens and workers. The
notation accepts fewer positions: see `game/position_validation.py`.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcmp, memset

from spyrium_ai.game.rules.cards cimport (
    BUILDING_TYPES, CARD_CODES, CARD_TYPES, CARDS, CELLS, DECK_SIZE, EVENTS, FIRST_IN_DECK, FIRST_TECHNIQUE,
    MOST_KEPT_TOKENS, MOST_PLAYERS, MOST_WORKERS, PERIOD_OF_TURN, RESIDENCE_SPACES, RESIDENCE_TRACK, SLOTS,
    START_WORKERS, TOKENS_OF_EACH_VALUE, TOKEN_VALUES, TURNS,
)
from spyrium_ai.game.rules.chance cimport tokens_for
from spyrium_ai.game.rules.state cimport (
    BOTH_BONUSES, E1, MOST_COPIES, OVER, PASSED, PHASE_I, SETUP, SeatC, copies_of, count_around, count_bits,
    count_tokens, is_decision, token_count,
)

cdef enum:
    TOKEN_BITS = 4 * TOKEN_VALUES
    TECHNIQUES = CARD_TYPES - FIRST_TECHNIQUE


cdef int check_state(const StateC *s) except -1:
    """Raise a ValueError that names what is wrong if the compiled code cannot play on from the position."""
    cdef bint revealed = is_decision(s) or s.stage == OVER     # the market and the next event
    cdef int seat
    if not 2 <= s.players <= MOST_PLAYERS:
        raise ValueError(f"players: {s.players} is not 2 to {MOST_PLAYERS}")
    if s.turn > TURNS:
        raise ValueError(f"turn: {s.turn} is not 0 to {TURNS}")
    if s.stage > OVER or (s.stage == SETUP) != (s.turn == 0) or (s.stage == OVER and s.turn < TURNS):
        raise ValueError(f"stage: {s.stage} does not belong to turn {s.turn}")
    check_order(s)
    check_events(s, revealed)
    check_dealt(s, revealed)
    check_market(s, revealed)
    check_tokens(s)
    for seat in range(s.players):
        check_phase(s, &s.seats[seat], f"seat {seat}")
        check_workers(&s.seats[seat], f"seat {seat}")
        check_owned(&s.seats[seat], f"seat {seat}")
    check_derived(s)
    return 0


cdef int check_decision(const StateC *s) except -1:
    """Raise a ValueError unless a player decides."""
    if s.stage == OVER:
        raise ValueError("the game is over: there is no move to search")
    if not is_decision(s):
        raise ValueError("chance decides here: there is no move to search")
    return 0


cdef int check_order(const StateC *s) except -1:
    if s.first >= s.players:
        raise ValueError(f"first: {s.first} is not 0 to {s.players - 1}")
    if s.to_move >= (s.players if is_decision(s) else 1):
        raise ValueError(f"to_move: {s.to_move} is not {f'0 to {s.players - 1}' if is_decision(s) else '0'}")
    if is_decision(s) and s.seats[s.to_move].phase == PASSED:
        raise ValueError(f"to_move: seat {s.to_move} has passed")
    return 0


cdef int check_event(str name, int event, int token, bint there) except -1:
    if not there:
        if event or token:
            raise ValueError(f"{name}: there is none at this time")
        return 0
    if not 1 <= event <= EVENTS:
        raise ValueError(f"{name}: {event} is not 1 to {EVENTS}")
    if not (1 <= token <= TOKEN_VALUES if event == E1 else token == 0):
        wanted = f"1 to {TOKEN_VALUES}" if event == E1 else "0"
        raise ValueError(f"{name}: the token of E{event}, {token}, is not {wanted}")
    return 0


cdef int check_events(const StateC *s, bint revealed) except -1:
    cdef int unseen = count_bits(s.unseen_events), expected = EVENTS - s.turn - revealed
    check_event("event", s.event, s.event_token, s.stage != SETUP)
    check_event("next_event", s.next_event, s.next_token, revealed)
    if revealed and s.event == s.next_event:
        raise ValueError(f"next_event: {s.event} is the turn's event")
    if s.unseen_events >> EVENTS or s.unseen_events & (1 << s.event | 1 << s.next_event) >> 1:
        raise ValueError("unseen_events: one is on the table, or there is no such event")
    if unseen != expected:
        raise ValueError(f"unseen_events: {unseen} events instead of {expected}")
    return 0


cdef int check_dealt(const StateC *s, bint revealed) except -1:
    """Check that each deal of the period took nine cards, and of each type the lowest copies first."""
    cdef int period = PERIOD_OF_TURN[s.turn]
    cdef int turn, card, expected = 0
    cdef uint32_t bits
    for turn in range(1, s.turn + 1):
        if PERIOD_OF_TURN[turn] == period and (turn < s.turn or revealed):
            expected += CELLS
    if s.dealt >> DECK_SIZE[period]:
        raise ValueError(f"dealt: the deck of the period has {DECK_SIZE[period]} cards")
    if count_bits(s.dealt) != expected:
        raise ValueError(f"dealt: {count_bits(s.dealt)} cards instead of {expected}")
    for card in range(CARD_TYPES):
        bits = s.dealt >> FIRST_IN_DECK[period][card] & ((1 << CARDS[card].copies[period]) - 1)
        if bits & (bits + 1):
            raise ValueError(f"dealt: not the lowest copies of {CARD_CODES[card].decode()}")
    return 0


cdef int check_market(const StateC *s, bint revealed) except -1:
    cdef int cell, card, most
    for cell in range(CELLS):
        card = <int>s.market[cell] - 1
        if card >= CARD_TYPES:
            raise ValueError(f"market: {card} is not -1 to {CARD_TYPES - 1}")
        if card >= 0 and not revealed:
            raise ValueError("market: not empty between turns")
        most = tokens_for(card, s.players) if card >= 0 else 0
        if s.tokens[cell] >> TOKEN_BITS or count_tokens(s.tokens[cell]) > most:
            raise ValueError(f"market: {count_tokens(s.tokens[cell])} tokens on cell {cell}, at most {most}")
    return 0


cdef int check_tokens(const StateC *s) except -1:
    """Check that all places together have as many tokens of each value as the game."""
    cdef int value, place, count
    for value in range(1, TOKEN_VALUES + 1):
        count = s.reserve[value - 1] + s.discard[value - 1] + (s.event_token == value) + (s.next_token == value)
        for place in range(CELLS):
            count += token_count(s.tokens[place], value)
        for place in range(s.players):
            count += token_count(s.seats[place].kept, value)
        if count != TOKENS_OF_EACH_VALUE:
            raise ValueError(f"tokens: {count} of value {value} instead of {TOKENS_OF_EACH_VALUE}")
    return 0


cdef int check_phase(const StateC *s, const SeatC *seat, str name) except -1:
    if seat.phase > PASSED:
        raise ValueError(f"{name}: the phase, {seat.phase}, is not 0 to {<int>PASSED}")
    if not is_decision(s) and seat.phase != (PASSED if s.stage == OVER else PHASE_I):
        raise ValueError(f"{name}: the phase, {seat.phase}, does not belong to stage {s.stage}")
    if seat.event_used > 1:
        raise ValueError(f"{name}: event_used, {seat.event_used}, is not 0 or 1")
    if seat.bonuses > BOTH_BONUSES:
        raise ValueError(f"{name}: the bonuses, {seat.bonuses}, are not 0 to {<int>BOTH_BONUSES}")
    return 0


cdef int check_workers(const SeatC *seat, str name) except -1:
    cdef int slot, out = 0
    for slot in range(SLOTS):
        out += seat.in_market >> (4 * slot) & 15
    if seat.in_market >> (4 * SLOTS):
        raise ValueError(f"{name}: there are {SLOTS} slots")
    if not START_WORKERS <= seat.workers <= MOST_WORKERS:
        raise ValueError(f"{name}: {seat.workers} workers are not {START_WORKERS} to {MOST_WORKERS}")
    if seat.active + out > seat.workers:
        raise ValueError(f"{name}: {seat.active} active workers and {out} in the market, but {seat.workers} owned")
    return 0


cdef int check_owned(const SeatC *seat, str name) except -1:
    cdef int card, copies, i
    cdef bint on_track = False
    for i in range(RESIDENCE_SPACES):
        on_track = on_track or RESIDENCE_TRACK[i] == seat.residence
    if not on_track:
        raise ValueError(f"{name}: the residence track has no space {seat.residence}")
    if (seat.straight | seat.inclined) >> 2 * BUILDING_TYPES:
        raise ValueError(f"{name}: there are {BUILDING_TYPES} types of buildings")
    for card in range(BUILDING_TYPES):
        copies = copies_of(seat.straight, card) + copies_of(seat.inclined, card)
        if copies > MOST_COPIES:
            raise ValueError(f"{name}: {copies} {CARD_CODES[card].decode()}, at most {MOST_COPIES}")
    if seat.techniques >> TECHNIQUES or seat.used_techniques & ~seat.techniques:
        raise ValueError(f"{name}: there is no such technique, or one is used that is not owned")
    if seat.kept >> TOKEN_BITS or count_tokens(seat.kept) > MOST_KEPT_TOKENS:
        raise ValueError(f"{name}: {count_tokens(seat.kept)} tokens kept, at most {MOST_KEPT_TOKENS}")
    return 0


cdef int check_derived(const StateC *s) except -1:
    """Check the derived fields: the workers beside the cells, and zeros for seats that do not play."""
    cdef StateC wanted = s[0]
    count_around(&wanted)
    memset(&wanted.seats[s.players], 0, (MOST_PLAYERS - s.players) * sizeof(SeatC))
    if memcmp(s, &wanted, sizeof(StateC)) != 0:
        raise ValueError("around: not the workers beside the cells, or a seat that does not play has something")
    return 0
