"""Value networks: the learned value of an afterstate, where everybody has passed and the deal is still to come.

A network with two hidden layers computes a logit and a final score for each seat. Its inputs are those of the
seat, the mean of all seats, and the shared ones, so that one network serves every seat. The win shares are the
softmax of the logits.
"""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.math cimport expf, isfinite
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from spyrium_ai.game.rules.cards cimport (
    CARDS, DECKS, DECK_SIZE, FIRST_BONUS, MINE, PERIOD_OF_TURN, RESIDENCE_TRACK, SECOND_BONUS, START_WORKERS,
)
from spyrium_ai.game.rules.state cimport SeatC, check, copies_of, final_score, first_bit, token_count

SEAT_INPUT_COUNT = SEAT_INPUTS
COMMON_INPUT_COUNT = COMMON_INPUTS
LAYERS = (HIDDEN, HIDDEN_2, OUTPUTS)
NET_COUNT = NETS
NET_SIZE = sizeof(NetC) // sizeof(float)
SCORE_SCALE = SCORE_UNIT


cdef void building_inputs(const SeatC *owner, float *out) noexcept nogil:
    """Write the inputs for the buildings, and for what they give and take in a turn."""
    cdef uint64_t buildings = owner.straight + owner.inclined
    cdef int card, copies, spaces = 0, mined = 0, mined_by_workers = 0, taken = 0, needed = 0
    while buildings:
        card = first_bit(buildings) >> 1
        copies = copies_of(buildings, card)
        buildings &= ~(<uint64_t>3 << (2 * card))
        out[I_BUILDINGS + card] = copies
        spaces += copies
        if CARDS[card].symbols & MINE:
            mined += copies * (CARDS[card].uses[0].workers == 0)
            mined_by_workers += copies * max(CARDS[card].uses[0].gain_spyrium, CARDS[card].uses[1].gain_spyrium)
        taken += copies * CARDS[card].uses[0].pay_spyrium
        needed += copies * CARDS[card].uses[0].workers
    out[I_MINED] = mined / <float>2
    out[I_MINED + 1] = mined_by_workers / <float>4
    out[I_TAKEN] = taken / <float>4
    out[I_NEEDED] = min(needed, <int>owner.workers) / <float>4
    out[I_NEEDED + 1] = max(0, <int>owner.workers - needed) / <float>4
    out[I_SPACES] = spaces / <float>5


cdef void seat_inputs(const StateC *s, int seat, float *out) noexcept nogil:
    """Write the SEAT_INPUTS inputs of a seat."""
    cdef const SeatC *owner = &s.seats[seat]
    cdef int i
    memset(out, 0, SEAT_INPUTS * sizeof(float))
    out[I_POINTS] = owner.points / <float>20
    out[I_POINTS + 1] = min(<int>owner.points, <int>FIRST_BONUS) / <float>FIRST_BONUS
    out[I_POINTS + 2] = min(<int>owner.points, <int>SECOND_BONUS) / <float>SECOND_BONUS
    out[I_MONEY] = owner.money / <float>10
    out[I_MONEY + 1] = min(<int>owner.money, 5) / <float>5
    out[I_MONEY + 2] = min(<int>owner.money, 12) / <float>10
    out[I_SPYRIUM] = owner.spyrium / <float>5
    out[I_SPYRIUM + 1] = min(<int>owner.spyrium, 3) / <float>3
    out[I_WORKERS + owner.workers - START_WORKERS] = 1
    out[I_RESIDENCE + owner.residence - RESIDENCE_TRACK[0]] = 1
    out[I_BONUSES] = owner.bonuses & 1
    out[I_BONUSES + 1] = owner.bonuses >> 1 & 1
    out[I_PLACE + (seat - s.first if seat >= s.first else seat - s.first + s.players)] = 1
    building_inputs(owner, out)
    for i in range(I_KEPT - I_TECHNIQUES):
        out[I_TECHNIQUES + i] = owner.techniques >> i & 1
    for i in range(TOKEN_VALUES):
        out[I_KEPT + i] = token_count(owner.kept, i + 1)
    out[I_SCORE] = final_score(s, seat) / <float>20


