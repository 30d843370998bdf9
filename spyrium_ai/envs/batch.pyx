"""`Batch`: many games at once, stepped by one call."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

import numpy as np

from spyrium_ai.envs.actions cimport ACTIONS, MOST_LEGAL, check_usual
from spyrium_ai.envs.batch_arguments cimport array_of, seeds_of_games
from spyrium_ai.envs.batch_games cimport (
    CHUNK, LEARNER_DRAWN, MOST_GAMES, NONE_REFUSED, SKIP, BatchC, GameC, begin_chunk, check_chunk, refresh_chunk,
    step_chunk,
)
from spyrium_ai.envs.memory cimport Memory, memory_of
from spyrium_ai.envs.observations cimport observation_entries
from spyrium_ai.envs.rivals cimport NO_RIVAL, Rivals
from spyrium_ai.envs.snapshot cimport Snapshot
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.arguments cimport unsigned, whole
from spyrium_ai.game.rules.cards cimport MOST_PLAYERS
from spyrium_ai.game.rules.state cimport OVER, StateC, is_decision, rng_seed
from spyrium_ai.game.rules.state_class cimport State

cdef extern from "pool.h" nogil:
    ctypedef struct PoolC:
        pass
    ctypedef void (*TaskC)(void *context, long chunk) noexcept nogil

    PoolC *pool_new(int threads)
    void pool_run(PoolC *pool, TaskC task, void *context, long chunks)
    void pool_free(PoolC *pool)

cdef enum:
    MOST_THREADS = 1024

SKIP_ACTION = SKIP


cdef class Batch:
    """Games for as many players that are stepped together; its arrays are written in place.

    `rivals` play all seats but the learner's inside a step: `learner` is its seat, None for one that
    is drawn for every game. Without rivals the caller decides for all seats. A game depends on `seed`
    and its own number, not on `n` or `threads`.

    The arrays have a row for each game: `seats` (the one that decides, from 0; -1 at the end),
    `observations` as that seat sees it, `masks` of its legal actions, `rewards` and `scores` by seat,
    `ended`, `lengths` (decisions of a game that ended), `final_observations` as `final_seats` see
    them: the learner, or the seat that decided last. The legal actions are also a list:
    `legal_counts[i]` of them from `legal_starts[i]` on in `legal_ids`.
    """

    autoreset_mode = "SameStep"

    cdef BatchC b
    cdef PoolC *pool
    cdef bint busy
    cdef list kept              # the memory of the arrays
    cdef Rivals rivals
    cdef readonly object legal_ids, legal_starts, legal_counts, masks, observations, final_observations
    cdef readonly object seats, rewards, scores, ended, lengths, final_seats

    def __cinit__(self):
        self.pool = NULL

    def __init__(self, n, players, seed=0, rivals=None, learner=None, threads=1, observe=True, mask=True):
        if self.pool != NULL:
            raise TypeError("a batch is made once")
        cdef int count = whole(threads, "threads", 1, MOST_THREADS)
        self.b.n = whole(n, "n", 1, MOST_GAMES)
        self.b.players = whole(players, "players", 2, MOST_PLAYERS)
        unsigned(seed, "seed")
        self._take_rivals(rivals, learner)
        self._make_arrays(bool(observe), bool(mask))
        self.pool = pool_new(count)
        if self.pool == NULL:
            raise MemoryError
        self.reseed(seed)
        self.reset()

    def __dealloc__(self):
        pool_free(self.pool)

    def __len__(self):
        return self.b.n

    cdef int _take_rivals(self, rivals, learner) except -1:
        self.b.learner = LEARNER_DRAWN
        if rivals is None and learner is not None:
            raise ValueError("learner: without rivals the caller decides for all seats")
        self.rivals = Rivals(rivals, self.b.players)
        self.b.rivals = self.rivals.c
        if learner is not None:
            self.b.learner = whole(learner, "learner", 0, self.b.players - 1)
        return 0

    cdef object _array(self, void **at, shape, dtype, bint writable):
        """Make an array of zeros, kept as long as the batch or a view of it lives."""
        kind = np.dtype(dtype)
        cdef Memory memory = memory_of(np.prod(shape, dtype=np.int64), kind.itemsize, writable)
        at[0] = memory.at
        self.kept.append(memory)
        return np.frombuffer(memory, dtype=kind).reshape(shape)

    cdef int _make_arrays(self, bint observe, bint mask) except -1:
        cdef BatchC *b = &self.b
        by_game, by_seat = b.n, (b.n, b.players)
        b.entries = observation_entries(b.players)
        self.kept = []
        self._array(<void **>&b.games, b.n * sizeof(GameC), np.uint8, False)
        self.legal_ids = self._array(<void **>&b.ids, b.n * MOST_LEGAL, np.uint16, False)
        self.legal_starts = self._array(<void **>&b.starts, by_game, np.int64, False)
        self.legal_counts = self._array(<void **>&b.counts, by_game, np.int32, False)
        self._array(<void **>&b.refused, self._chunks(), np.int64, False)
        if mask:
            self.masks = self._array(<void **>&b.masks, (b.n, ACTIONS), np.bool_, True)
        if observe:
            self.observations = self._array(<void **>&b.observations, (b.n, b.entries), np.float32, True)
            self.final_observations = self._array(
                <void **>&b.final_observations, (b.n, b.entries), np.float32, True)
        self.seats = self._array(<void **>&b.seats, by_game, np.int8, True)
        self.final_seats = self._array(<void **>&b.final_seats, by_game, np.int8, True)
        self.rewards = self._array(<void **>&b.rewards, by_seat, np.float32, True)
        self.scores = self._array(<void **>&b.scores, by_seat, np.int32, True)
        self.ended = self._array(<void **>&b.ended, by_game, np.bool_, True)
        self.lengths = self._array(<void **>&b.lengths, by_game, np.int32, True)
        return 0

    cdef long _chunks(self):
        return (self.b.n + CHUNK - 1) // CHUNK

    cdef int _run(self, TaskC task) except -1:
        """Do a task for all games."""
        cdef long chunks = self._chunks()
        with nogil:
            pool_run(self.pool, task, &self.b, chunks)
        return 0

    cdef int _enter(self) except -1:
        """One thread of Python at a time: the others are refused."""
        if self.pool == NULL:
            raise RuntimeError("the batch was not made completely")
        if self.busy:
            raise RuntimeError("another thread is at work on this batch")
        self.busy = True
        return 0

    @property
    def players(self):
        """The number of players of each game."""
        return self.b.players

    def legal(self, game):
        """Return the legal actions of a game: a view, good until the next step."""
        cdef int i = whole(game, "game", 0, self.b.n - 1)
        return self.legal_ids[self.b.starts[i]:self.b.starts[i] + self.b.counts[i]]

    def step(self, actions):
        """Carry out one action for each game; one that ends is followed by the next at once.

        Its row of `ended` is then true, its rewards, scores, length and final observation are kept,
        and all other arrays show the new game. ValueError names the first game whose action is not
        legal, and nothing is changed.
        """
        self._step(actions, False)

    def step_raw(self, actions):
        """Carry out actions without beginning new games, for searches; SKIP_ACTION leaves a game alone.

        A game that has ended has no legal actions: skip it, or `reset` it. Otherwise as `step`.
        """
        self._step(actions, True)

    def _step(self, actions, bint raw):
        array = array_of(actions, "actions", "iu", self.b.n, "whole numbers")
        cdef const int64_t[::1] wanted = np.ascontiguousarray(array, dtype=np.int64)
        cdef long chunk
        self._enter()
        try:
            self.b.actions = &wanted[0]
            self.b.restart = not raw
            self._run(check_chunk)
            for chunk in range(self._chunks()):
                if self.b.refused[chunk] != NONE_REFUSED:
                    game = self.b.refused[chunk]
                    raise ValueError(f"game {game}: action {wanted[game]} is not legal there")
            self._run(step_chunk)
        finally:
            self.busy = False

    def _chosen(self, games):
        """Return which games are meant as bytes: all by None."""
        every = np.ones(self.b.n, dtype=np.bool_)
        array = every if games is None else array_of(games, "games", "b", self.b.n, "truth values")
        return np.ascontiguousarray(array).view(np.uint8)

    def reset(self, games=None):
        """Begin games anew by their generators: all, or those that are true in an array of n."""
        cdef const uint8_t[::1] chosen = self._chosen(games)
        self._enter()
        try:
            self.b.chosen = &chosen[0]
            self._run(begin_chunk)
        finally:
            self.busy = False

    def reseed(self, seed):
        """Seed the generators as a new batch with this seed has them; the positions stay.

        An array of n seeds gives each game its own, as `Game(players, seed)` has it.
        """
        cdef const uint64_t[::1] seeds = seeds_of_games(seed, self.b.n)
        cdef int i
        self._enter()
        for i in range(self.b.n):
            rng_seed(&self.b.games[i].rng, seeds[i])
        self.busy = False

    def position(self, game):
        """Return the position of a game."""
        cdef State state = State.__new__(State)
        cdef int i = whole(game, "game", 0, self.b.n - 1)
        self._enter()       # a step in another thread is not looked at half done
        state.c = self.b.games[i].s
        self.busy = False
        return Position(state)

    cdef int _require_place(self, int game, const StateC *s, int viewer) except -1:
        """Raise ValueError unless a game of this batch can stand so: at its end, or where the caller decides."""
        if s.players != self.b.players:
            raise ValueError(f"game {game}: a position of {s.players} players, not {self.b.players}")
        if not is_decision(s) and s.stage != OVER:
            raise ValueError(f"game {game}: chance decides there")
        if self.b.rivals.kind != NO_RIVAL and is_decision(s) and s.to_move != viewer:
            raise ValueError(f"game {game}: the learner does not decide there")
        return 0

    def set_position(self, position, games=None):
        """Put games into a position: all, or those that are true in an array of n.

        With rivals the seat that decides there becomes the learner's. Lengths count from there. The
        generators stay as they are; ValueError says why a position cannot be, and nothing is changed.
        """
        cdef State state = <State?>position.state
        cdef const uint8_t[::1] chosen = self._chosen(games)
        cdef int i
        check_usual(&state.c)
        self._require_place(0, &state.c, state.c.to_move)
        if self.b.rivals.kind != NO_RIVAL and self.b.learner not in (LEARNER_DRAWN, state.c.to_move):
            raise ValueError(f"the learner has the seat {self.b.learner}, and does not decide there")
        self._enter()
        try:
            for i in range(self.b.n):
                if chosen[i]:
                    self.b.games[i].s = state.c
                    self.b.games[i].length = 0
                    self.b.games[i].viewer = state.c.to_move
            self._run(refresh_chunk)
        finally:
            self.busy = False

    def snapshot(self):
        """Return all games as they stand, generators included; it can be pickled."""
        cdef Snapshot found = Snapshot.__new__(Snapshot)
        self._enter()
        found.memory = PyBytes_FromStringAndSize(<const char *>self.b.games, self.b.n * sizeof(GameC))
        found.n, found.players = self.b.n, self.b.players
        self.busy = False
        return found

    def restore(self, Snapshot snapshot):
        """Put all games back to what they were; ValueError if it is of another number of games or players.

        `rewards` and `ended` are then those of no step. With rivals the snapshot must be of a batch
        with rivals too, since a position in it is one where the learner decides.
        """
        cdef const GameC *games = <const GameC *><const char *>snapshot.memory
        cdef int i
        if snapshot.n != self.b.n or snapshot.players != self.b.players:
            raise ValueError(
                f"a snapshot of {snapshot.n} games for {snapshot.players}, not of {self.b.n} for {self.b.players}")
        for i in range(self.b.n):
            self._require_place(i, &games[i].s, games[i].viewer)
        self._enter()
        try:
            memcpy(self.b.games, games, self.b.n * sizeof(GameC))
            self._run(refresh_chunk)
        finally:
            self.busy = False
