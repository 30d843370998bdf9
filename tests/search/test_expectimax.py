"""The searches of `expectimax` find the same values as a full search without pruning."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from support.engine_cases import choose, positions
from support.turn_searches import EVEN, Everything, deepen, look, search_of

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.evaluation.one_ply import rate
from spyrium_ai.search.evaluation.policy_net import rate_by_policy
from spyrium_ai.search.expectimax import BRS_PLUS, MAXN, PARANOID
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_policy, load_weights
from spyrium_ai.tools.training.fit_heuristic import ENVY

KINDS = [(2, BRS_PLUS), (3, BRS_PLUS), (3, MAXN), (3, PARANOID)]


@pytest.mark.parametrize("players", [2, 3])
def test_the_first_move_looked_at_is_the_best_rated(players: int) -> None:
    for position in positions(players, seed=3, every=5):
        rated = rate_by_policy(position.state, load_weights(players), load_policy(players))
        ratings = dict(zip(*rated, strict=True))
        _, line = look(search_of(position), 1, nodes=1)
        assert ratings[line[0]] == max(ratings.values()), str(position)


@pytest.mark.parametrize(("players", "rivals"), KINDS)
def test_a_look_finds_what_going_through_everything_finds(players: int, rivals: str) -> None:
    for position in positions(players, seed=2, every=12):
        search = search_of(position, EVEN, rivals=rivals)
        complete, line = look(search, 2)
        assert complete
        own = position.to_move - 1
        everything = Everything(search, position, rivals)
        found = search.expect(line)[0][own]
        assert found == pytest.approx(everything.shares(position, 2)[own], abs=0.002), position


@pytest.mark.parametrize("players", [2, 4])
def test_values_and_points_are_those_of_a_game(players: int) -> None:
    position = positions(players, seed=4, every=1)[5]
    _, reports = choose(make_engine("expectimax"), position, SearchLimits(nodes=400))
    for info in reports:
        assert sum(info.values) == 1000
        assert info.points is not None
        assert all(0 < points < 150 for points in info.points)


def test_values_and_points_are_those_of_the_line() -> None:
    position = positions(2, seed=4, every=1)[5]
    _, reports = choose(make_engine("expectimax"), position, SearchLimits(nodes=400))
    search = search_of(position)
    at_once, _ = search.expect([])
    for info in reports:
        shares, points = search.expect([parse_move(move) for move in info.pv])
        assert info.values == pytest.approx([1000 * share for share in shares], abs=2)
        assert info.points == pytest.approx(points, abs=0.2)
    assert shares != pytest.approx(at_once, abs=0.002)


def test_the_ratings_are_those_of_everything_evaluated_again() -> None:
    for players in (2, 3, 5):
        weights, envy = load_weights(players), ENVY[players]
        for position in positions(players, seed=5, every=4):
            state, own = position.state, position.to_move - 1
            for move, rating in zip(*rate(state, weights), strict=True):
                child = state.copy()
                child.apply(move)
                values, _ = evaluate(child, weights)
                rivals = (sum(values) - values[own]) / (players - 1)
                assert rating == pytest.approx(values[own] - envy * rivals, abs=1e-4)


def test_what_was_found_out_is_kept_for_the_next_move() -> None:
    kept = anew = 0
    for number in (17, 19, 31, 35, 49):
        position = positions(2, seed=3, every=1)[number]
        search = search_of(position)
        for depth in range(1, 6):
            _, line = look(search, depth)
        state = position.copy().state
        state.apply(line[0])
        search.begin(state, 2)
        for depth in range(1, 5):
            _, again = look(search, depth)
        kept += search.nodes
        other = search_of(position)
        other.begin(state, 2)
        for depth in range(1, 5):
            look(other, depth)
        anew += other.nodes
        assert again[0] == line[1]
    assert kept < 0.75 * anew


def test_a_small_table_is_enough_to_search() -> None:
    position = positions(2, seed=3, every=1)[4]
    large = look(search_of(position), 3)
    assert look(search_of(position, memory=2**7), 3)[0]
    assert large[0]


def test_a_look_that_is_cut_off_says_so() -> None:
    position = positions(2, seed=3, every=1)[4]
    search = search_of(position)
    complete, line = look(search, 1, nodes=1)
    assert not complete
    assert len(line) >= 1
    assert search.nodes == 1


def test_options_change_what_is_searched() -> None:
    position = positions(3, seed=3, every=1)[4]
    found = set()
    for options in ([], ["width=50"], ["rivals=maxn"], ["rivals=paranoid"]):
        move, reports = choose(make_engine("expectimax", options), position, SearchLimits(depth=4))
        assert move in position.legal()
        found.add(reports[-1].nodes)
    assert len(found) == 4


@pytest.mark.parametrize(("players", "rivals"), KINDS)
def test_the_lines_are_the_best_moves_of_everything(players: int, rivals: str) -> None:
    position = positions(players, seed=2, every=12)[1]
    search = search_of(position, EVEN, rivals=rivals)
    own = position.to_move - 1
    everything = Everything(search, position, rivals)
    shares = {}
    for text in position.legal():
        child = position.copy()
        child.apply(text)
        shares[parse_move(text)] = everything.shares(child, 1, [parse_move(text)])[own]
    found: list[int] = []
    for best in sorted(shares.values(), reverse=True):
        complete, line = search.search_depth(2, 0, 0, StopFlag(), found)
        assert complete
        assert search.share == pytest.approx(best, abs=0.002)
        assert shares[line[0]] == pytest.approx(best, abs=0.002)
        found.append(line[0])
    assert sorted(found) == sorted(shares)


def test_the_search_for_further_lines_leaves_the_first_as_it_was() -> None:
    position = positions(2, seed=3, every=1)[14]
    search, alone = search_of(position), search_of(position)
    for depth in range(1, 5):
        line = look(search, depth)[1]
        assert line == look(alone, depth)[1]
        others = search.search_depth(depth, 0, 0, StopFlag(), line[:1])[1]
        assert others[0] != line[0]
    assert search.nodes > alone.nodes


@pytest.mark.parametrize("players", [2, 3])
def test_lines_come_whole_and_best_first(players: int) -> None:
    position = positions(players, seed=3, every=1)[4]
    limits = SearchLimits(nodes=3000, multipv=3)
    move, reports = choose(make_engine("expectimax"), position, limits)
    assert [info.multipv for info in reports] == [1, 2, 3] * (len(reports) // 3)
    best = reports[-3:]
    assert best[0].pv[0] == move
    assert len({info.pv[0] for info in best}) == 3
    assert best[0].nodes <= 3000
    if players == 2:
        shares = [info.values[position.to_move - 1] for info in best]
        assert shares == sorted(shares, reverse=True)


def test_more_lines_than_moves_are_all_moves() -> None:
    position = positions(2, seed=3, every=1)[1]
    limits = SearchLimits(depth=1, multipv=1000)
    _, reports = choose(make_engine("expectimax"), position, limits)
    assert sorted(info.pv[0] for info in reports) == sorted(position.legal())


@pytest.mark.parametrize("players", [2, 3])
def test_searches_beside_one_another_share_what_they_find(players: int) -> None:
    position = positions(players, seed=4, every=1)[6]
    alone, first = search_of(position), search_of(position)
    beside = search_of(position, memory=0, beside=first)
    _, line = look(alone, 6)
    look(beside, 6)
    assert look(first, 6)[1][0] == line[0]
    assert first.nodes < alone.nodes / 2
    assert first.share == pytest.approx(alone.share, abs=0.01)


def test_a_search_beside_another_keeps_its_tables_alive() -> None:
    position = positions(2, seed=4, every=1)[6]
    first = search_of(position)
    beside = search_of(position, memory=0, beside=first)
    look(first, 6)
    del first
    complete, line = look(beside, 6)
    assert complete
    assert line
    assert beside.nodes < 1000


def test_two_threads_share_the_work() -> None:
    position, deepest = positions(2, seed=4, every=1)[40], 10
    alone = search_of(position)
    deepen(alone, deepest, StopFlag())
    needed = [nodes_of_two_threads(position, deepest, alone.share) for _ in range(3)]
    # Without leaving moves for later each thread would search nearly what one alone does.
    assert min(needed) < 1.5 * alone.nodes


def nodes_of_two_threads(position: Position, deepest: int, share: float) -> int:
    """Return how many nodes both need until one comes to the depth, with about this win share."""
    first = search_of(position)
    beside = search_of(position, memory=0, beside=first)
    done = StopFlag()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(deepen, beside, deepest, done)
        deepen(first, deepest, StopFlag())
        done.set()
    assert first.share == pytest.approx(share, abs=0.02)
    return first.nodes + beside.nodes
