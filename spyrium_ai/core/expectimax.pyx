"""Expectimax: iterative deepening within the turn, sampled deals at its end.

Two players: minimax with alpha-beta on the difference of the expected final scores. More: max^n, each
player choosing by its own score against its rivals' mean. The leaves are the evaluation's; where the
turn ends, the value is the mean over a list of deals that all such nodes share (common random numbers);
at the end of the game the scores are exact, and winning counts.
"""

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from spyrium_ai.core.afterstate cimport Weights, WeightsC
from spyrium_ai.core.apply cimport apply_move
from spyrium_ai.core.chance cimport play_chance
from spyrium_ai.core.evaluate cimport all_values, relative_value
from spyrium_ai.core.game cimport State
from spyrium_ai.core.movegen cimport generate
from spyrium_ai.core.moves cimport MAX_MOVES, move_t
from spyrium_ai.core.policy cimport rate_moves
from spyrium_ai.core.state cimport OVER, RngC, StateC, hash_state, is_decision, rng_next, rng_seed
from spyrium_ai.core.stop cimport StopC, StopFlag, seconds_now, stop_raised

cdef enum:
    MOST_DEALS = 32
    MOST_DEPTH = 60
    TABLE_BITS = 18
    BETWEEN_LOOKS = 256     # nodes between two looks at the clock and the stop flag

cdef float WON = 20         # points that winning is worth beyond the margin
cdef float INFINITE = 1e9

cdef struct OutcomeC:       # of a position, by seat
    float points[5]         # expected final scores
    float utility[5]        # the same, with the premium for winning at the end of the game

cdef struct EntryC:         # of the table of best moves, which order the next deepening
    uint64_t key
    move_t move

cdef struct SearchC:
    WeightsC weights
    EntryC *table
    uint64_t deal_seeds[32]
    int deals
    uint64_t nodes
    uint64_t node_limit     # 0: none
    uint64_t next_look
    double deadline         # 0: none
    StopC *stop
    bint stopped
    move_t line[60][60]     # the best line from each ply on
    int line_length[60]


cdef inline bint out_of_limits(SearchC *search) noexcept nogil:
    if search.node_limit and search.nodes >= search.node_limit:
        search.stopped = True
    elif search.nodes >= search.next_look:
        search.next_look = search.nodes + BETWEEN_LOOKS
        if stop_raised(search.stop) or (search.deadline > 0 and seconds_now() >= search.deadline):
            search.stopped = True
    return search.stopped


cdef void leaf_outcome(SearchC *search, const StateC *s, OutcomeC *out) noexcept nogil:
    """The evaluation; at the end of the game exact, with a premium shared by the winners."""
    cdef int seat, winners = 0
    cdef float best = -1
    all_values(s, &search.weights, out.points)
    memcpy(out.utility, out.points, sizeof(out.points))
    if s.stage != OVER:
        return
    for seat in range(s.players):
        best = max(best, out.points[seat])
    for seat in range(s.players):
        winners += out.points[seat] == best
    for seat in range(s.players):
        if out.points[seat] == best:
            out.utility[seat] += WON / winners


cdef int ordered_moves(SearchC *search, const StateC *s, move_t *moves, float *ratings) noexcept nogil:
    """The legal moves, the best by the table and then by their ratings first."""
    cdef const EntryC *entry
    cdef uint64_t key
    cdef move_t move
    cdef float rating
    cdef int i, j, count = generate(s, moves)
    rate_moves(s, moves, count, &search.weights, ratings)
    search.nodes += count
    key = hash_state(s)
    entry = &search.table[key >> (64 - TABLE_BITS)]
    if entry.key == key:
        for i in range(count):
            if moves[i] == entry.move:
                ratings[i] = INFINITE
    for i in range(1, count):
        move, rating = moves[i], ratings[i]
        j = i
        while j > 0 and ratings[j - 1] < rating:
            moves[j], ratings[j] = moves[j - 1], ratings[j - 1]
            j -= 1
        moves[j], ratings[j] = move, rating
    return count


cdef void remember(SearchC *search, const StateC *s, move_t move, int ply) noexcept nogil:
    """Keep the best move for the ordering, and the line that it begins."""
    cdef uint64_t key = hash_state(s)
    cdef EntryC *entry = &search.table[key >> (64 - TABLE_BITS)]
    cdef int i, rest = 0
    entry.key = key
    entry.move = move
    if ply + 1 < MOST_DEPTH:
        rest = search.line_length[ply + 1]
        for i in range(rest):
            search.line[ply][i + 1] = search.line[ply + 1][i]
    search.line[ply][0] = move
    search.line_length[ply] = rest + 1


