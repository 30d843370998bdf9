"""The rivals of a batch: players that decide inside a step."""

from libc.string cimport memset

from spyrium_ai.envs.actions cimport move_of
from spyrium_ai.envs.policy_net cimport PolicyNet, choose_action
from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.movegen cimport generate
from spyrium_ai.game.rules.moves cimport MAX_MOVES, move_t
from spyrium_ai.game.rules.playout cimport play_random
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.one_ply cimport best_of, play_best
from spyrium_ai.search.evaluation.turn_rollout cimport LEARNED, expected_result
from spyrium_ai.search.evaluation.value_net cimport Net
from spyrium_ai.search.weights import load_net, load_weights

RIVALS = ("random", "heuristic", "net")


cdef void play_by_net(const RivalsC *rivals, StateC *s, RngC *rng) noexcept nogil:
    """Make the move after which a rollout to the turn's end promises the mover the greatest win share."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef float shares[5]
    cdef float points[5]
    cdef StateC child
    cdef int i, best = 0, seat = s.to_move, count = generate(s, moves)
    if count > 1:
        for i in range(count):
            child = s[0]
            apply_move(&child, moves[i])
            expected_result(&rivals.rollout, &child, rng, shares, points)
            ratings[i] = shares[seat]
        best = best_of(ratings, count, rng)
    apply_move(s, moves[best])


cdef void play_rival(const RivalsC *rivals, StateC *s, RngC *rng) noexcept nogil:
    """Make the move of a rival, by the game's generator where something is drawn."""
    if rivals.kind == RANDOM_RIVAL:
        play_random(s, rng)
    elif rivals.kind == HEURISTIC_RIVAL:
        play_best(s, rivals.rollout.rater.weights, rng)
    elif rivals.kind == NET_RIVAL:
        play_by_net(rivals, s, rng)
    else:
        apply_move(s, move_of(s, choose_action(&rivals.policy, s, rng)))


cdef class Rivals:
    """The rivals by name, or a PolicyNet; None for no rivals."""

    def __init__(self, rivals, int players):
        cdef Weights weights
        cdef Net net
        memset(&self.c, 0, sizeof(self.c))
        if rivals is None:
            return
        if isinstance(rivals, PolicyNet):
            self._take(rivals, players)
            return
        if rivals not in RIVALS:
            raise ValueError(f"rivals: {rivals!r} is not None, {', '.join(map(repr, RIVALS))} or a PolicyNet")
        self.c.kind = 1 + RIVALS.index(rivals)
        if self.c.kind != RANDOM_RIVAL:
            weights, net = load_weights(players), load_net(players)
            self.c.rollout.rater.weights, self.c.rollout.nets = &weights.c, net.nets
            self.c.rollout.value = LEARNED
            self.kept = (weights, net)

    def _take(self, PolicyNet policy, int players):
        if policy.players != players:
            raise ValueError(f"rivals: a PolicyNet for {policy.players} players, not {players}")
        self.c.kind = POLICY_RIVAL
        self.c.policy = policy.c
        self.kept = (policy,)
