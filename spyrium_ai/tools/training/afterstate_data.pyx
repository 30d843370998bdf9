"""Afterstates by the thousand: where games pass through them, and what they come to."""

import numpy as np

from libc.stdint cimport uint8_t, uint64_t

from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.state cimport OVER, RngC, StateC, final_score, is_decision, rng_seed, start_state, winners
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.value_net cimport (
    COMMON_INPUTS, NETS, SEAT_INPUTS, Net, NetC, common_inputs, net_values, seat_inputs,
)
from spyrium_ai.tools.training.selfplay cimport step


def collect(Weights weights, int players, int games, uint64_t seed, double explore):
    """Play games of the one-ply player, so many of its moves at random.

    Returns the positions after turns 1 to 5 as bytes, shape (games, 5, bytes of a position), and the
    shares of the win in the end, shape (games, players).
    """
    found = np.zeros((games, NETS, sizeof(StateC)), dtype=np.uint8)
    shares = np.zeros((games, players), dtype=np.float32)
    cdef uint8_t[:, :, ::1] out = found
    cdef float[:, ::1] shares_out = shares
    cdef StateC s
    cdef RngC rng
    cdef int game
    rng_seed(&rng, seed)
    with nogil:
        for game in range(games):
            start_state(&s, players)
            while s.stage != OVER:
                if is_decision(&s):
                    step(&s, &weights.c, explore, &rng)
                    continue
                if s.turn > 1:
                    (<StateC *>&out[game, s.turn - 2, 0])[0] = s
                play_chance(&s, &rng)
            win(&s, &shares_out[game, 0])
    return found, shares


cdef void win(const StateC *s, float *shares) noexcept nogil:
    """The shares of the win at the end of a game."""
    cdef int seat, bits = winners(s), count = 0
    for seat in range(s.players):
        count += bits >> seat & 1
    for seat in range(s.players):
        shares[seat] = (bits >> seat & 1) / <float>count


cdef void add_outcome(const StateC *s, const NetC *nets, float *shares, float *points) noexcept nogil:
    """Add what the end of a turn is worth: exact at the end of the game, else the nets'."""
    cdef float found[5]
    cdef float scores[5]
    cdef int seat
    if s.stage != OVER:
        net_values(s, nets, found, scores)
    else:
        win(s, found)
        for seat in range(s.players):
            scores[seat] = final_score(s, seat)
    for seat in range(s.players):
        shares[seat] += found[seat]
        points[seat] += scores[seat]


def label(const uint8_t[:, ::1] positions, int players, Weights weights, Net net not None, int deals, uint64_t seed):
    """Play the next turn of each afterstate from so many deals by the one-ply player.

    Returns the mean shares of the win and final scores by seat at that turn's end, by `net` before the
    last turn's: float32 of shape (positions, 2, players).
    """
    cdef int count = positions.shape[0]
    found = np.zeros((count, 2, players), dtype=np.float32)
    cdef float[:, :, ::1] out = found
    cdef StateC s
    cdef RngC rng
    cdef int i, _
    rng_seed(&rng, seed)
    with nogil:
        for i in range(count):
            for _ in range(deals):
                s = (<const StateC *>&positions[i, 0])[0]
                play_chance(&s, &rng)
                while is_decision(&s):
                    step(&s, &weights.c, 0, &rng)
                add_outcome(&s, net.nets, &out[i, 0, 0], &out[i, 1, 0])
    return found / deals


def inputs(const uint8_t[:, ::1] positions, int players):
    """Return the nets' inputs: of each seat (positions, players, SEAT_INPUTS) and common to all."""
    cdef int i, seat, count = positions.shape[0]
    seats = np.zeros((count, players, SEAT_INPUTS), dtype=np.float32)
    common = np.zeros((count, COMMON_INPUTS), dtype=np.float32)
    cdef float[:, :, ::1] seats_out = seats
    cdef float[:, ::1] common_out = common
    with nogil:
        for i in range(count):
            for seat in range(players):
                seat_inputs(<const StateC *>&positions[i, 0], seat, &seats_out[i, seat, 0])
            common_inputs(<const StateC *>&positions[i, 0], &common_out[i, 0])
    return seats, common


def values(const uint8_t[:, ::1] positions, int players, Net net not None):
    """Return the nets' shares of the win and final scores, float32 of shape (positions, 2, players)."""
    cdef int i, count = positions.shape[0]
    found = np.zeros((count, 2, players), dtype=np.float32)
    cdef float[:, :, ::1] out = found
    with nogil:
        for i in range(count):
            net_values(<const StateC *>&positions[i, 0], net.nets, &out[i, 0, 0], &out[i, 1, 0])
    return found


def state_of(const uint8_t[::1] position):
    """Return the position of the bytes."""
    cdef State state = State.__new__(State)
    state.c = (<const StateC *>&position[0])[0]
    return state


def bytes_of(State state):
    """Return the bytes of a position, an array of uint8."""
    found = np.zeros(sizeof(StateC), dtype=np.uint8)
    cdef uint8_t[::1] out = found
    (<StateC *>&out[0])[0] = state.c
    return found
