"""The value of what a seat owns between turns, before the next deal: linear in its features."""

from spyrium_ai.game.rules.state cimport StateC

cdef enum:
    FEATURES = 44
    # Where the groups of features begin.
    F_ONE = 0
    F_POINTS = 1            # then those up to 8 and up to 20, where the bonuses are
    F_MONEY = 4             # then the first 5 and the first 12 pounds
    F_SPYRIUM = 7           # then the first 3
    F_WORKERS = 9
    F_RESIDENCE = 10
    F_SPACES = 11           # buildings owned
    F_CONVERTED = 12        # Spyrium that mines give and factories take in a turn
    F_FIRST = 13            # seats to go before this one in the next turn
    F_BUILDINGS = 14        # copies by type
    F_TECHNIQUES = 33       # owned or not
    F_KEPT = 40             # tokens kept with Commerce
    F_MINED = 41            # Spyrium that the mines give without workers
    F_TAKEN = 42            # Spyrium that the factories take
    F_NEEDED = 43           # workers that all buildings can use, up to those owned

    MONEY_KNEE = 5
    MONEY_ENOUGH = 12
    SPYRIUM_KNEE = 3

cdef struct WeightsC:
    float after[5][FEATURES]      # points for each feature by the turn that has just ended, 1 to 5
    float keep              # a rival's worker leaves a contested card with 1 / (1 + keep * workers)
    float later[2]          # worth of a worker yet to be placed, of each one more after it
    float envy              # how much the rivals' mean counts against one's own value
    float spread[7]         # points that make a win share e times as likely, by turn


cdef class Weights:
    cdef WeightsC c


cdef void features(const StateC *s, int seat, float *out) noexcept nogil
cdef float goods_value(const StateC *s, int seat, int ended, const WeightsC *w) noexcept nogil
