"""Expectimax: iterative deepening within the turn, by alpha-beta or max^n.

Games of two players use alpha-beta on the win share, other games best-reply search (BRS+), max^n, or alpha-beta of
one seat against all others (paranoid). From each leaf a rollout of the heuristic goes to the end of the turn. A
value network replaces the chance node there: it estimates the expectation over all deals. With `deals` the chance
node is there: its value is the mean over sampled deals, each searched or played out to the end of the next turn.
"""

from libc.math cimport INFINITY
from libc.stdint cimport UINT32_MAX, int64_t, uint64_t
from libc.string cimport memset

from spyrium_ai.game.rules.arguments cimport byte_count, positive, real, unsigned, whole
from spyrium_ai.game.rules.chance cimport play_seeded_chance
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport RngC, StateC, rng_next, rng_seed
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_decision
from spyrium_ai.search.alphabeta cimport search_two_sides
from spyrium_ai.search.depth_first cimport MOST_PLIES, WHOLE_WIN, BusyC, SearchContextC, TurnEntryC
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.policy_net cimport Policy
from spyrium_ai.search.evaluation.turn_rollout cimport (
    LEARNED, MOST_SAMPLED, CacheC, clear_cache, expected_result, free_cache, is_dealt, make_cache,
    rollout_turn, set_rollout,
)
from spyrium_ai.search.evaluation.value_net cimport Net
from spyrium_ai.search.line_value cimport apply_line
from spyrium_ai.search.maxn cimport search_maxn
from spyrium_ai.search.search_limits cimport set_limits
from spyrium_ai.search.stop_flag cimport StopFlag
from spyrium_ai.util.pages cimport pages_release, pages_reserve

cdef uint64_t SIDE_KEY = 0xBF58476D1CE4E5B9     # its multiples have little in common

cdef enum:
    NODES_PER_POLL = 4       # nodes between two polls of the clock and the stop flag

MAX_DEPTH = MOST_PLIES - 2
MOST_DEALS = MOST_SAMPLED
BRS_PLUS, MAXN, PARANOID = RIVALS = "brs+", "maxn", "paranoid"