cdef void chance_outcome(SearchC *search, const StateC *s, int depth, int ply, OutcomeC *out) noexcept nogil:
    """The mean over the shared deals."""
    cdef StateC child
    cdef RngC rng
    cdef OutcomeC found
    cdef int i, seat
    memset(out, 0, sizeof(OutcomeC))
    for i in range(search.deals):
        child = s[0]
        rng_seed(&rng, search.deal_seeds[i])
        play_chance(&child, &rng)
        look_at(search, &child, depth, ply, -INFINITE, INFINITE, &found)
        for seat in range(s.players):
            out.points[seat] += found.points[seat] / search.deals
            out.utility[seat] += found.utility[seat] / search.deals
    search.line_length[ply] = 0


cdef void look_at(
    SearchC *search, const StateC *s, int depth, int ply, float alpha, float beta, OutcomeC *out
) noexcept nogil:
    """What the position comes to with best play for `depth` decisions.

    With two players, alpha and beta bound the first seat's utility less the second's.
    """
    search.line_length[ply] = 0
    search.nodes += 1
    # The root is always looked at, so that there is a move whatever the limits.
    if s.stage == OVER or (depth <= 0 and is_decision(s)) or ply >= MOST_DEPTH - 1 or (
        ply and out_of_limits(search)
    ):
        leaf_outcome(search, s, out)
    elif is_decision(s):
        best_outcome(search, s, depth, ply, alpha, beta, out)
    else:
        # What comes after a deal is too wide to search deep.
        chance_outcome(search, s, min(depth - 2, 1), ply, out)


cdef void best_outcome(
    SearchC *search, const StateC *s, int depth, int ply, float alpha, float beta, OutcomeC *out
) noexcept nogil:
    """What the move comes to that the player to decide likes best."""
    cdef move_t moves[MAX_MOVES]
    cdef float ratings[MAX_MOVES]
    cdef OutcomeC found
    cdef StateC child
    cdef float value, best = -INFINITE
    cdef int i, count, sign = 1 if s.to_move == 0 else -1
    cdef bint two = s.players == 2
    count = ordered_moves(search, s, moves, ratings)
    for i in range(count):
        child = s[0]
        apply_move(&child, moves[i])
        look_at(search, &child, depth - 1, ply + 1, alpha, beta, &found)
        # A look that was cut off is worth something only for the move that was best before.
        if search.stopped and i:
            return
        if two:
            value = sign * (found.utility[0] - found.utility[1])
        else:
            value = relative_value(found.utility, s.players, s.to_move, &search.weights)
        if value <= best:
            continue
        best = value
        out[0] = found
        remember(search, s, moves[i], ply)
        if two and sign > 0:
            alpha = max(alpha, value)
        elif two:
            beta = min(beta, -value)
        if two and alpha >= beta:
            return


cdef class Expectimax:
    """One search of a position by deeper and deeper looks."""

    cdef SearchC c
    cdef StateC root

    def __cinit__(self, State state, Weights weights, int deals, uint64_t seed):
        cdef RngC rng
        cdef int i
        if not 1 <= deals <= MOST_DEALS:
            raise ValueError(f"deals: {deals} is not 1 to {MOST_DEALS}")
        memset(&self.c, 0, sizeof(SearchC))
        self.c.table = <EntryC *>calloc(1 << TABLE_BITS, sizeof(EntryC))
        if self.c.table == NULL:
            raise MemoryError("no memory for the table")
        self.c.weights = weights.c
        self.root = state.c
        self.c.deals = deals
        rng_seed(&rng, seed)
        for i in range(deals):
            self.c.deal_seeds[i] = rng_next(&rng)

    def __dealloc__(self):
        free(self.c.table)

    def look(self, int depth, uint64_t nodes, double seconds, StopFlag stop):
        """Search to a depth within limits (0: none).

        Returns whether the look is complete, the best line so far and its expected scores by seat.
        The nodes count over all looks. A look that was cut off may still have found a better move.
        """
        cdef OutcomeC out
        cdef int i
        self.c.node_limit = nodes
        self.c.deadline = seconds_now() + seconds if seconds > 0 else 0
        self.c.stop = &stop.c
        self.c.stopped = False
        with nogil:
            look_at(&self.c, &self.root, depth, 0, -INFINITE, INFINITE, &out)
        line = [self.c.line[0][i] for i in range(self.c.line_length[0])]
        return not self.c.stopped, line, [out.points[i] for i in range(self.root.players)]

    @property
    def nodes(self):
        """The positions evaluated so far."""
        return self.c.nodes


DEEPEST_LOOK = MOST_DEPTH - 2
