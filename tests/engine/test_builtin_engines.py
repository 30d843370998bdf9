"""The built-in players: legal, reproducible, bounded, obedient, and fair."""

from __future__ import annotations

import threading
import time

import pytest
from support.engine_cases import PLAYERS, SEARCHERS, choose, positions, without_time

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag

FEW = SearchLimits(nodes=60)
# Seconds of processor time, which other processes do not lengthen: a search of 0.1 s that ends when
# it is told to takes less, with what it loads.
SOON = 2.0
DEALING = ("mcts", ("dealsafter=4",))  # it samples deals with few nodes already


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", PLAYERS)
def test_every_choice_is_legal_and_the_values_add_up(name: str, players: int) -> None:
    engine = make_engine(name)
    engine.new_game(players, 1)
    for position in positions(players, seed=players, every=9):
        move, reports = choose(engine, position, FEW)
        assert move in position.legal()
        for info in reports:
            assert len(info.values) == players
            assert sum(info.values) == 1000
            line = position.copy()
            for text in info.pv:
                line.apply(text)
        assert not reports or reports[-1].pv[0] == move


@pytest.mark.parametrize(("name", "settings"), [*((name, ()) for name in PLAYERS), DEALING])
def test_the_same_seed_and_nodes_give_the_same_choices_and_counts(
    name: str, settings: tuple[str, ...]
) -> None:
    games = []
    for _ in range(2):
        engine = make_engine(name, ["seed=5", *settings])
        engine.new_game(2, 1)
        found = [choose(engine, p, SearchLimits(nodes=300)) for p in positions(2, seed=3, every=5)]
        games.append([(move, without_time(reports)) for move, reports in found])
    assert games[0] == games[1]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("random", ()),
        ("uct", ()),
        ("mcts", ("policy=one-ply",)),  # ties of ratings
        ("mcts", ("dealsafter=1",)),
    ],
)
def test_another_seed_gives_other_counts(name: str, settings: tuple[str, ...]) -> None:
    position = positions(2, seed=3, every=1)[6]
    found = set()
    for seed in range(4):
        move, reports = choose(
            make_engine(name, [f"seed={seed}", *settings]), position, SearchLimits(nodes=150)
        )
        found.add((move, str(without_time(reports))))
    assert len(found) > 1


@pytest.mark.parametrize("name", ["uct", "mcts"])
def test_the_node_limit_is_exact(name: str) -> None:
    position = positions(2, seed=3, every=1)[2]
    for nodes in (1, 2, 77):
        _, reports = choose(make_engine(name), position, SearchLimits(nodes=nodes))
        assert reports[-1].nodes == nodes


def test_expectimax_keeps_to_its_node_limit() -> None:
    position = positions(2, seed=3, every=1)[2]
    for nodes in (1, 2, 77, 2000):
        _, reports = choose(make_engine("expectimax"), position, SearchLimits(nodes=nodes))
        assert 1 <= reports[-1].nodes <= nodes


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_raised_stop_ends_the_search_at_once(name: str) -> None:
    position = positions(2, seed=3, every=1)[1]
    stop = StopFlag()
    stop.set()
    move, _ = choose(make_engine(name), position, SearchLimits(infinite=True), stop)
    assert move in position.legal()


@pytest.mark.parametrize(
    ("name", "settings", "nodes"),
    [
        ("uct", [], 16),
        ("expectimax", [], 4),
        ("mcts", [], 4),
        ("mcts", ["value=playouts"], 4),
        ("mcts", ["threads=2"], 8),
    ],
)
def test_so_many_nodes_lie_between_two_looks_at_the_stop(
    name: str, settings: list[str], nodes: int
) -> None:
    for position in positions(3, seed=3, every=30):
        stop = StopFlag()
        stop.set()
        _, reports = choose(
            make_engine(name, settings), position, SearchLimits(infinite=True), stop
        )
        assert 0 < reports[-1].nodes <= nodes


