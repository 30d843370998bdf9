"""An OpenSpiel MCTS bot at the table with a built-in player.

`python docs/examples/openspiel_table.py --simulations 100 --rival heuristic --games 10`
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import spyrium_ai.envs.openspiel
from spyrium_ai import SearchLimits, StopFlag, make_engine
from spyrium_ai.envs import parse_action


class BuiltInBot(pyspiel.Bot):  # type: ignore[misc]
    """A built-in player of spyrium-ai as a bot of OpenSpiel."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._engine = make_engine(name)

    def step(self, state: spyrium_ai.envs.openspiel.SpyriumState) -> int:
        """Return the action of the player's move."""
        position = state.game.position()
        move = self._engine.choose(position, SearchLimits(), StopFlag(), lambda _: None)
        return parse_action(move)


def play(game: Any, bots: list[Any], rng: np.random.RandomState) -> list[float]:
    """Play a game between the bots, one for each seat; return the rewards by seat."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return list(state.returns())


def main() -> None:
    """Play the games, the bots changing seats, and print the win share of the MCTS bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--rival", default="random", help="random, or a built-in player")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    game = pyspiel.load_game("spyrium(players=2)")
    rng = np.random.RandomState(args.seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    searcher = mcts.MCTSBot(game, 1.4, args.simulations, evaluator, random_state=rng)
    shares = []
    for number in range(args.games):
        seat = number % 2
        if args.rival == "random":
            rival = uniform_random.UniformRandomBot(1 - seat, rng)
        else:
            rival = BuiltInBot(args.rival)
        bots = [searcher, rival] if seat == 0 else [rival, searcher]
        shares.append((play(game, bots, rng)[seat] + 1) / 2)
    print(f"MCTSBot of {args.simulations} simulations against {args.rival}: ", end="")
    print(f"{100 * np.mean(shares):.1f} % of {args.games} games")


if __name__ == "__main__":
    main()
