"""Compare the numbers of environments with the texts, position by position.

In tests/, `python -m support.environment_walk 57000` does so in as many positions of random play
as are named, of games for two to five players in turn, and prints what it has met.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np

from spyrium_ai.envs import (
    Game,
    action_names,
    longest_game,
    observation_layout,
    parse_action,
    position_of,
)
from spyrium_ai.envs.observations import observe
from spyrium_ai.game.position import Position

NAMES = action_names()
LAYOUTS = {players: observation_layout(players) for players in (2, 3, 4, 5)}


@dataclass
class Met:
    """What a walk has met."""

    positions: int = 0
    moves: int = 0
    most_moves: int = 0
    longest: dict[int, int] = field(default_factory=dict)
    actions: set[int] = field(default_factory=set)
    looks: dict[tuple[int, int, bytes], str] = field(default_factory=dict)
    highest: dict[str, float] = field(default_factory=dict)


def random_positions(players: int, seed: int) -> Iterator[Position]:
    """Play a random game; give every position in which a player decides, and the last one."""
    game, choose = Game(players, seed), random.Random(seed)
    while not game.is_over:
        yield game.position()
        game.apply(choose.choice(game.legal_actions()))
    yield game.position()


def compare_actions(position: Position, met: Met) -> None:
    """Fail unless actions, mask and texts of the moves here are one to one."""
    game = Game.from_position(position, explicit_chance=True)
    actions = game.legal_actions()
    texts = {action: game.action_text(action) for action in actions}
    assert sorted(texts.values()) == position.legal(), position
    assert len(texts) == len(actions), position
    assert np.flatnonzero(game.legal_mask()).tolist() == sorted(actions), position
    for action, text in texts.items():
        assert parse_action(text) == action, (position, text)
        assert _is_named(action, text), (position, text)
    met.positions += 1
    met.moves += len(actions)
    met.most_moves = max(met.most_moves, len(actions))
    met.actions.update(actions)


def _is_named(action: int, text: str) -> bool:
    """Return whether the action is named like the text, as far as names go without a position."""
    name = NAMES[action]
    if ":way=" in name:
        short, _, rest = name.partition(":way=")
        return text.removeprefix("II:").startswith(short) and ("lobby" in rest) == ("lobby" in text)
    return name in {text, text.removeprefix("II:")}


def compare_observations(position: Position, met: Met) -> None:
    """Fail unless every seat's observation shows this position and no other one."""
    for seat in range(position.players):
        look = observe(position.state, seat)
        numbers = np.frombuffer(look, dtype=np.float32)
        assert position_of(numbers, seat) == position, f"{position} for seat {seat}"
        key = (position.players, seat, blake2b(look, digest_size=16).digest())
        assert met.looks.setdefault(key, str(position)) == str(position)
    layout = LAYOUTS[position.players]
    assert numbers.min() >= 0
    for entry, number in zip(layout, numbers.tolist(), strict=True):
        assert number <= entry.high, (entry, position)
        if entry.unit:
            kind = entry.name.split(": ", 1)[-1] if entry.name[:3] in {"own", "nex"} else entry.unit
            met.highest[kind] = max(met.highest.get(kind, 0), number * entry.scale)


def walk(positions: int, observations: bool = True) -> Met:
    """Compare so many positions of random play, and some more until the last game has ended."""
    met = Met()
    seed = 0
    while met.positions < positions:
        players = 2 + seed % 4
        before = met.positions
        for position in random_positions(players, seed):
            compare_actions(position, met)
            if observations:
                compare_observations(position, met)
        length = met.positions - before - 1
        met.longest[players] = max(met.longest.get(players, 0), length)
        assert length <= longest_game(players)
        seed += 1
    return met


def main() -> None:
    """Walk, and print what was met."""
    met = walk(int(sys.argv[1]) if len(sys.argv) > 1 else 57_000)
    print(f"positions {met.positions}, seen by every seat {len(met.looks)}")
    mean = met.moves / met.positions
    print(f"legal moves {met.moves}: {mean:.2f} a position, most {met.most_moves}")
    print(f"actions met {len(met.actions)} of {len(NAMES)}")
    print(f"longest game by players {met.longest}")
    print("highest counts " + ", ".join(f"{k} {v:g}" for k, v in sorted(met.highest.items())))


if __name__ == "__main__":
    main()
