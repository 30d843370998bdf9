"""The last turn of two players where it is too long to be solved and the limits are large."""

from __future__ import annotations

import pytest
from support.depth_watch import check_the_tree_search_plays, watch_depths
from support.endgames import last_turn
from support.engine_cases import choose, without_time

from spyrium_ai.engine.base import Info
from spyrium_ai.engine.builtin import endgame_prover
from spyrium_ai.engine.builtin.depth_searches import ENDGAME, ENDGAME_PROOF
from spyrium_ai.engine.builtin.endgame_prover import EndgameProver, workers_in_hand
from spyrium_ai.engine.builtin.endgame_search import Budget
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.engine.time_management import SearchClock
from spyrium_ai.game.position import Position
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_weights

NODES = 2 * ENDGAME.nodes
ENOUGH = SearchLimits(nodes=NODES)
TURN = last_turn(3, 0.0)[::-1]
BEGINNING = TURN[0]
LATE = next(position for position in TURN if workers_in_hand(position) <= ENDGAME.hands)


@pytest.fixture(autouse=True)
def unsolved(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver finishes nowhere, and takes no nodes."""
    monkeypatch.setattr(EndgameProver, "prove", lambda *_: (None, 0))


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that takes the depths of the searches of the test."""
    return watch_depths(monkeypatch, Solver, endgame_prover.__name__, argument=2)


def test_it_searches_deeper_and_deeper_within_the_nodes(depths: list[int]) -> None:
    move, reports = choose(make_engine("mcts"), LATE, ENOUGH)
    deeper = [info.depth for info in reports[:-1]]
    assert deeper == list(range(1, len(deeper) + 1))
    assert len(deeper) > 3
    assert depths[: len(deeper)] == deeper
    last = reports[-1]
    assert last.pv[0] == move
    assert last.string is None
    assert sum(last.values) == 1000
    assert ENDGAME.nodes < last.nodes <= NODES
    line = LATE.copy()
    for text in last.pv:
        line.apply(text)
    assert len(last.pv) > 2


def test_points_agree_with_the_value() -> None:
    reports = choose(make_engine("mcts"), LATE, ENOUGH)[1]
    for info in reports:
        if info.points:
            first, second = info.points
            assert (first > second) == (info.values[0] > 500)


@pytest.mark.parametrize(
    ("settings", "limits", "position"),
    [
        ((), SearchLimits(nodes=ENDGAME.nodes - 1), LATE),
        ((), SearchLimits(movetime=round(500 * ENDGAME.seconds)), LATE),
        (("policy=one-ply",), ENOUGH, LATE),
        ((), SearchLimits(nodes=NODES, multipv=2), LATE),
        ((), ENOUGH, BEGINNING),
    ],
    ids=["few nodes", "little time", "one-ply", "two lines", "many workers in hand"],
)
def test_otherwise_the_tree_search_plays(
    depths: list[int], settings: tuple[str, ...], limits: SearchLimits, position: Position
) -> None:
    check_the_tree_search_plays(depths, settings, limits, position)


def test_the_least_nodes_are_enough(depths: list[int]) -> None:
    choose(make_engine("mcts"), LATE, SearchLimits(nodes=ENDGAME.nodes))
    assert depths


def test_the_same_seed_and_nodes_give_the_same_search() -> None:
    found = []
    for _ in range(2):
        engine = make_engine("mcts", ["seed=5"])
        engine.new_game(2, 1)
        found.append(
            [
                (move, without_time(reports))
                for position in TURN[TURN.index(LATE) :][:2]
                for move, reports in [choose(engine, position, ENOUGH)]
            ]
        )
    assert found[0] == found[1]


def test_it_stops_when_it_is_told_to() -> None:
    stop, reports = StopFlag(), list[Info]()

    def stop_at_depth_2(info: Info) -> None:
        reports.append(info)
        if info.depth == 2:
            stop.set()

    move = make_engine("mcts").choose(
        LATE, SearchLimits(nodes=10**9, movetime=5000), stop, stop_at_depth_2
    )
    assert [info.depth for info in reports] == [1, 2, 2]
    assert move == reports[-1].pv[0]


class Clock(SearchClock):
    """A clock of a second that stands still, with so many seconds left."""

    def __init__(self, left: float) -> None:
        super().__init__(SearchLimits(movetime=1000), LATE)
        self.seconds, self._left = 1.0, left

    def left(self) -> float:
        """Return the time left."""
        return self._left


def budget(left: float, nodes: int | None = None, spent: int = 0) -> Budget:
    solver = Solver(load_weights(2), 2**16)
    return Budget(solver, SearchLimits(nodes=nodes), Clock(left), spent)


def test_the_budget_is_what_is_left_less_a_share() -> None:
    assert budget(0.5).left() == (0, 0.5)
    assert budget(0.5).left(0.1) == (0, 0.4)
    assert budget(0.1).left(0.1) is None
    assert budget(0).left() is None
    assert budget(0.5, nodes=1000, spent=100).left(0.1) == (809, 0.4)
    assert budget(0.5, nodes=101, spent=100).left() is None


def test_the_solver_gets_a_small_share_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the solver searches, but does not finish
    first = choose(make_engine("mcts"), LATE, ENOUGH)[1][0]
    assert first.depth == 1
    assert ENDGAME_PROOF * NODES <= first.nodes < 2 * ENDGAME_PROOF * NODES


def test_a_time_limit_alone_ends_the_search(depths: list[int]) -> None:
    reports = choose(make_engine("mcts"), LATE, SearchLimits(movetime=600))[1]
    assert depths
    assert reports[-1].depth
