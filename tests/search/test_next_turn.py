"""Ends of a turn, and the next turn played from them."""

from __future__ import annotations

import pytest
from support.engine_cases import positions

from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.policy_net import rate_by_policy
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.next_turn import end_shares, next_turn_shares, turn_end
from spyrium_ai.search.weights import load_net, load_policy, load_weights

PLAYERS = [2, 3, 5]
SEED = 4


def last_decisions(players: int) -> list[Position]:
    """Return the last decision of each turn of a game."""
    game = positions(players, seed=3, every=1)
    return [
        p
        for p, after in zip(game, [*game[1:], None], strict=True)
        if not after or after.turn > p.turn
    ]


def end_of(position: Position, line: list[int]) -> Position:
    players = position.players
    judges = load_weights(players), load_net(players), load_policy(players)
    return Position(turn_end(position.state, line, *judges, SEED))


def played_out(position: Position) -> Position | None:
    """Return the end of the turn as the policy network plays it, None if a seed breaks a tie."""
    players, end = position.players, position.copy()
    while end.to_move:
        moves, ratings = rate_by_policy(end.state, load_weights(players), load_policy(players))
        if ratings.count(max(ratings)) > 1:
            return None
        end.state.apply(moves[ratings.index(max(ratings))])
    return end


@pytest.mark.parametrize("players", PLAYERS)
def test_the_policy_network_plays_what_a_line_leaves_of_the_turn(players: int) -> None:
    compared = 0
    for position in positions(players, seed=3, every=3):
        first, after = position.legal()[-1], position.copy()
        after.apply(first)
        for line, rest in (([], position), ([parse_move(first)], after)):
            end = played_out(rest)
            if end:
                compared += 1
                assert end_of(position, line) == end
    assert compared > 3


def test_the_position_stays_as_it_is() -> None:
    position = last_decisions(2)[0]
    before = position.copy()
    end_of(position, [])
    assert position == before


@pytest.mark.parametrize("players", PLAYERS)
def test_an_end_is_judged_by_the_network_and_at_last_by_the_result(players: int) -> None:
    weights, net = load_weights(players), load_net(players)
    for position in last_decisions(players):
        line = [parse_move(position.legal()[0])]
        end = position.copy()
        end.apply(position.legal()[0])
        if end.to_move:
            continue  # the turn goes on
        shares = end_shares(end.state, weights, net)
        if end.is_over:
            assert shares == [*end.shares()]
        else:
            assert shares == line_value(position.state, line, weights, net, SEED)[0]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_next_turn_is_played_from_the_deal_of_each_seed(players: int) -> None:
    weights, net, policy = load_weights(players), load_net(players), load_policy(players)
    compared, seeds = 0, range(9)
    for position in last_decisions(players)[:-1]:
        end = end_of(position, [])
        found = next_turn_shares(end.state, weights, net, policy, seeds)
        for seed, shares in zip(seeds, found, strict=True):
            dealt = end.copy()
            dealt.apply(end.sample_deal(seed))
            next_end = played_out(dealt)
            if next_end:
                compared += 1
                assert shares == end_shares(next_end.state, weights, net)
    assert compared > 3
