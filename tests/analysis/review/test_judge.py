"""The judge: what an engine says of a position, and what needs no engine."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator

import pytest

from spyrium_ai.analysis.review.judge import Judge, with_chance
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.match.player_spec import parse_player
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.util.errors import HaltError, UsageError

LIMITS = SearchLimits(nodes=30)


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge(parse_player("mcts"))
    yield judge
    judge.close()


def decisions(players: int, seed: int) -> list[Position]:
    """Return all decisions of a game in which everybody makes the last legal move."""
    position, dealer, found = Position.start(players), Dealer(players, seed), []
    while not position.is_over:
        if position.is_chance:
            position.apply(dealer.deal(position))
        else:
            found.append(position.copy())
            position.apply(position.legal()[-1])
    return found


def test_a_move_that_ends_the_game_is_worth_the_result(judge: Judge) -> None:
    last = decisions(3, 1)[-1]
    move = last.legal()[-1]
    found = judge.after(last, move, LIMITS)
    last.apply(move)
    assert last.is_over
    assert (found.shares, found.points) == (last.shares(), last.scores())
    assert (found.exact, found.line, found.nodes) == (True, (move,), 0)


def test_a_move_that_ends_a_turn_is_worth_what_the_networks_expect(judge: Judge) -> None:
    position = next(each for each in decisions(2, 1) if after(each).is_chance)
    move = position.legal()[-1]
    found = judge.after(position, move, LIMITS)
    weights, net = load_weights(2), load_net(2)
    shares, points = line_value(position.state, [parse_move(move)], weights, net, 1)
    assert found.shares == tuple(shares)
    assert found.points == tuple(points)


def test_another_engine_judges_the_end_of_a_turn_after_some_deals() -> None:
    foreign = Judge(
        parse_player(shlex.join([sys.executable, "-m", "spyrium_ai", "engine", "mcts"]))
    )
    position = next(each for each in decisions(2, 1) if after(each).is_chance)
    try:
        found = foreign.after(position, position.legal()[-1], LIMITS)
    finally:
        foreign.close()
    assert sum(found.shares) == pytest.approx(1)
    assert found.nodes == 8 * 30


def test_lines_come_in_order_with_the_choice_first(judge: Judge) -> None:
    position = decisions(2, 1)[0]
    found = judge.lines(position, LIMITS, 3)
    assert len(found) == 3
    assert len({value.line[0] for value in found}) == 3
    for value in found:
        at = position.copy()
        for move in value.line:
            at.apply(move)
        assert sum(value.shares) == pytest.approx(1)
        assert value.points is not None
        assert len(value.points) == 2
    assert found[0] == judge.value(position, LIMITS)


def test_answers_depend_on_the_position_alone(judge: Judge) -> None:
    positions = decisions(3, 2)[:4]
    once = [judge.value(position, LIMITS) for position in positions]
    assert [judge.value(position, LIMITS) for position in reversed(positions)] == once[::-1]


def test_forced_moves_are_made_without_asking(judge: Judge) -> None:
    position = next(each for each in decisions(2, 1) if len(each.legal()) == 1)
    found = judge.value(position, LIMITS)
    assert found == judge.after(position, position.legal()[0], LIMITS)


def test_an_engine_that_says_nothing_cannot_judge() -> None:
    random = Judge(parse_player("random"))
    try:
        with pytest.raises(HaltError, match="the judge random says nothing of its move"):
            random.value(decisions(2, 1)[0], LIMITS)
    finally:
        random.close()


def test_an_engine_that_fails_is_named() -> None:
    with pytest.raises(HaltError, match="the judge /bin/false: "):
        Judge(parse_player("/bin/false")).value(decisions(2, 1)[0], LIMITS)


def test_people_do_not_judge() -> None:
    with pytest.raises(UsageError, match="only engines can judge"):
        Judge(parse_player("human"))


def test_chance_is_decided_until_a_player_decides() -> None:
    start = Position.start(4)
    one, same, other = (with_chance(start, seed) for seed in (1, 1, 2))
    assert one == same != other
    assert one.to_move
    assert start == Position.start(4)


def after(position: Position) -> Position:
    """Return the position after the last legal move."""
    position = position.copy()
    position.apply(position.legal()[-1])
    return position
