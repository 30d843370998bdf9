"""The loops that `spyrium-ai bench` times: fixed work by seed, without a Python object and without the GIL."""

from libc.limits cimport INT_MAX
from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.arguments cimport unsigned, whole
from spyrium_ai.game.rules.cards cimport MOST_PLAYERS
from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.playout cimport play_out
from spyrium_ai.game.rules.state cimport (
    OVER, RngC, StateC, final_score, hash_state, is_decision, rng_below, rng_seed, start_state,
)
from spyrium_ai.search.evaluation.evaluation cimport all_values
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.value_net cimport Net, net_values
from spyrium_ai.tools.training.selfplay cimport step

cdef extern from "keep.h" nogil:
    void keep(void *memory)

cdef enum:
    POSITIONS = 1024        # of a sample: they fit in the second-level cache
    EVALUATED = 256            # of each kind to be evaluated, in the second-level cache with the weights
    RING = 64               # clones that exist at a time: they fit in the first-level cache

cdef double ASTRAY = 0.1        # the part of the moves at random in the games whose positions are evaluated


cdef inline uint64_t folded(uint64_t digest, uint64_t value) noexcept nogil:
    """FNV-1a, but a whole word at a time."""
    return (digest ^ value) * 0x100000001B3ULL


cdef uint64_t play_games(int players, int games, uint64_t seed, uint64_t *moves) noexcept nogil:
    """Play random games, add their moves to `moves`; return a digest of the number of moves and scores of each."""
    cdef StateC s
    cdef RngC rng
    cdef uint64_t digest = 0xCBF29CE484222325ULL
    cdef int _, seat, made
    rng_seed(&rng, seed)
    for _ in range(games):
        start_state(&s, players)
        made = play_out(&s, &rng)
        moves[0] += made
        digest = folded(digest, made)
        for seat in range(players):
            digest = folded(digest, final_score(&s, seat))
    return digest


def random_games(players, games, seed):
    """Play so many random games, each from its setup; return the players' moves and a digest of the games."""
    cdef int seats = whole(players, "players", 2, MOST_PLAYERS), count = whole(games, "games", 0, INT_MAX)
    cdef uint64_t digest, start = unsigned(seed, "seed"), moves = 0
    with nogil:
        digest = play_games(seats, count, start, &moves)
    return moves, digest


cdef class Sample:
    """Positions of random games, one in four for each number of players, each with a legal move.

    They are visited at random: the processor would learn a fixed round by heart and predict every branch.
    """

    cdef StateC states[POSITIONS]
    cdef move_t moves[POSITIONS]

    def __cinit__(self, seed):
        cdef move_t moves[MAX_MOVES]
        cdef StateC s
        cdef RngC rng
        cdef int i, players
        rng_seed(&rng, unsigned(seed, "seed"))
        for players in range(2, 6):
            start_state(&s, players)
            i = players - 2
            while i < POSITIONS:
                if s.stage == OVER:
                    start_state(&s, players)
                elif is_decision(&s):
                    self.states[i] = s
                    self.moves[i] = moves[rng_below(&rng, generate(&s, moves))]
                    apply_move(&s, self.moves[i])
                    i += 4
                else:
                    play_chance(&s, &rng)

    def clone(self, times):
        """Make so many clones, each of an earlier one."""
        cdef uint64_t most = unsigned(times, "times")
        cdef StateC ring[RING]
        cdef uint64_t i
        cdef int at
        with nogil:
            for at in range(RING):
                ring[at] = self.states[at]
            for i in range(most):
                ring[i % RING] = ring[(i * 5 + 7) % RING]
                keep(&ring[i % RING])

    def hash(self, times):
        """Compute so many hashes, of positions at random."""
        cdef uint64_t most = unsigned(times, "times")
        cdef RngC rng
        cdef uint64_t _, digest
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                digest = hash_state(&self.states[rng_below(&rng, POSITIONS)])
                keep(&digest)

    def generate(self, times):
        """Make so many lists of legal moves, of positions at random."""
        cdef uint64_t most = unsigned(times, "times")
        cdef move_t moves[MAX_MOVES]
        cdef RngC rng
        cdef uint64_t _
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                generate(&self.states[rng_below(&rng, POSITIONS)], moves)
                keep(moves)

    def apply(self, times):
        """Make so many moves, each on a clone of its position, of positions at random."""
        cdef uint64_t most = unsigned(times, "times")
        cdef StateC s
        cdef RngC rng
        cdef uint64_t _
        cdef int at
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                at = rng_below(&rng, POSITIONS)
                s = self.states[at]
                apply_move(&s, self.moves[at])
                keep(&s)


cdef class EvaluationSample:
    """Positions of games of the one-ply player for so many players, visited at random: decisions and afterstates."""

    cdef StateC decisions[EVALUATED]
    cdef StateC afterstates[EVALUATED]
    cdef Weights weights
    cdef Net net

    def __cinit__(self, players, Weights weights, Net net, seed):
        cdef StateC s
        cdef RngC rng
        cdef int seats = whole(players, "players", 2, MOST_PLAYERS), turns = 0, decisions = 0
        self.weights = weights
        self.net = net
        rng_seed(&rng, unsigned(seed, "seed"))
        start_state(&s, seats)
        while turns < EVALUATED:
            if s.stage == OVER:
                start_state(&s, seats)
            elif is_decision(&s):
                # Of each turn's decisions one is drawn, each with the same chance.
                decisions += 1
                if rng_below(&rng, decisions) == 0:
                    self.decisions[turns] = s
                step(&s, &weights.c, ASTRAY, &rng)
            else:
                if decisions and s.turn > 1:
                    self.afterstates[turns] = s
                    turns += 1
                decisions = 0
                play_chance(&s, &rng)

    def evaluate(self, times):
        """Compute so often the points that all seats of a decision may expect."""
        cdef uint64_t most = unsigned(times, "times")
        cdef float points[5]
        cdef RngC rng
        cdef uint64_t _
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                all_values(&self.decisions[rng_below(&rng, EVALUATED)], &self.weights.c, points)
                keep(points)

    def value(self, times):
        """Compute so often the net's shares and points for all seats of an afterstate."""
        cdef uint64_t most = unsigned(times, "times")
        cdef float shares[5]
        cdef float points[5]
        cdef RngC rng
        cdef uint64_t _
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                net_values(&self.afterstates[rng_below(&rng, EVALUATED)], self.net.nets, shares, points)
                keep(shares)
                keep(points)
