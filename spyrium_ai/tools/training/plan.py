"""How much a training does; it loads nothing, for the command line."""

from __future__ import annotations

from typing import NamedTuple

CHUNK = 250  # games, or positions, of one task
HELD_OUT = 20  # for so many games one more is played for validation

# What the shipped weights took; games and decisions are those with two players.
HEURISTIC_GAMES, HEURISTIC_GENERATIONS = 12_000, 4
VALUE_GAMES, DEALS, VALUE_EPOCHS = 80_000, 2, 24
SEARCHED_GAMES, SEARCHED_NODES = 20_000, 32  # of mcts, for the final fit of the value networks
DECISIONS, DECISION_NODES = 40_000, 400
POLICY_GENERATIONS, POLICY_EPOCHS = 3, 24  # 12 passes for the first ones
SOLVED_DECISIONS, SOLVER_NODES, SOLVED_EPOCHS = 80_000, 20_000, 20
REFINE_GAMES, REFINE_MOVES, REFINE_GENERATIONS, REFINE_EPOCHS = 16_000, 48, 1, 48
# Of a further generation: two players alone, and with more players the value networks alone.
LATER_GAMES_OF_TWO, LATER_GAMES_OF_MORE = 160_000, 60_000
# Of further policy networks, by longer searches.
LONG_DECISIONS, LONG_GENERATIONS = 160_000, 2
LONG_NODES_OF_TWO, LONG_NODES_OF_MORE = 6_400, 2_000  # the searches of more take longer


class TrainingPlan(NamedTuple):
    """The amount of work of a training run for one number of players."""

    players: int
    games: int
    deals: int
    epochs: int
    searched: int  # games of `mcts`
    nodes: int  # simulations a move in them
    seed: int

    @classmethod
    def of(
        cls,
        players: int,
        games: int,
        deals: int,
        epochs: int,
        searched: int,
        nodes: int,
        seed: int,
    ) -> TrainingPlan:
        """Return the plan for a number of players, by the games with two."""
        return cls(
            players,
            games=max(CHUNK, 2 * games // players),
            deals=deals,
            epochs=epochs,
            # A game of more players has more decisions, and each takes longer.
            searched=max(CHUNK, 4 * searched // players**2) if searched else 0,
            nodes=nodes,
            seed=seed,
        )

    @property
    def chunks(self) -> int:
        """Chunks of games to fit."""
        return self.games // CHUNK

    @property
    def held_out_chunks(self) -> int:
        """Chunks of games for validation, without random moves."""
        return max(1, self.chunks // HELD_OUT)

    @property
    def positions(self) -> int:
        """The positions to label after each turn."""
        return (self.chunks + self.held_out_chunks) * CHUNK

    @property
    def searched_chunks(self) -> int:
        """Chunks of games of `mcts` to fit."""
        return self.searched // CHUNK

    @property
    def searched_held_out(self) -> int:
        """Chunks of games of `mcts` for validation, if there are any to fit."""
        return min(self.searched_chunks, max(1, self.searched_chunks // HELD_OUT))

    @property
    def searched_positions(self) -> int:
        """The positions of these games after each turn."""
        return (self.searched_chunks + self.searched_held_out) * CHUNK
