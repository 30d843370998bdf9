"""An observation holds the whole position, and every number of it has a name and bounds."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
import pytest
from support.environment_walk import Met, compare_observations, random_positions, walk
from support.position_builder import played_out, vectors

from spyrium_ai.envs import Game, observation_layout, observation_size, position_of
from spyrium_ai.envs.observations import observe
from spyrium_ai.game.position import Position


def test_positions_of_random_play_never_look_the_same() -> None:
    met = walk(400)
    assert len(met.looks) > 1000


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chance_nodes_and_the_end_are_seen_too(players: int) -> None:
    met = Met()
    for position, _ in played_out(players, seed=5):
        compare_observations(position, met)
    assert len(met.looks) == len(set(met.looks))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_recorded_games_are_seen(players: int) -> None:
    met = Met()
    for game in vectors(f"games-{players}-players")[:2]:
        for step in game["steps"]:
            compare_observations(Position.parse(step["position"]), met)


@pytest.mark.parametrize(("players", "size"), [(2, 594), (3, 680), (4, 766), (5, 852)])
def test_the_layout_names_every_entry_once(players: int, size: int) -> None:
    layout = observation_layout(players)
    assert len(layout) == len({entry.name for entry in layout}) == observation_size(players) == size
    assert [entry.offset for entry in layout] == list(range(size))


def test_the_layout_is_frozen() -> None:
    """A change here needs another OBSERVATION_FORMAT."""
    entries = "\n".join(map(str, observation_layout(5)))
    assert blake2b(entries.encode(), digest_size=8).hexdigest() == "7ee18735a1ca1c22"


@pytest.mark.parametrize("players", [1, 6])
def test_other_numbers_of_players_have_no_layout(players: int) -> None:
    with pytest.raises(ValueError, match="players"):
        observation_layout(players)


def test_entries_say_what_their_names_say() -> None:
    game = Game(3, seed=4)
    board = game.position().board()
    numbers = game.observe()
    entries = {entry.name: entry for entry in observation_layout(3)}

    def count(name: str) -> float:
        return float(numbers[entries[name].offset]) * entries[name].scale

    assert count("turn: 1") == 1
    assert [count(f"{who}: pounds") for who in ("own", "next 1", "next 2")] == [
        board.seats[(game.seat + i) % 3].money for i in range(3)
    ]
    assert count("own: to move") == 1
    assert count("own: first player") == (board.first == game.seat + 1)
    for cell, there in zip(("a1", "b2", "c3"), board.market[::4], strict=True):
        assert there is not None
        assert count(f"market {cell}: {there.card}") == 1
        for value in (1, 2, 3):
            assert count(f"tokens {cell}: token {value}") == there.tokens.count(value)


def test_the_own_seat_comes_first_and_then_the_order_of_play() -> None:
    (position, *_), players = random_positions(4, 3), 4
    layout = observation_layout(players)
    flags = [entry.offset for entry in layout if entry.name.endswith("to move")]
    mover = position.to_move - 1
    for viewer in range(players):
        numbers = np.frombuffer(observe(position.state, viewer), dtype=np.float32)
        assert int(np.argmax(numbers[flags])) == (mover - viewer) % players


def test_a_seat_that_does_not_play_sees_nothing() -> None:
    game = Game(2)
    for viewer in (-2, 2):
        with pytest.raises(ValueError, match="seat"):
            game.observe(viewer)
        with pytest.raises(ValueError, match="seat"):
            observe(game.position().state, viewer)
        with pytest.raises(ValueError, match="seat"):
            position_of(game.observe(), viewer)


def test_where_nobody_decides_the_viewer_must_be_named() -> None:
    game = Game(2, explicit_chance=True)
    with pytest.raises(ValueError, match="no seat decides here"):
        game.observe()
    assert position_of(game.observe(1), 1) == game.position()


@pytest.mark.parametrize("length", [0, 421, 593, 508, 1024])
def test_an_observation_of_no_game_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match=r"players|no game"):
        position_of(np.zeros(length, dtype=np.float32), 0)
