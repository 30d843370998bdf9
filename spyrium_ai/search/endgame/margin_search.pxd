"""Alpha-beta on the margin in the last turn of two players: exact, or to a depth."""

from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.game.rules.state cimport RngC, StateC
from spyrium_ai.search.endgame.transposition_table cimport TTableC
from spyrium_ai.search.endgame.upper_bound cimport RatesC
from spyrium_ai.search.evaluation.linear_value cimport WeightsC
from spyrium_ai.search.evaluation.move_ratings cimport RaterC
from spyrium_ai.search.search_limits cimport LimitsC

cdef enum:
    PLY = 8                 # units of depth in a ply, the cost of the best move
    ROOM = 1 << 16          # moves on the stack, down to the deepest node

cdef struct SolverC:
    WeightsC weights
    RaterC rater            # orders the moves, and plays leaves out
    RngC ties               # of the ratings
    TTableC table
    move_t *moves
    float *ratings
    LimitsC limits
    RatesC rates[2]         # of the bounds, by seat
    int reach               # of the rates: points by which they may lower a bound
    float width             # points below the best rating that cost one more ply

cdef void take_best(move_t *moves, float *ratings, int first, int count) noexcept nogil
cdef int value_after(
    SolverC *v, const StateC *s, int score, move_t move, int progress, int alpha, int beta, int depth, int top
) noexcept nogil
