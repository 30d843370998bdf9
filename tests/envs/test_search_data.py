"""A search as data: what is found is that of the search, in numbers of the action space."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.position_lines import BETWEEN, IN_TURN, OVER

import spyrium_ai
from spyrium_ai import Position, SearchResult, search_position
from spyrium_ai.envs import Game
from spyrium_ai.envs.search_data import SLICE, search_for
from spyrium_ai.search.stop_flag import StopFlag


def game_after(players: int, moves: int) -> Game:
    game = Game(players, seed=5)
    for _ in range(moves):
        game.apply(game.legal_actions()[0])
    return game


def numbers(result: SearchResult) -> tuple[Any, ...]:
    arrays = (result.visits, result.values, result.priors, result.value)
    return (*(array.tolist() for array in arrays), result.lines, result.moves)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("moves", [0, 9, 40])
def test_the_arrays_are_those_of_the_legal_actions(players: int, moves: int) -> None:
    game = game_after(players, moves)
    result = search_position(game.position(), nodes=300, seed=2)
    actions = result.actions.tolist()
    assert actions == game.legal_actions()
    assert list(result.moves) == [game.action_text(action) for action in actions]
    assert result.seat == game.seat
    assert result.visits.sum() == 300
    assert result.policy.sum() == pytest.approx(1)
    assert result.priors.sum() == pytest.approx(1)
    assert result.values.shape == (len(actions), players)
    assert (result.values[result.visits == 0] == 0).all()
    assert result.values[result.visits > 0].sum(axis=1) == pytest.approx(1)
    assert result.value.sum() == pytest.approx(1)
    assert result.policy @ result.values == pytest.approx(result.value, abs=0.02)
    assert result.visits[actions.index(result.best)] == result.visits.max()


@pytest.mark.parametrize("players", [2, 5])
def test_a_line_can_be_played(players: int) -> None:
    game = game_after(players, 11)
    result = search_position(game.position(), nodes=2000)
    assert max(map(len, result.lines)) > 3
    for action, line in zip(result.actions, result.lines, strict=True):
        assert line[0] == action
        replay = Game.from_position(game.position(), explicit_chance=True)
        for step in line:
            replay.apply(step)


def test_equal_arguments_give_equal_results() -> None:
    position = game_after(2, 13).position()  # a move before a deal, where the seed matters
    one, other = (search_position(position, 1500, seed=3) for _ in range(2))
    assert numbers(one) == numbers(other)
    assert numbers(one) != numbers(search_position(position, 1500, seed=4))
    assert str(position) == str(game_after(2, 13).position())


def test_a_long_search_is_one_search() -> None:
    position = game_after(2, 3).position()
    search = search_for(2, SLICE + 50)
    search.begin(position.state, 1)
    search.run(SLICE + 50, 0, StopFlag())
    visits = {move: count for move, count, _ in search.moves()}
    result = search_position(position, SLICE + 50, seed=1)
    assert result.visits.tolist() == [visits[move] for move in position.state.moves()]


def test_the_best_of_moves_with_as_many_visits_is_that_of_the_highest_value() -> None:
    result = SearchResult(
        actions=np.array([5, 6, 7]),
        moves=("a", "b", "c"),
        visits=np.array([4, 4, 1]),
        values=np.array([[0.6, 0.4], [0.7, 0.3], [0.9, 0.1]]),
        priors=np.ones(3) / 3,
        lines=((5,), (6,), (7,)),
        value=np.array([0.65, 0.35]),
        seat=0,
    )
    assert result.best == 6


def test_the_only_legal_move_gets_all_visits() -> None:
    game = Game(2, seed=5)
    while len(game.legal_actions()) > 1:
        game.apply(game.legal_actions()[-1])
    result = search_position(game.position(), nodes=5)
    assert result.policy.tolist() == result.priors.tolist() == [1.0]
    assert [result.best] == game.legal_actions()


@pytest.mark.parametrize(
    ("line", "nodes", "seed", "problem"),
    [
        (BETWEEN, 10, 0, "position: no player decides there"),
        (OVER, 10, 0, "position: no player decides there"),
        (IN_TURN, 0, 0, "nodes: 0 is not 1 to"),
        (IN_TURN, 10**9 + 1, 0, "nodes: 1000000001 is not 1 to"),
        (IN_TURN, 10, -1, "seed: -1 is not 0 to"),
        (IN_TURN, 10, 2**64, "seed: 18446744073709551616 is not 0 to"),
    ],
)
def test_what_cannot_be_searched_is_told(line: str, nodes: int, seed: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        search_position(Position.parse(line), nodes, seed)


@pytest.mark.parametrize("nodes", [1.5, "many", None])
def test_a_number_of_nodes_is_whole(nodes: Any) -> None:
    with pytest.raises(TypeError):
        search_position(Position.parse(IN_TURN), nodes)


def test_the_public_name_is_not_the_package() -> None:
    assert spyrium_ai.search_position is search_position
