"""Many games in arrays: what a batch does without the GIL, in chunks that threads can share.

A game reads and writes its own rows alone, but for the legal actions: those of a chunk lie side by side, so
that they stay in the cache, and are all written again after each step.
"""

from libc.string cimport memset

from spyrium_ai.envs.actions cimport ACTIONS, MOST_LEGAL, list_actions, move_of
from spyrium_ai.envs.observations cimport write_observation
from spyrium_ai.envs.rewards cimport reward
from spyrium_ai.envs.rivals cimport NO_RIVAL, play_rival
from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.chance cimport play_chance
from spyrium_ai.game.rules.state cimport (
    OVER, final_score, is_decision, mix_words, rng_below, start_state, winners,
)


cdef uint64_t game_seed(uint64_t seed, uint64_t number) noexcept nogil:
    """The seed of a game by its number in a batch with this seed."""
    cdef uint64_t words[2]
    words[0], words[1] = seed, number
    return mix_words(words, 2, 0)


cdef inline bint is_listed(const BatchC *b, int64_t game, int64_t action) noexcept nogil:
    cdef const uint16_t *ids = b.ids + b.starts[game]
    cdef int i
    for i in range(b.counts[game]):
        if ids[i] == action:
            return True
    return False


cdef inline int64_t chunk_end(const BatchC *b, long chunk) noexcept nogil:
    return min(<int64_t>(chunk + 1) * CHUNK, <int64_t>b.n)


cdef void check_chunk(void *batch, long chunk) noexcept nogil:
    """Note the first of the chunk's games whose action is not legal there."""
    cdef const BatchC *b = <const BatchC *>batch
    cdef int64_t game
    b.refused[chunk] = NONE_REFUSED
    for game in range(chunk * CHUNK, chunk_end(b, chunk)):
        if not is_listed(b, game, b.actions[game]) and (b.restart or b.actions[game] != SKIP):
            b.refused[chunk] = game
            return


cdef void go_on(const BatchC *b, GameC *g) noexcept nogil:
    """Let chance and the rivals decide until it is the caller's turn, or the game has ended."""
    while g.s.stage != OVER:
        if not is_decision(&g.s):
            play_chance(&g.s, &g.rng)
            continue
        if b.rivals.kind == NO_RIVAL or g.s.to_move == g.viewer:
            return
        g.length += 1
        play_rival(&b.rivals, &g.s, &g.rng)


cdef void begin_game(const BatchC *b, GameC *g) noexcept nogil:
    """The next game by the generator as it stands."""
    start_state(&g.s, b.players)
    g.length = 0
    g.viewer = 0
    if b.rivals.kind != NO_RIVAL:
        g.viewer = b.learner if b.learner != LEARNER_DRAWN else rng_below(&g.rng, b.players)
    go_on(b, g)


cdef void end_game(const BatchC *b, int64_t game) noexcept nogil:
    """Keep what the game has come to."""
    cdef GameC *g = &b.games[game]
    cdef int seat, best = winners(&g.s)
    b.ended[game] = True
    for seat in range(b.players):
        b.rewards[game * b.players + seat] = reward(best, b.players, seat)
        b.scores[game * b.players + seat] = final_score(&g.s, seat)
    if b.final_observations != NULL:
        write_observation(&g.s, g.viewer, b.final_observations + game * b.entries)
    b.final_seats[game] = g.viewer
    b.lengths[game] = g.length


cdef inline void clear_end(const BatchC *b, int64_t game) noexcept nogil:
    """Forget that a game ended in the last step."""
    b.ended[game] = False
    memset(b.rewards + game * b.players, 0, b.players * sizeof(float))


cdef void step_game(const BatchC *b, int64_t game) noexcept nogil:
    cdef GameC *g = &b.games[game]
    clear_end(b, game)
    if b.actions[game] == SKIP:
        return
    g.length += 1
    g.viewer = g.s.to_move
    apply_move(&g.s, move_of(&g.s, b.actions[game]))
    go_on(b, g)
    if g.s.stage == OVER:
        end_game(b, game)
        if b.restart:
            begin_game(b, g)


cdef void clear_masks(const BatchC *b, long chunk) noexcept nogil:
    """Unset what the lists have set, before the lists are written again."""
    cdef int64_t game
    cdef int i
    if b.masks == NULL:
        return
    for game in range(chunk * CHUNK, chunk_end(b, chunk)):
        for i in range(b.counts[game]):
            b.masks[game * ACTIONS + b.ids[b.starts[game] + i]] = 0


cdef void write_chunk(const BatchC *b, long chunk) noexcept nogil:
    """Write what the caller sees of the chunk's games as they stand."""
    cdef int64_t game, at = <int64_t>chunk * CHUNK * MOST_LEGAL
    cdef const StateC *s
    cdef int i, viewer
    for game in range(chunk * CHUNK, chunk_end(b, chunk)):
        s = &b.games[game].s
        b.seats[game] = -1 if s.stage == OVER else s.to_move
        b.starts[game] = at
        b.counts[game] = list_actions(s, b.ids + at)
        if b.masks != NULL:
            for i in range(b.counts[game]):
                b.masks[game * ACTIONS + b.ids[at + i]] = 1
        at += b.counts[game]
        if b.observations != NULL:
            viewer = b.games[game].viewer if s.stage == OVER else s.to_move
            write_observation(s, viewer, b.observations + game * b.entries)


cdef void step_chunk(void *batch, long chunk) noexcept nogil:
    """Carry out the actions of the chunk's games, which must be legal."""
    cdef const BatchC *b = <const BatchC *>batch
    cdef int64_t game
    clear_masks(b, chunk)
    for game in range(chunk * CHUNK, chunk_end(b, chunk)):
        step_game(b, game)
    write_chunk(b, chunk)


cdef void begin_chunk(void *batch, long chunk) noexcept nogil:
    """Begin those of the chunk's games anew that are chosen."""
    cdef const BatchC *b = <const BatchC *>batch
    cdef int64_t game
    clear_masks(b, chunk)
    for game in range(chunk * CHUNK, chunk_end(b, chunk)):
        if b.chosen[game]:
            clear_end(b, game)
            begin_game(b, &b.games[game])
    write_chunk(b, chunk)


cdef void refresh_chunk(void *batch, long chunk) noexcept nogil:
    """Write the arrays again after the chunk's games have been put back to what they were."""
    cdef const BatchC *b = <const BatchC *>batch
    cdef int64_t game
    clear_masks(b, chunk)
    for game in range(chunk * CHUNK, chunk_end(b, chunk)):
        clear_end(b, game)
    write_chunk(b, chunk)
