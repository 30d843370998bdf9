"""The inputs of the policy network. Points are divided by four."""

from spyrium_ai.game.rules.cards cimport BUILDING_TYPES, CARD_TYPES
from spyrium_ai.game.rules.moves cimport move_t
from spyrium_ai.search.evaluation.policy_view cimport ViewC

cdef enum:
    # The inputs of the position, for the seat that decides.
    P_TURN = 0              # one-hot
    P_EVENT = 6             # one-hot; none of them once the seat has used the event
    P_PHASE_II = 13
    P_MONEY = 14            # pounds, then pounds up to 5
    P_SPYRIUM = 16          # Spyrium, then Spyrium up to 3
    P_POINTS = 18           # points, then up to 8 and up to 20
    P_ACTIVE = 21           # workers in hand, then one-hot: 0, 1, 2
    P_MARKET = 25           # workers in the market, then one-hot: 0, 1, 2
    P_WORKERS = 29
    P_PLACE = 30            # points for the best place in the market, then for the second best
    P_CARD = 32             # points beyond money for the best card next to a worker, then for the second best worker
    P_OPTIONS = 34          # sum over the workers in the market of the best option of each
    P_EVENT_GAIN = 35
    P_USES = 36             # buildings that can be used, then the best gain
    P_RIVALS_I = 38         # part of the rivals in Phase I
    P_RIVALS_II = 39
    P_RIVALS_ACTIVE = 40    # their workers in hand, mean
    P_RIVALS_MARKET = 41    # their workers in the market, mean
    P_RIVALS_MONEY = 42     # mean, then the most
    P_CARDS = 44            # cards in the market
    P_CONTESTED = 45        # cards next to a worker of the seat that rivals stand at
    P_PRICES = 46           # of a point, pound, Spyrium, worker, residence
    POSITION_INPUTS = 51
    # The inputs of a move.
    M_KIND = 0              # one-hot: kind, and the same with Phase II begun
    M_CARD = 16             # one-hot: the card activated
    M_NEAR = M_CARD + CARD_TYPES                # copies of the cards next to the slot of a placement
    M_USE = M_NEAR + CARD_TYPES                 # one-hot: building and effect
    M_CHOICE = M_USE + 2 * BUILDING_TYPES       # one-hot: event and choice; a bonus counts as an event of its own
    M_PLACE = M_CHOICE + 64                     # placements: see place_inputs
    M_ACTIVATE = M_PLACE + 12                   # activations: see activation_inputs
    M_MONEY = M_ACTIVATE + 18                   # money: see money_inputs
    M_OTHER = M_MONEY + 8   # uses and events: gain, workers, Spyrium
    MOVE_INPUTS = M_OTHER + 4

    MOST_SET = 40           # inputs of a move that are not zero

cdef struct SetC:           # the inputs of a move that are not zero
    int count
    int index[MOST_SET]
    float value[MOST_SET]


cdef void position_inputs(const ViewC *v, float *out) noexcept nogil
cdef void move_inputs(const ViewC *v, move_t move, SetC *out) noexcept nogil