cdef void common_inputs(const StateC *s, float *out) noexcept nogil:
    """Write the COMMON_INPUTS shared inputs: what is known about the next turn."""
    cdef int i, period = PERIOD_OF_TURN[s.turn]
    memset(out, 0, COMMON_INPUTS * sizeof(float))
    out[I_EVENT + s.event - 1] = 1
    out[I_EVENT_TOKEN] = s.event_token / <float>3
    for i in range(EVENTS):
        out[I_UNSEEN + i] = s.unseen_events >> i & 1
    for i in range(DECK_SIZE[period]):
        out[I_CARDS + DECKS[period][i]] += ~s.dealt >> i & 1
    for i in range(TOKEN_VALUES):
        out[I_RESERVE + i] = s.reserve[i] / <float>8


cdef inline void add_rows(const float *inputs, int count, const float *rows, float *sums) noexcept nogil:
    """Add each row of HIDDEN weights times its input; zero inputs are skipped."""
    cdef int i, j
    for i in range(count):
        if inputs[i] != 0:
            for j in range(HIDDEN):
                sums[j] += inputs[i] * rows[i * HIDDEN + j]


cdef void upper_layers(const NetC *net, const float *sums, float *out) noexcept nogil:
    """Write the outputs for the sums of the first layer."""
    cdef float second[HIDDEN_2]
    cdef int i, j
    memcpy(second, net.second_bias, sizeof(second))
    for i in range(HIDDEN):
        if sums[i] > 0:
            for j in range(HIDDEN_2):
                second[j] += sums[i] * net.second[i][j]
    memcpy(out, net.last_bias, OUTPUTS * sizeof(float))
    for i in range(HIDDEN_2):
        if second[i] > 0:
            for j in range(OUTPUTS):
                out[j] += second[i] * net.last[i][j]


cdef void net_values(const StateC *s, const NetC *nets, float *shares, float *points) noexcept nogil:
    """Write the expected win shares and final scores of an afterstate, by seat; turn 1 has ended."""
    cdef const NetC *net = &nets[s.turn - 2]
    cdef float seats[5][SEAT_INPUTS]
    cdef float mean[SEAT_INPUTS]
    cdef float common[COMMON_INPUTS]
    cdef float base[HIDDEN]
    cdef float sums[HIDDEN]
    cdef float out[OUTPUTS]
    cdef float best = -1e9, total = 0
    cdef int seat, i
    check(s.turn >= 2)
    memset(mean, 0, sizeof(mean))
    for seat in range(s.players):
        seat_inputs(s, seat, seats[seat])
        for i in range(SEAT_INPUTS):
            mean[i] += seats[seat][i]
    for i in range(SEAT_INPUTS):
        mean[i] /= s.players
    common_inputs(s, common)
    memcpy(base, net.bias, sizeof(base))
    add_rows(common, COMMON_INPUTS, net.common[0], base)
    add_rows(mean, SEAT_INPUTS, net.all[0], base)
    for seat in range(s.players):
        memcpy(sums, base, sizeof(sums))
        add_rows(seats[seat], SEAT_INPUTS, net.seat[0], sums)
        upper_layers(net, sums, out)
        shares[seat] = out[0]
        points[seat] = out[1] * SCORE_UNIT
        best = max(best, out[0])
    for seat in range(s.players):
        shares[seat] = expf(shares[seat] - best)
        total += shares[seat]
    for seat in range(s.players):
        shares[seat] /= total


cdef class Net:
    """The networks for one number of players, from the numbers of a weights file."""

    def __cinit__(self, const float[:, ::1] numbers not None):
        cdef int i, j
        if numbers.shape[0] != NETS or numbers.shape[1] != NET_SIZE:
            raise ValueError(f"not {NETS} nets of {NET_SIZE} numbers, but {numbers.shape[0]} of {numbers.shape[1]}")
        for i in range(NETS):
            for j in range(<int>NET_SIZE):
                if not isfinite(numbers[i, j]):
                    raise ValueError(f"number {j} of net {i} is not finite: {numbers[i, j]}")
        self.nets = <NetC *>calloc(NETS, sizeof(NetC))
        if self.nets == NULL:
            raise MemoryError("no memory for the nets")
        memcpy(self.nets, &numbers[0, 0], NETS * sizeof(NetC))

    def __dealloc__(self):
        free(self.nets)

    def __reduce__(self):
        import numpy

        numbers = PyBytes_FromStringAndSize(<const char *>self.nets, NETS * sizeof(NetC))
        return Net, (numpy.frombuffer(numbers, numpy.float32).reshape(NETS, NET_SIZE),)
