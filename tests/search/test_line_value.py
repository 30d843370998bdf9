"""What a line is expected to bring: by the network at the turn's end, or by the game's result."""

from __future__ import annotations

import pytest
from support.engine_cases import choose, positions

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.evaluation.policy_net import Policy, rate_by_policy
from spyrium_ai.search.expectimax import Expectimax
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.weights import load_net, load_policy, load_weights


def value_of(
    position: Position, line: list[int], policy: Policy | None = None
) -> tuple[list[float], list[float]]:
    players = position.players
    return line_value(position.state, line, load_weights(players), load_net(players), 0, policy)


def to_the_end_of_the_turn(position: Position) -> tuple[list[int], Position]:
    """Return a line that leaves nothing to the one-ply player, and the position after it."""
    position, line = position.copy(), []
    while position.to_move:
        line.append(parse_move(position.legal()[-1]))
        position.apply(position.legal()[-1])
    return line, position


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_is_what_expectimax_expects_of_the_line(players: int) -> None:
    for position in positions(players, seed=3, every=11):
        search = Expectimax(load_weights(players), load_net(players), 2**20)
        search.begin(position.state, 1)
        line, _ = to_the_end_of_the_turn(position)
        assert search.expect(line) == value_of(position, line)


def test_at_the_end_of_the_game_it_is_the_result() -> None:
    last = positions(2, seed=3, every=1)[-1]
    line, end = to_the_end_of_the_turn(last)
    assert end.is_over
    assert value_of(last, line)[1] == [*end.scores()]


@pytest.mark.parametrize("policy", [load_policy(2), None], ids=["policy", "one-ply"])
def test_the_player_with_the_best_ratings_plays_the_rest(policy: Policy | None) -> None:
    compared = 0
    for position in positions(2, seed=3, every=2):
        line, played = list[int](), position.copy()
        while played.to_move:
            if policy is None:
                moves, ratings = rate(played.state, load_weights(2))
            else:
                moves, ratings = rate_by_policy(played.state, load_weights(2), policy)
            if ratings.count(max(ratings)) > 1:
                break  # the seed decides
            line.append(moves[ratings.index(max(ratings))])
            played.state.apply(line[-1])
        else:
            compared += 1
            assert value_of(position, [], policy) == value_of(position, line, policy)
    assert compared > 0


def test_mcts_reports_the_points_of_each_line() -> None:
    position = positions(3, seed=3, every=1)[4]
    _, reports = choose(make_engine("mcts"), position, SearchLimits(nodes=60, multipv=1000))
    last = reports[-len(position.legal()) :]  # a slow machine reports before the end, too
    assert sorted(info.pv[0] for info in last) == sorted(position.legal())
    for info in reports:
        _, points = value_of(position, [parse_move(move) for move in info.pv], load_policy(3))
        assert info.points == pytest.approx(points, abs=0.06)
