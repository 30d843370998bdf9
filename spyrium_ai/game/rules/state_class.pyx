"""`State`: a position as a Python object, in numbers. `spyrium_ai.game.position` translates them to text.

Cards are numbered as in the card table, seats are counted from 0, moves are numbers of 32 bits.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.limits cimport INT_MAX
from libc.stdint cimport UINT32_MAX, int64_t, uint64_t
from libc.string cimport memcmp, memcpy

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.arguments cimport exactly, unsigned, whole
from spyrium_ai.game.rules.cards cimport (
    BUILDING_TYPES, CARD_TYPES, CELLS, EVENTS, MOST_CARDS_IN_PERIOD, MOST_PLAYERS, MOST_WORKERS, SLOTS,
    TOKENS_OF_EACH_VALUE, TOKEN_VALUES, TURNS,
)
from spyrium_ai.game.rules.chance cimport DealC, apply_chance, sample_chance
from spyrium_ai.game.rules.deal_validation cimport check_deal
from spyrium_ai.game.rules.movegen cimport generate, is_legal
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.perft cimport count_sequences
from spyrium_ai.game.rules.playout cimport play_out
from spyrium_ai.game.rules.state cimport (
    BOTH_BONUSES, DEAL, MOST_COPIES, OVER, PASSED, SETUP, RngC, SeatC, copies_of, count_around, final_score,
    hash_state, is_decision, rng_seed, start_state, token_count, winners,
)
from spyrium_ai.game.rules.state_validation cimport check_state
from spyrium_ai.game.rules.state_data import MOST_GOODS, SeatData, StateData

cdef enum:
    BYTE = 255
    MOST_TOKENS = 8         # in one place: 4 bits per value hold them

STAGES = ("setup", "deal", "action", "bonus", "over")
STATE_BYTES = sizeof(StateC)


cdef tuple _token_values(int packed):
    return tuple([v for v in range(1, TOKEN_VALUES + 1) for _ in range(token_count(packed, v))])


cdef int _pack_tokens(values) except -1:
    cdef int packed = 0
    values = tuple(values)
    if len(values) > MOST_TOKENS:
        raise ValueError(f"tokens: {len(values)} in one place, at most {MOST_TOKENS}")
    for value in values:
        packed += 1 << (4 * (whole(value, "token", 1, TOKEN_VALUES) - 1))
    return packed


cdef object _seat_data(const SeatC *seat):
    buildings = [
        (card, inclined)
        for card in range(BUILDING_TYPES)
        for inclined in (False, True)
        for _ in range(copies_of(seat.inclined if inclined else seat.straight, card))
    ]
    in_market = [seat.in_market >> (4 * slot) & 15 for slot in range(SLOTS)]
    return SeatData(
        seat.phase, bool(seat.event_used), seat.points, seat.money, seat.spyrium, seat.residence, seat.active,
        seat.workers, seat.bonuses, tuple(buildings), seat.techniques, seat.used_techniques,
        _token_values(seat.kept), tuple(in_market),
    )


cdef int _set_seat(SeatC *seat, data) except -1:
    cdef int card, copies, slot
    (phase, event_used, points, money, spyrium, residence, active, workers, bonuses, buildings, techniques,
     used_techniques, kept, in_market) = exactly(data, "seat", len(SeatData._fields))
    seat.phase = whole(phase, "phase", 0, PASSED)
    seat.event_used = whole(event_used, "event_used", 0, 1)
    seat.points = whole(points, "points", 0, MOST_GOODS)
    seat.money = whole(money, "money", 0, MOST_GOODS)
    seat.spyrium = whole(spyrium, "spyrium", 0, MOST_GOODS)
    seat.residence = whole(residence, "residence", 0, BYTE)
    seat.active = whole(active, "active", 0, MOST_WORKERS)
    seat.workers = whole(workers, "workers", 0, MOST_WORKERS)
    seat.bonuses = whole(bonuses, "bonuses", 0, BOTH_BONUSES)
    seat.techniques = whole(techniques, "techniques", 0, BYTE)
    seat.used_techniques = whole(used_techniques, "used_techniques", 0, BYTE)
    seat.kept = _pack_tokens(kept)
    for building, inclined in buildings:
        card = whole(building, "building", 0, BUILDING_TYPES - 1)
        copies = copies_of(seat.straight, card) + copies_of(seat.inclined, card)
        if copies == MOST_COPIES:
            raise ValueError(f"building: more than {MOST_COPIES} of type {card}")
        if inclined:
            seat.inclined += <uint64_t>1 << (2 * card)
        else:
            seat.straight += <uint64_t>1 << (2 * card)
    for slot, count in enumerate(exactly(in_market, "in_market", SLOTS)):
        seat.in_market |= <uint64_t>whole(count, "in_market", 0, MOST_WORKERS) << (4 * slot)
    return 0


cdef int _set_event(DealC *deal, event, token) except -1:
    deal.event = whole(event, "event", 1, EVENTS)
    deal.event_token = whole(token, "token", 0, TOKEN_VALUES)
    return 0


cdef class State:
    """A position, which is changed in place; use `copy` to keep it."""

    def __init__(self):
        raise TypeError("a State is made by State.start or State.from_data")

    @staticmethod
    def start(players):
        """Return the start of a game for 2 to 5 players, before the setup."""
        cdef State state = State.__new__(State)
        start_state(&state.c, whole(players, "players", 2, MOST_PLAYERS))
        return state

    @staticmethod
    def from_data(data):
        """Return the position that a StateData describes; ValueError names what is wrong."""
        cdef State state = State.__new__(State)
        cdef StateC *c = &state.c
        cdef int i
        (players, turn, first, to_move, stage, event, event_token, next_event, next_token, dealt, unseen_events,
         market, reserve, discard, seats) = exactly(data, "position", len(StateData._fields))
        c.players = whole(players, "players", 2, MOST_PLAYERS)
        c.turn = whole(turn, "turn", 0, TURNS)
        c.first = whole(first, "first", 0, BYTE)
        c.to_move = whole(to_move, "to_move", 0, BYTE)
        c.stage = whole(stage, "stage", 0, OVER)
        c.event = whole(event, "event", 0, EVENTS)
        c.event_token = whole(event_token, "event_token", 0, TOKEN_VALUES)
        c.next_event = whole(next_event, "next_event", 0, EVENTS)
        c.next_token = whole(next_token, "next_token", 0, TOKEN_VALUES)
        c.dealt = whole(dealt, "dealt", 0, (<int64_t>1 << MOST_CARDS_IN_PERIOD) - 1)
        c.unseen_events = whole(unseen_events, "unseen_events", 0, (1 << EVENTS) - 1)
        for i, (card, tokens) in enumerate(exactly(market, "market", CELLS)):
            c.market[i] = whole(card, "card", -1, CARD_TYPES - 1) + 1
            c.tokens[i] = _pack_tokens(tokens)
        for i, count in enumerate(exactly(reserve, "reserve", TOKEN_VALUES)):
            c.reserve[i] = whole(count, "reserve", 0, TOKENS_OF_EACH_VALUE)
        for i, count in enumerate(exactly(discard, "discard", TOKEN_VALUES)):
            c.discard[i] = whole(count, "discard", 0, TOKENS_OF_EACH_VALUE)
        for i, seat in enumerate(exactly(seats, "seats", c.players)):
            _set_seat(&c.seats[i], seat)
        count_around(c)
        check_state(c)
        return state

    def data(self):
        """Return the position as a StateData."""
        cdef const StateC *c = &self.c
        return StateData(
            c.players, c.turn, c.first, c.to_move, c.stage, c.event, c.event_token, c.next_event, c.next_token,
            c.dealt, c.unseen_events,
            tuple([(c.market[i] - 1, _token_values(c.tokens[i])) for i in range(CELLS)]),
            (c.reserve[0], c.reserve[1], c.reserve[2]),
            (c.discard[0], c.discard[1], c.discard[2]),
            tuple([_seat_data(&c.seats[i]) for i in range(c.players)]),
        )

    def copy(self):
        """Return an independent copy."""
        cdef State other = State.__new__(State)
        other.c = self.c
        return other

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return memcmp(&self.c, &(<State>other).c, sizeof(StateC)) == 0

    def __hash__(self):
        return hash(hash_state(&self.c))

    def __reduce__(self):
        return _from_bytes, (PyBytes_FromStringAndSize(<const char *>&self.c, sizeof(StateC)),)

    @property
    def players(self):
        """The number of players."""
        return self.c.players

    @property
    def turn(self):
        """The turn, 1 to 6; 0 before the setup."""
        return self.c.turn

    @property
    def seat(self):
        """The seat that decides, from 0; None at a chance node and at the end."""
        return self.c.to_move if is_decision(&self.c) else None

    @property
    def stage(self):
        """What is decided next: one of STAGES."""
        return STAGES[self.c.stage]

    @property
    def key(self):
        """The 64-bit hash of the whole public position."""
        return hash_state(&self.c)

    def moves(self):
        """Return the legal moves' numbers; none at a chance node and at the end."""
        cdef move_t moves[MAX_MOVES]
        cdef int i, count = generate(&self.c, moves)
        return [moves[i] for i in range(count)]

    def apply(self, move):
        """Make a move; ValueError if it is not legal."""
        cdef move_t wanted = whole(move, "move", 0, <int64_t>UINT32_MAX)
        if not is_legal(&self.c, wanted):
            raise ValueError(f"move {wanted} is not legal here")
        apply_move(&self.c, wanted)

    def set_up(self, first, event, token):
        """Apply a setup: the first player's seat, the first event and its token (0 for none).

        ValueError names the reason if it is not possible here.
        """
        cdef DealC deal
        self._require_stage(SETUP)
        deal.first = whole(first, "first", 0, self.c.players - 1)
        _set_event(&deal, event, token)
        check_deal(&self.c, &deal)
        apply_chance(&self.c, &deal)

    def deal(self, market, event, token):
        """Lay the market, nine pairs of card and tokens, and reveal the next event with its token (0 for none).

        ValueError names the reason if it is not possible here.
        """
        cdef DealC deal
        cdef int i
        self._require_stage(DEAL)
        deal.first = 0
        _set_event(&deal, event, token)
        for i, (card, tokens) in enumerate(exactly(market, "market", CELLS)):
            deal.cards[i] = whole(card, "card", 0, CARD_TYPES - 1)
            deal.tokens[i] = _pack_tokens(tokens)
        check_deal(&self.c, &deal)
        apply_chance(&self.c, &deal)

    cdef int _require_stage(self, int stage) except -1:
        if is_decision(&self.c) or self.c.stage == OVER:
            raise ValueError("chance has nothing to decide here")
        if self.c.stage != stage:
            raise ValueError(f"a {STAGES[self.c.stage]} is due")
        return 0

    def sample(self, seed):
        """Return a setup or deal sampled by a 64-bit seed: first seat, market, event and token."""
        cdef DealC deal
        cdef RngC rng
        if self.c.stage != SETUP and self.c.stage != DEAL:
            raise ValueError("chance has nothing to decide here")
        rng_seed(&rng, unsigned(seed, "seed"))
        deal.first = 0      # only a setup has one
        sample_chance(&self.c, &rng, &deal)
        market = ()
        if self.c.stage == DEAL:
            market = tuple([(deal.cards[i], _token_values(deal.tokens[i])) for i in range(CELLS)])
        return deal.first, market, deal.event, deal.event_token

    def scores(self):
        """Return the points of all seats if the game ended now."""
        return tuple([final_score(&self.c, i) for i in range(self.c.players)])

    def winners(self):
        """Return the seats with the most points if the game ended now."""
        cdef int bits = winners(&self.c)
        return tuple([i for i in range(self.c.players) if bits >> i & 1])

    def perft(self, depth):
        """Return the number of sequences of `depth` decisions."""
        cdef int plies = whole(depth, "depth", 0, INT_MAX)
        cdef uint64_t count
        with nogil:
            count = count_sequences(&self.c, plies)
        return count

    def play_out(self, seed):
        """Play random moves to the end, in place, by a 64-bit seed; return the number of players' moves."""
        cdef RngC rng
        cdef int made
        rng_seed(&rng, unsigned(seed, "seed"))
        with nogil:
            made = play_out(&self.c, &rng)
        return made


def _from_bytes(bytes memory):
    cdef State state = State.__new__(State)
    if len(memory) != sizeof(StateC):
        raise ValueError(f"a pickled position has {sizeof(StateC)} bytes, not {len(memory)}")
    memcpy(&state.c, <const char *>memory, sizeof(StateC))
    check_state(&state.c)
    return state
