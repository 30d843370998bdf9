"""`State`: a position as a Python object, in numbers; `spyrium_ai.game.position` gives them their names.

Cards are numbers in the order of the card table, seats are counted from 0, moves are numbers of 32 bits.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.cards cimport BUILDING_TYPES, CELLS, SLOTS, TOKEN_VALUES
from spyrium_ai.game.rules.chance cimport DealC, apply_chance, sample_chance
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.perft cimport count_sequences
from spyrium_ai.game.rules.playout cimport play_out
from spyrium_ai.game.rules.state cimport (
    DEAL, SETUP, RngC, SeatC, copies_of, count_around, final_score, hash_state, is_decision, rng_seed, start_state,
    token_count, winners,
)

from spyrium_ai.game.rules.state_data import SeatData, StateData

STAGES = ("setup", "deal", "action", "bonus", "over")
STATE_BYTES = sizeof(StateC)


cdef tuple _token_values(int packed):
    return tuple([v for v in range(1, TOKEN_VALUES + 1) for _ in range(token_count(packed, v))])


cdef int _pack_tokens(values) except -1:
    cdef int packed = 0
    for value in values:
        packed += 1 << (4 * (value - 1))
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
    (seat.phase, seat.event_used, seat.points, seat.money, seat.spyrium, seat.residence, seat.active,
     seat.workers, seat.bonuses, buildings, seat.techniques, seat.used_techniques, kept, in_market) = data
    for card, inclined in buildings:
        if inclined:
            seat.inclined += <uint64_t>1 << (2 * <int>card)
        else:
            seat.straight += <uint64_t>1 << (2 * <int>card)
    seat.kept = _pack_tokens(kept)
    for slot in range(SLOTS):
        seat.in_market |= <uint64_t>in_market[slot] << (4 * <int>slot)
    return 0


cdef class State:
    """A position. It is changed in place; `copy` first to keep it."""

    @staticmethod
    def start(int players):
        """Return the start of a game for 2 to 5 players, before the setup."""
        cdef State state = State.__new__(State)
        if not 2 <= players <= 5:
            raise ValueError(f"players: {players} is not 2 to 5")
        start_state(&state.c, players)
        return state

    @staticmethod
    def from_data(data):
        """Return the position that a StateData describes."""
        cdef State state = State.__new__(State)
        cdef int i
        (state.c.players, state.c.turn, state.c.first, state.c.to_move, state.c.stage, state.c.event,
         state.c.event_token, state.c.next_event, state.c.next_token, state.c.dealt, state.c.unseen_events, market,
         reserve, discard, seats) = data
        for i in range(CELLS):
            card, tokens = market[i]
            state.c.market[i] = card + 1
            state.c.tokens[i] = _pack_tokens(tokens)
        for i in range(TOKEN_VALUES):
            state.c.reserve[i] = reserve[i]
            state.c.discard[i] = discard[i]
        for i in range(state.c.players):
            _set_seat(&state.c.seats[i], seats[i])
        count_around(&state.c)
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
        """What is to be decided: one of STAGES."""
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

    def apply(self, move_t move):
        """Make a legal move."""
        cdef move_t moves[MAX_MOVES]
        cdef int i
        for i in range(generate(&self.c, moves)):
            if moves[i] == move:
                apply_move(&self.c, move)
                return
        raise ValueError(f"move {move} is not legal here")

    def set_up(self, int first, int event, int token):
        """Carry out a setup: the first player's seat, the first event and its token (0 for none)."""
        cdef DealC deal
        deal.first, deal.event, deal.event_token = first, event, token
        if self.c.stage != SETUP:
            raise ValueError("a setup is not due here")
        apply_chance(&self.c, &deal)

    def deal(self, market, int event, int token):
        """Lay the market, nine pairs of card and tokens, and reveal the next event; they must be possible."""
        cdef DealC deal
        cdef int i
        deal.first, deal.event, deal.event_token = 0, event, token
        for i in range(CELLS):
            deal.cards[i] = market[i][0]
            deal.tokens[i] = _pack_tokens(market[i][1])
        if self.c.stage != DEAL:
            raise ValueError("a deal is not due here")
        apply_chance(&self.c, &deal)

    def sample(self, uint64_t seed):
        """Return an outcome of chance drawn with this seed: first seat, market, event and token."""
        cdef DealC deal
        cdef RngC rng
        if self.c.stage != SETUP and self.c.stage != DEAL:
            raise ValueError("chance has nothing to decide here")
        rng_seed(&rng, seed)
        deal.first = 0      # a setup alone sets it
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

    def perft(self, int depth):
        """Return the number of sequences of `depth` player decisions."""
        cdef uint64_t count
        if depth < 0:
            raise ValueError(f"depth: {depth} is below 0")
        with nogil:
            count = count_sequences(&self.c, depth)
        return count

    def play_out(self, uint64_t seed):
        """Play random moves to the end, in place; return how many players' moves were made."""
        cdef RngC rng
        cdef int made
        rng_seed(&rng, seed)
        with nogil:
            made = play_out(&self.c, &rng)
        return made


def _from_bytes(bytes memory):
    cdef State state = State.__new__(State)
    if len(memory) != sizeof(StateC):
        raise ValueError(f"a pickled position has {sizeof(StateC)} bytes, not {len(memory)}")
    memcpy(&state.c, <const char *>memory, sizeof(StateC))
    return state