cdef class Expectimax:
    """Searches positions of a game; keeps the transposition table between them."""

    cdef SearchContextC c
    cdef CacheC cache   # of the rollouts
    cdef Expectimax owner   # of the table and the cache, None if they are its own; keeps them alive
    cdef bint is_owner      # `owner` may be gone when memory is given back
    cdef BusyC busy
    cdef StateC root
    cdef Net net
    cdef Policy policy
    cdef object rivals      # one of RIVALS: what those of games with more than two players do
    cdef bint has_two_sides
    cdef int value      # of the last search

    def __cinit__(
        self,
        Weights weights,
        Net net,
        memory,
        rivals=BRS_PLUS,
        width=4,
        deals=0,
        deal_seed=0,
        Policy policy=None,
        Expectimax beside=None,
    ):
        """Reserve at most `memory` bytes, nearly all of them for the transposition table.

        With `beside` nothing is reserved: the table and the cache are those of that search, in another thread.
        """
        if rivals not in RIVALS:
            raise ValueError(f"rivals: not {rivals!r}, but one of {', '.join(RIVALS)}")
        self.c.width = positive(width, "width")
        self.is_owner = beside is None
        if beside is None:
            self._reserve(byte_count(memory, "memory"))
        else:
            self._share(beside if beside.is_owner else beside.owner)
        set_rollout(
            &self.c.rollout, &self.c.weights, NULL if policy is None else policy.nets, net.nets, LEARNED, &self.cache
        )
        self._sample_deals(whole(deals, "deals", 0, MOST_SAMPLED), unsigned(deal_seed, "deal_seed"))
        self.c.weights = weights.c
        self.net = net
        self.policy = policy
        self.rivals = rivals
        self.c.seat = -1        # nothing has been searched yet
        self.c.limits.nodes_per_poll = NODES_PER_POLL

    cdef int _reserve(self, size_t memory) except -1:
        cdef size_t cache_size = memory // 8
        cdef uint64_t entries = 1
        while 2 * entries * sizeof(TurnEntryC) <= memory - cache_size:
            entries *= 2
        self.c.mask = entries - 1
        self.c.table = <TurnEntryC *>pages_reserve(entries * sizeof(TurnEntryC))
        if self.c.table == NULL or not make_cache(&self.cache, cache_size):
            raise MemoryError(f"no {memory} bytes for the table")
        return 0

    cdef void _share(self, Expectimax owner):
        self.owner = owner
        self.c.table, self.c.mask, self.cache = owner.c.table, owner.c.mask, owner.cache
        self.c.busy = owner.c.busy = &owner.busy

    cdef void _sample_deals(self, int deals, uint64_t seed):
        """Draw the seeds of the deals. They stay, so that what the tables know of a turn's end stays true."""
        cdef RngC rng
        cdef int number
        rng_seed(&rng, seed)
        self.c.rollout.deals = deals
        for number in range(deals):
            self.c.rollout.deal_seeds[number] = rng_next(&rng)

    def __dealloc__(self):
        if self.is_owner:
            pages_release(self.c.table, (self.c.mask + 1) * sizeof(TurnEntryC))
            free_cache(&self.cache)

    def begin(self, State state, seed):
        """Set the position to search, a decision."""
        cdef bint has_rivals = state.c.players > 2 and self.rivals != MAXN
        cdef int seat = state.c.to_move if has_rivals else 0
        cdef uint64_t start = unsigned(seed, "seed")
        check_decision(&state.c)
        cdef bint is_other_turn = self.c.rollout.deals > 0 and state.c.turn + 1 != self.c.rollout.deal_turn
        if self.is_owner and is_other_turn:  # the ends of this turn have been valued without deals
            if self.c.seat >= 0:
                memset(self.c.table, 0, (self.c.mask + 1) * sizeof(TurnEntryC))
            clear_cache(&self.cache)
        self.c.rollout.deal_turn = state.c.turn + 1
        self.root = state.c
        self.c.seat = seat
        self.has_two_sides = has_rivals or state.c.players == 2
        self.c.side_key = (seat + 1) * SIDE_KEY if has_rivals else 0
        self.c.has_one_reply = has_rivals and self.rivals == BRS_PLUS
        self.c.limits.nodes = 0
        self.c.limits.next_poll = 1    # The first move is always searched, so that every search has a move.
        rng_seed(&self.c.rng, start)

    cdef int _check_begun(self) except -1:
        if self.c.seat < 0:
            raise ValueError("no position to search: call begin first")
        return 0

    cdef int _leave_out(self, moves) except -1:
        """Set the moves that the next search leaves out; ValueError if no other move would be left."""
        cdef move_t legal[MAX_MOVES]
        cdef int i, count = generate(&self.root, legal)
        numbers = {whole(move, "without", 0, <int64_t>UINT32_MAX) for move in moves}
        left_out = [legal[i] for i in range(count) if legal[i] in numbers]
        if len(left_out) == count:
            raise ValueError("without: no move is left to search")
        for i in range(len(left_out)):
            self.c.left_out[i] = left_out[i]
        self.c.left_out_count = len(left_out)
        return 0

    def search_depth(self, depth, nodes, seconds, StopFlag stop, without=()):
        """Search to a depth within limits (0: none), leaving out the moves `without`.

        Returns whether the depth is complete, and the principal variation so far, which is empty if a limit
        ended the search before a move was found. `nodes` limits the sum over all searches of the position.
        """
        cdef int i, plies = whole(depth, "depth", 1, MOST_PLIES - 2)
        cdef uint64_t most = unsigned(nodes, "nodes")
        cdef double limit = real(seconds, "seconds", 0, INFINITY)
        self._check_begun()
        self._leave_out(without)
        set_limits(&self.c.limits, most, limit, &stop.c)
        self.c.line_length[0] = 0
        with nogil:
            if self.has_two_sides:
                self.value = search_two_sides(&self.c, &self.root, plies)
            else:
                self.value = search_maxn(&self.c, &self.root, plies)
        return not self.c.limits.reached, [self.c.line[0][i] for i in range(self.c.line_length[0])]

    def expect(self, line, deal=None, after=()):
        """Return the expected win shares and final scores after the line, both by seat.

        With the number of a sampled deal the line ends the turn, and the moves `after` follow the deal. ValueError
        if a move is not legal, or a deal is not due.
        """
        cdef StateC s = self.root
        cdef float shares[5]
        cdef float points[5]
        self._check_begun()
        apply_line(&s, line)
        if deal is not None:
            if not is_dealt(&self.c.rollout, &s):
                raise ValueError("deal: no deal is sampled after this line")
            play_seeded_chance(&s, self.c.rollout.deal_seeds[<int>whole(deal, "deal", 0, self.c.rollout.deals - 1)])
            apply_line(&s, after)
        expected_result(&self.c.rollout, &s, &self.c.rng, shares, points)
        # The win shares that the search has found, which its cache remembers.
        rollout_turn(&self.c.rollout, &s, &self.c.rng, shares)
        players = range(s.players)
        return [shares[i] for i in players], [points[i] for i in players]

    @property
    def deal_seeds(self):
        """The seeds of the deals that are sampled at the turn's end, as `State.sample` takes them."""
        return [self.c.rollout.deal_seeds[i] for i in range(self.c.rollout.deals)]

    @property
    def share(self):
        """The mover's win share that the last search found, if it was complete."""
        return self.value / <double>WHOLE_WIN

    @property
    def nodes(self):
        """The number of positions searched since `begin`."""
        return self.c.limits.nodes
