"""Many games in arrays: what a batch does without the GIL, in chunks that threads can share."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from spyrium_ai.envs.rivals cimport RivalsC
from spyrium_ai.game.rules.state cimport RngC, StateC

cdef enum:
    CHUNK = 32              # games
    MOST_GAMES = 1 << 20    # of a batch
    SKIP = 0xFFFF           # instead of an action: this game waits
    NONE_REFUSED = -1
    LEARNER_DRAWN = -1      # the learner's seat is drawn for every game

cdef struct GameC:
    StateC s
    RngC rng
    uint32_t length         # decisions of all seats
    uint8_t viewer          # the learner's seat; without rivals the one that decided last
    uint8_t unused[3]

cdef struct BatchC:
    int n
    int players
    int entries             # of an observation
    int learner             # its seat in every game, or LEARNER_DRAWN
    bint restart            # a game that ends is followed by the next one at once
    RivalsC rivals
    const int64_t *actions  # of the step
    const uint8_t *chosen   # games to begin anew
    GameC *games
    uint16_t *ids           # legal actions: MOST_LEGAL for each game, a chunk's side by side
    int64_t *starts         # where a game's begin
    int32_t *counts
    int64_t *refused        # of each chunk the first game whose action is not legal, or NONE_REFUSED
    uint8_t *masks          # NULL if not wanted
    float *observations     # NULL if not wanted, like the next
    float *final_observations
    int8_t *seats           # that decide; -1 at the end
    int8_t *final_seats     # that see the final observations
    float *rewards
    int32_t *scores
    uint8_t *ended
    int32_t *lengths

cdef uint64_t game_seed(uint64_t seed, uint64_t number) noexcept nogil
cdef void check_chunk(void *batch, long chunk) noexcept nogil
cdef void step_chunk(void *batch, long chunk) noexcept nogil
cdef void begin_chunk(void *batch, long chunk) noexcept nogil
cdef void refresh_chunk(void *batch, long chunk) noexcept nogil
