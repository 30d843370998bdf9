"""Late decisions of turns 1 to 5, which `mcts` searches by depths as `expectimax` does."""

from __future__ import annotations

import threading

import pytest
from support.depth_watch import check_the_tree_search_plays, watch_depths
from support.engine_cases import choose, positions, without_time

from spyrium_ai.engine.builtin import depth_searches, expectimax_engine
from spyrium_ai.engine.builtin.depth_searches import ENDGAME, TURN
from spyrium_ai.engine.builtin.endgame_prover import workers_in_hand
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.position import Position
from spyrium_ai.search.expectimax import Expectimax
from spyrium_ai.util.seeds import derive

ENOUGH = SearchLimits(nodes=TURN.nodes)
GAME = positions(2, seed=11, every=1)
LATE = next(p for p in GAME if p.turn == 4 and 0 < workers_in_hand(p) <= TURN.hands)
DEEP = next(p for p in GAME if p.turn == 3 and 0 < workers_in_hand(p) <= TURN.hands)
EARLY = next(p for p in GAME if p.turn == 4 and workers_in_hand(p) > TURN.hands)
LAST = next(p for p in GAME if p.turn == 6 and workers_in_hand(p) <= ENDGAME.hands)
THREE = next(p for p in positions(3, seed=11, every=1) if workers_in_hand(p) <= TURN.hands)


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that takes the depths of the searches of the test."""
    return watch_depths(monkeypatch, Expectimax, depth_searches.__name__, argument=0)


def test_it_searches_deeper_and_deeper_within_the_nodes(depths: list[int]) -> None:
    move, reports = choose(make_engine("mcts"), LATE, ENOUGH)
    assert depths == list(range(1, len(depths) + 1))
    assert len(depths) > 3
    assert [info.depth for info in reports] == sorted(info.depth or 0 for info in reports)
    assert reports[-1].pv[0] == move
    assert reports[-1].nodes <= TURN.nodes
    assert sum(reports[-1].values) == 1000


def test_it_plays_as_expectimax_does(monkeypatch: pytest.MonkeyPatch) -> None:
    # Moves rated alike are drawn by seeds of their own, which are made the same.
    for module in (depth_searches, expectimax_engine):
        monkeypatch.setattr(module, "derive", lambda _, *domain: derive("same", *domain))
    move, reports = choose(make_engine("mcts"), LATE, ENOUGH)
    other, others = choose(make_engine("expectimax"), LATE, ENOUGH)
    assert (move, without_time(reports)) == (other, without_time(others))


@pytest.mark.parametrize(
    ("settings", "limits", "position"),
    [
        ((), SearchLimits(nodes=TURN.nodes - 1), LATE),
        ((), SearchLimits(movetime=round(500 * TURN.seconds)), LATE),
        ((), SearchLimits(nodes=TURN.nodes, depth=2), LATE),
        ((), SearchLimits(nodes=TURN.nodes, multipv=2), LATE),
        (("policy=one-ply",), ENOUGH, LATE),
        (("value=linear",), ENOUGH, LATE),
        ((), ENOUGH, EARLY),
        ((), ENOUGH, LAST),
        ((), ENOUGH, THREE),
    ],
    ids=[
        "few nodes",
        "little time",
        "a depth",
        "two lines",
        "one-ply",
        "linear",
        "many workers in hand",
        "the last turn",
        "three players",
    ],
)
def test_otherwise_the_tree_search_plays(
    depths: list[int], settings: tuple[str, ...], limits: SearchLimits, position: Position
) -> None:
    check_the_tree_search_plays(depths, settings, limits, position)


def test_the_table_is_kept_from_move_to_move() -> None:
    engine = make_engine("mcts")
    engine.new_game(2, 1)
    move, first = choose(engine, LATE, ENOUGH)
    after = LATE.copy()
    after.apply(move)
    kept = choose(engine, after, ENOUGH)[1][-1]
    fresh = choose(make_engine("mcts"), after, ENOUGH)[1][-1]
    assert first[-1].depth
    assert (kept.depth or 0) > (fresh.depth or 0)


def test_a_search_of_the_last_turn_gives_the_memory_back() -> None:
    engine = make_engine("mcts")
    engine.new_game(2, 1)
    found = []
    for position in (LATE, LAST, LATE):
        choose(engine, position, ENOUGH)
        searches = engine._by_depths  # type: ignore[attr-defined]
        found.append((not searches._turn, searches._endgame is None))
    assert found == [(False, True), (True, False), (False, True)]


def test_a_single_move_takes_no_time_on_a_clock() -> None:
    single = next(p for p in GAME if p.turn == 4 and len(p.legal()) == 1)
    on_clock = SearchLimits(clock=(60_000, 60_000))
    assert choose(make_engine("expectimax"), single, on_clock)[1][-1].depth == 1
    assert (choose(make_engine("expectimax"), single, ENOUGH)[1][-1].depth or 0) > 1


def test_threads_search_together_within_the_nodes() -> None:
    engine = make_engine("mcts", ["threads=3"])
    move, reports = choose(engine, DEEP, SearchLimits(nodes=6 * TURN.nodes))
    assert 2 * TURN.nodes < reports[-1].nodes <= 6 * TURN.nodes
    assert move in DEEP.legal()


def test_helpers_end_with_the_search() -> None:
    before = threading.active_count()
    choose(make_engine("mcts", ["threads=3"]), LATE, SearchLimits(movetime=100))
    assert threading.active_count() == before


def test_what_goes_wrong_in_a_helper_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Expectimax):
        def search_depth(self, *arguments: object) -> tuple[bool, list[int]]:
            if threading.current_thread() is not threading.main_thread():
                raise MemoryError("a helper has none")
            return super().search_depth(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(depth_searches, "Expectimax", Broken)
    with pytest.raises(MemoryError, match="a helper has none"):
        choose(make_engine("mcts", ["threads=2"]), LATE, ENOUGH)
