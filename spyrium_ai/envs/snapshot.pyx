"""The games of a batch as they were at one time, and their pickles."""

from libc.string cimport memcpy

from spyrium_ai.envs.actions cimport check_usual
from spyrium_ai.envs.batch_games cimport MOST_GAMES, GameC
from spyrium_ai.game.rules.arguments cimport whole
from spyrium_ai.game.rules.cards cimport MOST_PLAYERS
from spyrium_ai.game.rules.state cimport OVER, is_decision
from spyrium_ai.game.rules.state_validation cimport check_state


cdef class Snapshot:
    """All games of a batch as they were, generators included; `Batch.restore` puts them back."""

    def __init__(self):
        raise TypeError("a Snapshot is made by Batch.snapshot")

    def __reduce__(self):
        return _unpickled, (self.memory, self.n, self.players)


def _unpickled(bytes memory, n, players):
    """Return a snapshot from its bytes; ValueError for such as no batch has written."""
    cdef Snapshot found = Snapshot.__new__(Snapshot)
    cdef GameC game
    cdef int i
    found.memory, found.n = memory, whole(n, "n", 1, MOST_GAMES)
    found.players = whole(players, "players", 2, MOST_PLAYERS)
    cdef Py_ssize_t size = found.n * sizeof(GameC)
    if len(memory) != size:
        raise ValueError(f"a snapshot of {n} games has {size} bytes, not {len(memory)}")
    for i in range(found.n):
        memcpy(&game, <const char *>memory + i * sizeof(GameC), sizeof(GameC))
        check_state(&game.s)
        check_usual(&game.s)
        if game.s.players != found.players or game.viewer >= found.players or not game.rng.a | game.rng.b:
            raise ValueError(f"game {i}: not a game of the snapshot")
        if not is_decision(&game.s) and game.s.stage != OVER:
            raise ValueError(f"game {i}: chance decides there")
    return found
