"""Afterstates by the thousand: where games pass through them, and what they come to."""

import numpy as np

from libc.limits cimport INT_MAX
from libc.stdint cimport uint8_t
from libc.string cimport memcpy

from spyrium_ai.game.rules.arguments cimport real, unsigned, whole
from spyrium_ai.game.rules.cards cimport MOST_PLAYERS
from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.state cimport (
    DEAL, OVER, RngC, StateC, final_score, is_decision, rng_seed, start_state, winners,
)
from spyrium_ai.game.rules.state_class cimport State
from spyrium_ai.game.rules.state_validation cimport check_state
from spyrium_ai.search.evaluation.linear_value cimport Weights
from spyrium_ai.search.evaluation.value_net cimport (
    COMMON_INPUTS, NETS, SEAT_INPUTS, Net, NetC, common_inputs, net_values, seat_inputs,
)
from spyrium_ai.tools.training.selfplay cimport step


cdef int check_positions(const uint8_t[:, ::1] positions, int players) except -1:
    """Raise ValueError unless these are the bytes of afterstates for so many players."""
    cdef StateC s
    cdef Py_ssize_t i
    if positions.shape[1] != sizeof(StateC):
        raise ValueError(f"positions: rows of {positions.shape[1]} bytes instead of {sizeof(StateC)}")
    for i in range(positions.shape[0]):
        memcpy(&s, &positions[i, 0], sizeof(StateC))
        try:
            check_state(&s)
        except ValueError as error:
            raise ValueError(f"positions: row {i}: {error}") from None
        if s.stage != DEAL or s.turn < 2:
            raise ValueError(f"positions: row {i} is not the end of a turn")
        if s.players != players:
            raise ValueError(f"positions: row {i} is of a game for {s.players}, not {players}")
    return 0


def collect(Weights weights, players, games, seed, explore):
    """Play games of the one-ply player, the part `explore` of its moves at random.

    Returns the positions after turns 1 to 5 as bytes, shape (games, 5, bytes of a position), and the
    win shares in the end, shape (games, players).
    """
    cdef int seats = whole(players, "players", 2, MOST_PLAYERS), count = whole(games, "games", 0, INT_MAX)
    cdef double random_part = real(explore, "explore", 0, 1)
    found = np.zeros((count, NETS, sizeof(StateC)), dtype=np.uint8)
    shares = np.zeros((count, seats), dtype=np.float32)
    cdef uint8_t[:, :, ::1] out = found
    cdef float[:, ::1] shares_out = shares
    cdef StateC s
    cdef RngC rng
    cdef int game
    rng_seed(&rng, unsigned(seed, "seed"))
    with nogil:
        for game in range(count):
            start_state(&s, seats)
            while s.stage != OVER:
                if is_decision(&s):
                    step(&s, &weights.c, random_part, &rng)
                    continue
                if s.turn > 1:
                    memcpy(&out[game, s.turn - 2, 0], &s, sizeof(StateC))
                play_chance(&s, &rng)
            win(&s, &shares_out[game, 0])
    return found, shares


cdef void win(const StateC *s, float *shares) noexcept nogil:
    """The win shares at the end of a game."""
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


def label(const uint8_t[:, ::1] positions not None, players, Weights weights, Net net, deals, seed):
    """Play the next turn of each afterstate from so many deals by the one-ply player.

    Returns the mean win shares and final scores by seat at that turn's end, by `net` before the
    last turn's: float32 of shape (positions, 2, players).
    """
    cdef int seats = whole(players, "players", 2, MOST_PLAYERS), times = whole(deals, "deals", 1, INT_MAX)
    cdef Py_ssize_t i, count = positions.shape[0]
    found = np.zeros((count, 2, seats), dtype=np.float32)
    cdef float[:, :, ::1] out = found
    cdef StateC s
    cdef RngC rng
    cdef int _
    check_positions(positions, seats)
    rng_seed(&rng, unsigned(seed, "seed"))
    with nogil:
        for i in range(count):
            for _ in range(times):
                memcpy(&s, &positions[i, 0], sizeof(StateC))
                play_chance(&s, &rng)
                while is_decision(&s):
                    step(&s, &weights.c, 0, &rng)
                add_outcome(&s, net.nets, &out[i, 0, 0], &out[i, 1, 0])
    return found / times


def inputs(const uint8_t[:, ::1] positions not None, players):
    """Return the nets' inputs: of each seat (positions, players, SEAT_INPUTS) and common to all."""
    cdef int seat, most = whole(players, "players", 2, MOST_PLAYERS)
    cdef Py_ssize_t i, count = positions.shape[0]
    cdef StateC s
    seats = np.zeros((count, most, SEAT_INPUTS), dtype=np.float32)
    common = np.zeros((count, COMMON_INPUTS), dtype=np.float32)
    cdef float[:, :, ::1] seats_out = seats
    cdef float[:, ::1] common_out = common
    check_positions(positions, most)
    with nogil:
        for i in range(count):
            memcpy(&s, &positions[i, 0], sizeof(StateC))
            for seat in range(most):
                seat_inputs(&s, seat, &seats_out[i, seat, 0])
            common_inputs(&s, &common_out[i, 0])
    return seats, common


def values(const uint8_t[:, ::1] positions not None, players, Net net):
    """Return the nets' win shares and final scores, float32 of shape (positions, 2, players)."""
    cdef int seats = whole(players, "players", 2, MOST_PLAYERS)
    cdef Py_ssize_t i, count = positions.shape[0]
    cdef StateC s
    found = np.zeros((count, 2, seats), dtype=np.float32)
    cdef float[:, :, ::1] out = found
    check_positions(positions, seats)
    with nogil:
        for i in range(count):
            memcpy(&s, &positions[i, 0], sizeof(StateC))
            net_values(&s, net.nets, &out[i, 0, 0], &out[i, 1, 0])
    return found


def state_of(const uint8_t[::1] position not None):
    """Return the position of the bytes."""
    cdef State state = State.__new__(State)
    if position.shape[0] != sizeof(StateC):
        raise ValueError(f"position: {position.shape[0]} bytes instead of {sizeof(StateC)}")
    memcpy(&state.c, &position[0], sizeof(StateC))
    check_state(&state.c)
    return state


def bytes_of(State state):
    """Return the bytes of a position, an array of uint8."""
    found = np.zeros(sizeof(StateC), dtype=np.uint8)
    cdef uint8_t[::1] out = found
    memcpy(&out[0], &state.c, sizeof(StateC))
    return found
