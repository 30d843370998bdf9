"""`Game`: one game, step by step, with actions and observations as numbers. Seats are counted from 0."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

import numpy as np

from spyrium_ai.envs.actions cimport ACTIONS, MOST_LEGAL, check_usual, list_actions, move_of
from spyrium_ai.envs.drawing cimport NOTHING_DUE, OUTCOMES, begin_draws, draw, list_outcomes
from spyrium_ai.envs.observations cimport observation_entries, write_observation
from spyrium_ai.envs.rewards cimport reward
from spyrium_ai.game.move_notation import format_move
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.apply cimport apply_move
from spyrium_ai.game.rules.arguments cimport exactly, unsigned, whole
from spyrium_ai.game.rules.cards cimport MOST_PLAYERS
from spyrium_ai.game.rules.chance cimport apply_chance, play_chance
from spyrium_ai.game.rules.state cimport (
    OVER, check, final_score, is_decision, rng_below, rng_seed, start_state, winners,
)
from spyrium_ai.game.rules.state_class cimport State

OUTCOME_COUNT = OUTCOMES


cdef inline bint is_chance(const StateC *s) noexcept nogil:
    return not is_decision(s) and s.stage != OVER


cdef class Game:
    """A game whose moves are numbers (docs/research.md).

    Chance decides by the game's own generator as soon as it is its turn. With `explicit_chance` it
    waits for `apply_chance` with one outcome at a time, or `sample_chance` for the next one at random.
    `observation` and `mask` are arrays that `observe` and `legal_mask` write.
    """

    def __init__(self, players, seed=0, explicit_chance=False):
        start_state(&self.c, whole(players, "players", 2, MOST_PLAYERS))
        rng_seed(&self.rng, unsigned(seed, "seed"))
        self.explicit = explicit_chance
        self._make_arrays()
        self._go_on()

    @staticmethod
    def from_position(position, seed=0, explicit_chance=False):
        """Return a game that goes on from a position; ValueError for one that no game comes to."""
        cdef State state = <State?>position.state
        cdef Game game = Game.__new__(Game)
        check_usual(&state.c)
        game.c = state.c
        rng_seed(&game.rng, unsigned(seed, "seed"))
        game.explicit = explicit_chance
        game._make_arrays()
        game._go_on()
        return game

    cdef int _make_arrays(self) except -1:
        cdef float[::1] numbers
        cdef uint8_t[::1] flags
        self.observation = np.zeros(observation_entries(self.c.players), dtype=np.float32)
        self.mask = np.zeros(ACTIONS, dtype=np.bool_)
        numbers, flags = self.observation, self.mask.view(np.uint8)
        self.numbers, self.flags = &numbers[0], &flags[0]
        return 0

    cdef int _go_on(self) except -1:
        """Let chance decide, or begin its draws, where it is its turn."""
        while not self.explicit and is_chance(&self.c):
            play_chance(&self.c, &self.rng)
        if is_chance(&self.c):
            begin_draws(&self.c, &self.draws)
        return 0

    def copy(self):
        """Return an independent copy, its generator in the same state."""
        cdef Game other = Game.__new__(Game)
        other.c, other.rng, other.draws, other.explicit = self.c, self.rng, self.draws, self.explicit
        other._make_arrays()
        return other

    def position(self):
        """Return the position; what has been drawn of a setup or a deal is not in it before the last draw."""
        cdef State state = State.__new__(State)
        state.c = self.c
        return Position(state)

    def __reduce__(self):
        cdef bint drawing = self.explicit and is_chance(&self.c)
        drawn = PyBytes_FromStringAndSize(<const char *>self.draws.drawn, self.draws.count) if drawing else b""
        return _restored, (self.position(), self.generator, bool(self.explicit), drawn)

    @property
    def players(self):
        """The number of players."""
        return self.c.players

    @property
    def seat(self):
        """The seat that decides; -1 at a chance node and at the end."""
        return self.c.to_move if is_decision(&self.c) else -1

    @property
    def turn(self):
        """The turn, 1 to 6; 0 before the setup."""
        return self.c.turn

    @property
    def is_chance(self):
        """Whether chance decides."""
        return is_chance(&self.c)

    @property
    def is_over(self):
        """Whether the game has ended."""
        return self.c.stage == OVER

    @property
    def generator(self):
        """The state of the random generator, two words of 64 bits; it can be set."""
        return self.rng.a, self.rng.b

    @generator.setter
    def generator(self, words):
        first, second = exactly(words, "generator", 2)
        cdef uint64_t a = unsigned(first, "generator"), b = unsigned(second, "generator")
        if a == 0 and b == 0:
            raise ValueError("generator: both words are 0, from which nothing random comes")
        self.rng.a, self.rng.b = a, b

    def legal_actions(self):
        """Return the legal actions; none at a chance node and at the end."""
        cdef uint16_t actions[MOST_LEGAL]
        cdef int i, count = list_actions(&self.c, actions)
        return [actions[i] for i in range(count)]

    def legal_mask(self):
        """Write into `mask` which actions are legal, and return it."""
        cdef uint16_t actions[MOST_LEGAL]
        cdef int i, count = list_actions(&self.c, actions)
        memset(self.flags, 0, ACTIONS)
        for i in range(count):
            self.flags[actions[i]] = 1
        return self.mask

    cdef int _require_legal(self, object action) except -1:
        cdef uint16_t actions[MOST_LEGAL]
        cdef int i, wanted = whole(action, "action", 0, ACTIONS - 1)
        for i in range(list_actions(&self.c, actions)):
            if actions[i] == wanted:
                return wanted
        raise ValueError(f"action {wanted} is not legal here")

    def apply(self, action):
        """Make the move of a legal action; ValueError if it is not one, and nothing is changed."""
        apply_move(&self.c, move_of(&self.c, self._require_legal(action)))
        self._go_on()

    def action_text(self, action):
        """Return the text of a legal action; ValueError if it is not one."""
        return format_move(move_of(&self.c, self._require_legal(action)))

    def observe(self, seat=-1):
        """Write into `observation` what a seat sees, and return it; -1 is the seat that decides."""
        cdef int viewer = whole(seat, "seat", -1, self.c.players - 1)
        if viewer < 0:
            if not is_decision(&self.c):
                raise ValueError("no seat decides here: name the one that looks")
            viewer = self.c.to_move
        write_observation(&self.c, viewer, self.numbers)
        return self.observation

    def chance_outcomes(self):
        """Return the outcomes of the next draw with their probabilities; ValueError if chance does not decide."""
        cdef uint8_t outcomes[OUTCOMES]
        cdef int chances[OUTCOMES]
        cdef int i, count, whole_sum = 0
        self._require_chance()
        count = list_outcomes(&self.c, &self.draws, outcomes, chances)
        for i in range(count):
            whole_sum += chances[i]
        return [(outcomes[i], <double>chances[i] / whole_sum) for i in range(count)]

    cdef int _require_chance(self) except -1:
        if not self.explicit:
            raise ValueError("this game draws by itself: it was not made with explicit_chance")
        if not is_chance(&self.c):
            raise ValueError("chance has nothing to decide here")
        return 0

    def apply_chance(self, outcome):
        """Carry out one draw; ValueError if it cannot be, and nothing is changed."""
        cdef uint8_t outcomes[OUTCOMES]
        cdef int chances[OUTCOMES]
        cdef int i, wanted = whole(outcome, "outcome", 0, OUTCOMES - 1)
        self._require_chance()
        for i in range(list_outcomes(&self.c, &self.draws, outcomes, chances)):
            if outcomes[i] == wanted:
                self._draw(wanted)
                return
        raise ValueError(f"outcome {wanted} cannot be drawn here")

    cdef int _draw(self, int outcome) except -1:
        draw(&self.c, &self.draws, outcome)
        if self.draws.due == NOTHING_DUE:
            apply_chance(&self.c, &self.draws.deal)
            self._go_on()
        return 0

    def sample_chance(self):
        """Carry out the next draw at random, by the game's generator."""
        cdef uint8_t outcomes[OUTCOMES]
        cdef int chances[OUTCOMES]
        cdef int i, at, count, whole_sum = 0
        self._require_chance()
        count = list_outcomes(&self.c, &self.draws, outcomes, chances)
        check(count > 0)
        for i in range(count):
            whole_sum += chances[i]
        at = rng_below(&self.rng, whole_sum)
        i = 0
        while at >= chances[i]:
            at -= chances[i]
            i += 1
        self._draw(outcomes[i])

    def scores(self):
        """Return the points of all seats if the game ended now."""
        return tuple([final_score(&self.c, i) for i in range(self.c.players)])

    def rewards(self):
        """Return each seat's reward: 0 before the end; then 1 for a sole winner, and 0 in the sum of all."""
        cdef int i, best = winners(&self.c) if self.c.stage == OVER else 0
        return tuple([reward(best, self.c.players, i) for i in range(self.c.players)])


def _restored(position, generator, explicit_chance, drawn):
    cdef Game game = Game.from_position(position, 0, explicit_chance)
    game.generator = generator
    for outcome in drawn:
        game.apply_chance(outcome)
    return game
