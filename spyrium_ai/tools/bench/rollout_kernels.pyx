"""The parts of a simulation of `mcts`, each in a loop of its own, on positions that its rollouts pass through."""

from libc.stdint cimport uint64_t

from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.arguments cimport unsigned
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.state cimport OVER, RngC, StateC, hash_state, is_decision, rng_below, rng_seed, rng_unit
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_decision
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.move_ratings cimport RaterC, rate_by
from spyrium_ai.search.evaluation.one_ply cimport best_of
from spyrium_ai.search.evaluation.policy_net cimport Policy
from spyrium_ai.search.evaluation.value_net cimport Net, net_values

cdef extern from "keep.h" nogil:
    void keep(void *memory)

cdef enum:
    DRAWN = 256             # positions of each kind, in the second-level cache with the weights

cdef double ASTRAY = 0.2        # the part of the moves at random, as on the way to a leaf


cdef class RolloutSample:
    """Decisions that rollouts from a position pass through, and turn's ends that they reach, visited at random."""

    cdef StateC decisions[DRAWN]
    cdef move_t moves[DRAWN]
    cdef StateC afterstates[DRAWN]
    cdef Weights weights
    cdef Net net
    cdef Policy policy
    cdef RaterC rater

    def __cinit__(self, State state, Weights weights, Net net, Policy policy, seed):
        """Play the turn out from a decision, again and again; of each rollout's decisions one is drawn."""
        cdef StateC s
        cdef RngC rng
        cdef move_t move
        cdef int number, decisions
        self.weights, self.net, self.policy = weights, net, policy
        self.rater.weights = &weights.c
        self.rater.policy = NULL if policy is None else policy.nets
        check_decision(&state.c)
        rng_seed(&rng, unsigned(seed, "seed"))
        for number in range(DRAWN):
            s = state.c
            decisions = 0
            while is_decision(&s):
                move = self.choose(&s, &rng)
                decisions += 1
                if rng_below(&rng, decisions) == 0:
                    self.decisions[number] = s
                    self.moves[number] = move
                apply_move(&s, move)
            self.afterstates[number] = s

    cdef move_t choose(self, const StateC *s, RngC *rng) noexcept:
        cdef move_t moves[MAX_MOVES]
        cdef float ratings[MAX_MOVES]
        cdef int count = generate(s, moves)
        if rng_unit(rng) < ASTRAY:
            return moves[rng_below(rng, count)]
        rate_by(&self.rater, s, moves, count, ratings)
        return moves[best_of(ratings, count, rng)]

    def generate(self, times):
        """Make so many lists of legal moves."""
        cdef uint64_t most = unsigned(times, "times"), _
        cdef move_t moves[MAX_MOVES]
        cdef RngC rng
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                generate(&self.decisions[rng_below(&rng, DRAWN)], moves)
                keep(moves)

    def rate(self, times):
        """Make so many lists of legal moves, and choose the best rated of each, as a rollout does."""
        cdef uint64_t most = unsigned(times, "times"), _
        cdef move_t moves[MAX_MOVES]
        cdef float ratings[MAX_MOVES]
        cdef const StateC *s
        cdef RngC rng
        cdef int count
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                s = &self.decisions[rng_below(&rng, DRAWN)]
                count = generate(s, moves)
                keep(moves)
                rate_by(&self.rater, s, moves, count, ratings)
                best_of(ratings, count, &rng)
                keep(ratings)

    def make(self, times):
        """Make so many moves, and compute the hash after each."""
        cdef uint64_t most = unsigned(times, "times"), _, key
        cdef StateC s
        cdef RngC rng
        cdef int at
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                at = rng_below(&rng, DRAWN)
                s = self.decisions[at]
                apply_move(&s, self.moves[at])
                key = hash_state(&s)
                keep(&key)

    def value(self, times):
        """Compute so often the shares and points of all seats at a turn's end; none where the game is over."""
        cdef uint64_t most = unsigned(times, "times"), _
        cdef float shares[5]
        cdef float points[5]
        cdef const StateC *s
        cdef RngC rng
        rng_seed(&rng, most)
        with nogil:
            for _ in range(most):
                s = &self.afterstates[rng_below(&rng, DRAWN)]
                if s.stage != OVER:
                    net_values(s, self.net.nets, shares, points)
                keep(shares)
                keep(points)
