"""Value networks: the learned value of an afterstate, one network per turn and number of players."""

from spyrium_ai.game.rules.cards cimport BUILDING_TYPES, CARD_TYPES, EVENTS, TOKEN_VALUES
from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    # The inputs of a seat.
    I_POINTS = 0            # points, then points up to 8 and up to 20, the bonuses' thresholds
    I_MONEY = 3             # pounds, then pounds up to 5 and up to 12
    I_SPYRIUM = 6           # Spyrium, then Spyrium up to 3
    I_WORKERS = 8           # one-hot: 3 to 7
    I_RESIDENCE = 13        # one-hot: 2 to 7
    I_BONUSES = 19          # bonuses taken
    I_PLACE = 21            # one-hot: the place in the next turn's order
    I_BUILDINGS = 26        # copies by type
    I_TECHNIQUES = 45
    I_KEPT = 52             # tokens kept with Commerce, by value
    I_MINED = 55            # Spyrium from mines without workers, then with workers
    I_TAKEN = 57            # Spyrium that the factories take
    I_NEEDED = 58           # workers that all buildings can use, then workers without a use
    I_SPACES = 60           # buildings owned
    I_SCORE = 61            # the final score if the game ended now
    SEAT_INPUTS = 62
    # The inputs that all seats share.
    I_EVENT = 0             # one-hot: the next turn's event
    I_EVENT_TOKEN = 7       # its token's value
    I_UNSEEN = 8            # events not yet seen
    I_CARDS = 15            # copies left in the deck of the next turn, by type
    I_RESERVE = 50          # tokens in the reserve, by value
    COMMON_INPUTS = 53

    HIDDEN = 64
    HIDDEN_2 = 32
    OUTPUTS = 2             # logit of the win share, final score
    SCORE_UNIT = 20         # points of the final score per unit of the output
    NETS = 5                # one for the end of each turn except the last

cdef struct NetC:           # only floats: a network is an array of NET_SIZE numbers
    float seat[SEAT_INPUTS][HIDDEN]
    float all[SEAT_INPUTS][HIDDEN]      # for the mean inputs of all seats
    float common[COMMON_INPUTS][HIDDEN]
    float bias[HIDDEN]
    float second[HIDDEN][HIDDEN_2]
    float second_bias[HIDDEN_2]
    float last[HIDDEN_2][OUTPUTS]
    float last_bias[OUTPUTS]


cdef class Net:
    cdef NetC *nets         # array of NETS


cdef void seat_inputs(const StateC *s, int seat, float *out) noexcept nogil
cdef void common_inputs(const StateC *s, float *out) noexcept nogil
cdef void net_values(const StateC *s, const NetC *nets, float *shares, float *points) noexcept nogil