@pytest.mark.parametrize("name", SEARCHERS)
def test_stop_is_obeyed_during_a_search(name: str) -> None:
    position = positions(3, seed=3, every=1)[1]
    stop = StopFlag()
    timer = threading.Timer(0.1, stop.set)
    begun = time.process_time()
    timer.start()
    move, _ = choose(make_engine(name), position, SearchLimits(infinite=True), stop)
    assert stop.is_set()
    assert move in position.legal()
    assert time.process_time() - begun < SOON


@pytest.mark.parametrize("name", SEARCHERS)
def test_movetime_alone_ends_the_search(name: str) -> None:
    position = positions(2, seed=3, every=1)[1]
    begun = time.process_time()
    move, _ = choose(make_engine(name), position, SearchLimits(movetime=50))
    assert move in position.legal()
    assert time.process_time() - begun < SOON


def test_multipv_reports_that_many_lines_best_first() -> None:
    position = positions(2, seed=3, every=1)[1]
    move, reports = choose(make_engine("mcts"), position, SearchLimits(nodes=200, multipv=3))
    last = reports[-3:]
    assert [info.multipv for info in last] == [1, 2, 3]
    assert last[0].pv[0] == move
    assert len({info.pv[0] for info in last}) == 3


@pytest.mark.parametrize("nodes", [1, 2, 5])
@pytest.mark.parametrize("name", PLAYERS)
def test_more_lines_than_moves_were_searched_change_nothing(name: str, nodes: int) -> None:
    position = positions(3, seed=3, every=1)[1]
    alone, _ = choose(make_engine(name), position, SearchLimits(nodes=nodes))
    move, reports = choose(make_engine(name), position, SearchLimits(nodes=nodes, multipv=1000))
    assert move == alone
    assert all(sum(info.values) == 1000 for info in reports)
    if name in {"uct", "mcts"}:
        lines = [*range(1, len(position.legal()) + 1)]
        times = len(reports) // len(lines)  # a slow machine reports before the end, too
        assert times > 0
        assert [info.multipv for info in reports] == lines * times


class OtherLuck(Dealer):
    """Deals like another dealer up to a turn, and from then on from an order of its own."""

    def __init__(self, players: int, seed: int, turn: int):
        super().__init__(players, seed)
        self._turn = turn
        self._other = Dealer(players, seed)
        # The hidden order backwards: the same decks, what has been dealt left as it was.
        for period, deck in enumerate(self._other.decks):
            dealt = 9 * sum(1 for t in range(1, turn) if (0, 0, 0, 0, 1, 1, 2)[t] == period)
            self._other.decks[period] = deck[:dealt] + deck[dealt:][::-1]
        events = self._other.events
        self._other.events = events[: turn + 1] + events[turn + 1 :][::-1]

    def deal(self, position: Position) -> str:
        return self._other.deal(position) if position.turn > self._turn else super().deal(position)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        *((name, ()) for name in PLAYERS),
        DEALING,
        ("mcts", ("value=linear",)),
        ("mcts", ("value=playouts",)),
    ],
)
def test_the_hidden_order_changes_no_choice_and_no_count(
    name: str, settings: tuple[str, ...]
) -> None:
    """Two games that are equal up to the end of a turn, and different in what is hidden."""
    played = []
    # What is played out to the end of the game takes long.
    nodes = 20 if "value=playouts" in settings else 200
    for dealer in (Dealer(2, 11), OtherLuck(2, 11, turn=2)):
        engine = make_engine(name, ["seed=7", *settings])
        engine.new_game(2, 1)
        position, seen = Position.start(2), []
        while position.turn <= 2 and not (position.is_chance and position.turn == 3):
            if position.is_chance:
                position.apply(dealer.deal(position))
                continue
            move, reports = choose(engine, position, SearchLimits(nodes=nodes))
            seen.append((move, without_time(reports)))
            position.apply(move)
        played.append((seen, str(position), dealer.deal(position)))
    (seen, boundary, dealt), (other_seen, other_boundary, other_dealt) = played
    assert seen == other_seen
    assert boundary == other_boundary
    assert dealt != other_dealt
