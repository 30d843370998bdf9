"""Random play and every search with the modules of a debug build: a fault ends the process."""

from __future__ import annotations

from pathlib import Path

import spyrium_ai.game.rules.state_class
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import BUILTIN, make_engine
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

RANDOM_GAMES = 200
NODES = 60


def play_random(players: int) -> None:
    """Play random games in C, and one with every list of moves and every text looked at."""
    for seed in range(RANDOM_GAMES):
        Position.start(players).play_out(seed)
    position, dealer = Position.start(players), Dealer(players, 1)
    while not position.is_over:
        legal = position.legal()
        position.perft(2)
        position.apply(legal[len(legal) // 2] if legal else dealer.deal(position))
        assert Position.parse(str(position)) == position


def play(name: str, players: int, settings: list[str]) -> None:
    """Play one game of an engine against itself."""
    engine = make_engine(name, settings)
    engine.new_game(players, None)
    position, dealer = Position.start(players), Dealer(players, players)
    while not position.is_over:
        if position.is_chance:
            move = dealer.deal(position)
        else:
            move = engine.choose(position, SearchLimits(nodes=NODES), StopFlag(), lambda _: None)
        position.apply(move)
    print(f"{name} {' '.join(settings)}: {players} players, scores {position.scores()}", flush=True)


def main() -> None:
    """Play everything, in the build that this file lies beside."""
    built = Path(spyrium_ai.game.rules.state_class.__file__).parents[3]
    assert built == Path(__file__).resolve().parents[1], f"not the debug build: {built}"
    for players in range(2, 6):
        play_random(players)
        for name in BUILTIN:
            play(name, players, [])
    play("mcts", 2, ["threads=2"])
    play("mcts", 3, ["memory=1"])


if __name__ == "__main__":
    main()
