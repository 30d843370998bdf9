"""Chance nodes of `expectimax`: with `deals` a turn's end is worth the mean over sampled deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from statistics import fmean, stdev

import pytest
from support import turn_searches
from support.engine_cases import choose, positions
from support.turn_searches import EVEN, chosen

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.move_notation import parse_move
from spyrium_ai.game.position import Position
from spyrium_ai.search.expectimax import MAXN, MOST_DEALS, PARANOID, Expectimax
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_weights

MEMORY = 2**26
NET_DEALS = 8  # the network's own expectation counts as so many deals
PASS = [parse_move("pass")]


def search_of(position: Position, deals: int, *, rivals: str = MAXN) -> Expectimax:
    return turn_searches.search_of(
        position, EVEN, MEMORY, rivals=rivals, policy=None, deals=deals, deal_seed=5
    )


@cache
def last_decisions(players: int) -> tuple[Position, ...]:
    """Return positions of a game in which passing ends the turn, but not the game."""
    found = []
    for position in positions(players, seed=7, every=1):
        after = position.copy()
        if position.turn < 6 and "pass" in position.legal():
            after.apply("pass")
            found += [position] if after.is_chance else []
    return tuple(found)


def dealt(position: Position, seeds: Sequence[int]) -> list[Position]:
    """Return a turn's end after the deals of these seeds."""
    after = [position.copy() for _ in seeds]
    for each, seed in zip(after, seeds, strict=True):
        each.apply(position.sample_deal(seed))
    return after


def played_out(position: Position, seed: int) -> list[float]:
    """Return the win shares by the network at the end of the turn, played on by the heuristic."""
    players = position.players
    return line_value(position.state, [], load_weights(players), load_net(players), seed)[0]


def after_deals(end: Position, seeds: Sequence[int]) -> list[list[float]]:
    """Return the win shares at the next turn's end after the deals of these seeds."""
    after = zip(dealt(end, seeds), seeds, strict=True)
    return [played_out(each, seed) for each, seed in after]


def with_net(root: Position, line: list[int], shares: Sequence[list[float]]) -> list[float]:
    """Return the mean of the shares after some deals and of the network's before them.

    `line` leads from the root to the turn's end.
    """
    net = search_of(root, 0).expect(line)[0]
    return mean([net] * NET_DEALS + list(shares))


def mean(shares: Sequence[Sequence[float]]) -> list[float]:
    return [fmean(column) for column in zip(*shares, strict=True)]


class Everything:
    """A full search of all moves, and of all deals at the turn's end, with the search's leaves.

    If it is paranoid, all rivals of the seat to move at the root want it to lose.
    """

    def __init__(self, search: Expectimax, root: Position, *, is_paranoid: bool) -> None:
        self._search = search
        self._root = root
        self._is_paranoid = is_paranoid
        self._seeds = search.deal_seeds

    def shares(
        self,
        position: Position,
        depth: int,
        line: tuple[int, ...] = (),
        deal: int | None = None,
        after: tuple[int, ...] = (),
    ) -> list[float]:
        """Return the value of the position, by seat, at a depth of so many decisions."""
        if position.is_chance and deal is None and depth > 0:
            children = dealt(position, self._seeds)
            found = [self.shares(each, depth, line, i) for i, each in enumerate(children)]
            return with_net(self._root, list(line), found)
        if position.is_chance or depth == 0:
            return self._search.expect(list(line), deal, list(after))[0]
        found = []
        for text in position.legal():
            child, move = position.copy(), (parse_move(text),)
            child.apply(text)
            lines = (line + move, None, ()) if deal is None else (line, deal, after + move)
            found.append(self.shares(child, depth - 1, *lines))
        own, mover = self._root.to_move, position.to_move
        return chosen(found, mover, own if self._is_paranoid and mover != own else None)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_turns_end_is_the_mean_over_its_deals(players: int) -> None:
    for position in last_decisions(players):
        search = search_of(position, 8)
        end = position.copy()
        end.apply("pass")
        shares, _ = search.expect(PASS)
        expected = with_net(position, PASS, after_deals(end, search.deal_seeds))
        assert shares == pytest.approx(expected, abs=1e-5), position
        assert sum(shares) == pytest.approx(1, abs=1e-4)


def test_many_deals_come_near_the_expectation() -> None:
    position = last_decisions(2)[1]
    end = position.copy()
    end.apply("pass")
    others = [shares[0] for shares in after_deals(end, range(300))]
    net = search_of(position, 0).expect(PASS)[0][0]
    found = search_of(position, MOST_DEALS).expect(PASS)[0][0]
    of_deals = ((NET_DEALS + MOST_DEALS) * found - NET_DEALS * net) / MOST_DEALS
    error = stdev(others) * (1 / MOST_DEALS + 1 / len(others)) ** 0.5
    assert error > 0
    assert of_deals == pytest.approx(fmean(others), abs=3 * error)


@pytest.mark.parametrize(
    ("players", "depth", "rivals"),
    [(2, 2, MAXN), (2, 3, MAXN), (3, 2, MAXN), (3, 2, PARANOID)],
)
def test_the_search_goes_on_after_the_deals(players: int, depth: int, rivals: str) -> None:
    """With bounds that cut, it finds what a full search finds that cuts nothing."""
    position = min(last_decisions(players), key=lambda each: len(each.legal()))
    search = search_of(position, 3, rivals=rivals)
    everything = Everything(search, position, is_paranoid=rivals == PARANOID)
    for plies in range(1, depth + 1):
        complete, line = search.search_depth(plies, 0, 0, StopFlag())
        assert complete
        expected = everything.shares(position, plies)[position.to_move - 1]
        # The heuristic chooses among equal ratings by chance.
        assert search.share == pytest.approx(expected, abs=0.002)
        assert line  # and it ends where chance decides
        end = position.copy()
        for move in line:
            assert not end.is_chance
            end.state.apply(move)


def test_the_deals_stay_for_the_turn() -> None:
    position = positions(2, seed=3, every=1)[4]
    engine = make_engine("expectimax", ["deals=3", "seed=4"])
    first = choose(engine, position, SearchLimits(nodes=300))
    engine.new_game(2, 1)
    assert choose(engine, position, SearchLimits(nodes=300))[0] == first[0]
    other = make_engine("expectimax", ["deals=3", "seed=5"])
    values = {
        reports[-1].values
        for reports in (first[1], choose(other, position, SearchLimits(nodes=300))[1])
    }
    assert len(values) == 2, "another seed samples other deals"


def test_a_new_turn_is_valued_anew() -> None:
    """Its end was valued without deals while the search was a turn earlier."""
    position = last_decisions(2)[0]
    search = search_of(position, 2)
    before = search.expect(PASS, 0)[0]
    assert search.expect(PASS, 0)[0] == before, "remembered"
    end = position.copy()
    end.apply("pass")
    (after,) = dealt(end, search.deal_seeds[:1])
    search.begin(after.state, 1)
    assert search.expect([])[0] != pytest.approx(before, abs=1e-6)


def test_a_deal_is_made_only_where_one_is_due() -> None:
    position = last_decisions(2)[0]
    for search, line, number, reason in (
        (search_of(position, 0), ["pass"], 0, "no deal is sampled"),
        (search_of(position, 2), [], 0, "no deal is sampled"),
        (search_of(position, 2), ["pass"], 2, "deal: 2 is not 0 to 1"),
    ):
        with pytest.raises(ValueError, match=reason):
            search.expect([parse_move(move) for move in line], number)
