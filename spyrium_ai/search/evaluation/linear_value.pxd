"""The linear value of an afterstate: what a seat owns between turns, before the next deal."""

from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    FEATURES = 44
    # The first index of each group of features.
    F_ONE = 0
    F_POINTS = 1            # points, then points up to 8 and up to 20, the bonuses' thresholds
    F_MONEY = 4             # pounds, then pounds up to 5 and up to 12
    F_SPYRIUM = 7           # Spyrium, then Spyrium up to 3
    F_WORKERS = 9
    F_RESIDENCE = 10
    F_SPACES = 11           # buildings owned
    F_CONVERTED = 12        # Spyrium that mines give and factories can use in a turn
    F_FIRST = 13            # seats before this one in the next turn's order
    F_BUILDINGS = 14        # copies by type
    F_TECHNIQUES = 33       # owned or not
    F_KEPT = 40             # tokens kept with Commerce
    F_MINED = 41            # Spyrium that the mines give without workers
    F_TAKEN = 42            # Spyrium that the factories take
    F_NEEDED = 43           # workers that all buildings can use, at most those owned

    MONEY_KNEE = 5
    MONEY_ENOUGH = 12
    SPYRIUM_KNEE = 3

cdef struct WeightsC:
    float after[5][FEATURES]      # points per feature, by the turn that has just ended, 1 to 5
    float keep              # the chance to get a contested card is 1 / (1 + keep * rivals' workers)
    float later[2]          # factors of a worker still to be placed, and of each further one
    float envy              # weight of the rivals' mean value
    float spread[7]         # points that multiply a win share by e, by turn


cdef class Weights:
    cdef WeightsC c


cdef void features(const StateC *s, int seat, float *out) noexcept nogil
cdef float goods_value(const StateC *s, int seat, int ended, const WeightsC *w) noexcept nogil
