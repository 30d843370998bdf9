"""The search of `mcts`: its tree, its threads, and when it ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from support.engine_cases import choose, positions

from spyrium_ai.engine.builtin.depth_searches import TURN
from spyrium_ai.engine.builtin.endgame_prover import workers_in_hand
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.engine.time_management import thinking_seconds
from spyrium_ai.game.position import Position
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.mcts_tree import NODE_BYTES
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_net, load_policy, load_weights


def search_of(memory: int, players: int = 2) -> Search:
    return Search(load_weights(players), load_net(players), memory)


def test_the_tree_below_the_moves_played_is_kept() -> None:
    found = positions(2, seed=3, every=1)
    search, stop = search_of(2**24), StopFlag()
    position = found[4]
    assert search.begin(position.state, 1) == 0
    search.run(2000, 0, stop)
    move, visits, _ = max(search.moves(), key=lambda entry: entry[1])
    position.state.apply(move)
    assert search.begin(position.state, 2) == visits
    # The node's own first visit went to none of its moves.
    assert sum(entry[1] for entry in search.moves()) == visits - 1
    search.run(500, 0, stop)
    assert sum(entry[1] for entry in search.moves()) == visits + 499


@pytest.mark.parametrize("threads", [1, 3])
def test_moves_are_tried_in_the_order_of_their_priors(threads: int) -> None:
    search = Search(load_weights(2), load_net(2), 2**24, policy=load_policy(2), threads=threads)
    for position in positions(2, seed=3, every=9):
        search.begin(position.state, 1)
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda i: search.run(20, 0, StopFlag(), 0, 0, i), range(threads)))
        found = zip(search.moves(), search.priors(), strict=True)
        tried = [(visits > 0, prior) for (_, visits, _), prior in found]
        least = min(prior for is_tried, prior in tried if is_tried)
        assert all(is_tried or prior <= least for is_tried, prior in tried)
        assert sorted(position.state.moves()) == sorted(move for move, _, _ in search.moves())


def test_a_position_that_the_tree_does_not_have_begins_a_new_one() -> None:
    found = positions(2, seed=3, every=20)
    search = search_of(2**24)
    search.begin(found[0].state, 1)
    search.run(500, 0, StopFlag())
    assert search.begin(found[2].state, 1) == 0


def test_a_full_tree_is_searched_on_without_growing() -> None:
    search = search_of(2**15)
    search.begin(positions(2, seed=3, every=1)[3].state, 1)
    search.run(3000, 0, StopFlag())
    size = search.size
    assert size < 2**15 // 64
    search.run(1000, 0, StopFlag())
    assert search.size == size
    assert sum(entry[1] for entry in search.moves()) >= 3000


def test_what_is_remembered_of_lines_played_on_changes_no_value() -> None:
    """A table of two entries remembers next to nothing, and finds the same but for ties."""
    off = []
    for position in positions(2, seed=3, every=5):
        shares = []
        for memory in (2**11, 2**24):
            search = search_of(memory)
            search.begin(position.state, 1)
            search.run(12, 0, StopFlag())
            shares.append(search.values()[0])
        off.append(abs(shares[0] - shares[1]))
    assert sum(each < 1e-9 for each in off) > len(off) / 3
    assert sum(off) / len(off) < 0.02


def test_the_search_goes_on_beyond_the_deal() -> None:
    """Late in a turn most simulations end in the next one."""
    late = [p for p in positions(2, seed=3, every=1) if p.turn == 2][-2]
    search = search_of(2**24)
    search.begin(late.state, 1)
    search.run(3000, 0, StopFlag())
    assert search.deepest > 6


def test_a_depth_holds_after_a_deeper_search() -> None:
    position = positions(2, seed=3, every=1)[4]
    engine, fresh = make_engine("mcts"), make_engine("mcts")
    position.apply(choose(engine, position, SearchLimits(nodes=4000))[0])
    after, alone = (
        choose(each, position, SearchLimits(depth=3))[1][-1] for each in (engine, fresh)
    )
    assert (after.depth, after.nodes) == (alone.depth, alone.nodes)
    assert alone.depth == 3


def test_many_threads_with_little_memory_still_choose() -> None:
    """The root has 850 moves; so many threads would leave no room for them."""
    line = (
        "2 5 1 1 N2,M3.1,N2,R1,R2,R2,F1,M3.1,U2.1 -,-,1,1,-,1,-,1,1,-,1,1 E2 E3 "
        "M3,M3,F1,F1,F2,L2,L3,N2,N2,R1,R2,R2,U2,Bu,En,Ar,Ge,Ta 5.8.8/0.0.0 E4 "
        "II/-/0/90/9/2/0/7/-/M1,M1*,M2,M2*,W1,W1*,W2,W2*,F1,F2,L1,L2,L3,N1,R1,U1/Co,Lo/- "
        "II/-/0/5/2/2/3/3/-/-/-/-"
    )
    position = Position.parse(line)
    engine = make_engine("mcts", ["memory=1", "threads=64"])
    move, _ = choose(engine, position, SearchLimits(nodes=64))
    assert move in position.legal()


def test_a_depth_that_the_game_no_longer_has_ends_the_search() -> None:
    last = [p for p in positions(2, seed=3, every=1) if len(p.legal()) > 1][-1]
    _, reports = choose(make_engine("mcts"), last, SearchLimits(depth=20))
    assert reports[-1].depth is not None
    assert reports[-1].depth < 20


def test_a_search_to_a_depth_ends_there_and_can_be_repeated() -> None:
    position = positions(2, seed=3, every=1)[4]
    engines = [make_engine("mcts") for _ in range(2)]
    one, other = (choose(engine, position, SearchLimits(depth=7))[1][-1] for engine in engines)
    assert one.depth == 7
    assert (one.nodes, one.values, one.pv) == (other.nodes, other.values, other.pv)


def test_two_threads_end_at_a_depth() -> None:
    position = positions(2, seed=3, every=1)[4]
    engine = make_engine("mcts", ["threads=2"])
    assert choose(engine, position, SearchLimits(depth=7))[1][-1].depth in {7, 8, 9}


def test_more_threads_share_the_nodes() -> None:
    position = positions(2, seed=3, every=1)[4]
    move, reports = choose(make_engine("mcts", ["threads=2"]), position, SearchLimits(nodes=5001))
    assert move in position.legal()
    assert reports[-1].nodes == 5001


def test_threads_grow_one_tree_and_lose_no_visit() -> None:
    threads, nodes = 4, 5_000
    search = Search(
        load_weights(3), load_net(3), 2**25, before_deals=50, policy=load_policy(3), threads=threads
    )
    search.begin(positions(3, seed=3, every=1)[30].state, 1)
    with ThreadPoolExecutor(threads) as pool:
        made = pool.map(
            lambda thread: search.run(nodes, 0, StopFlag(), 0, 0, thread), range(threads)
        )
    assert sum(made) == threads * nodes
    found = [(visits, shares) for _, visits, shares in search.moves() if visits]
    assert sum(visits for visits, _ in found) == threads * nodes
    for _, shares in found:  # every visit has brought its value
        assert sum(shares) == pytest.approx(1)
    assert threads * nodes / 4 < search.size <= threads * nodes + 1


def test_threads_share_the_values_of_rollouts() -> None:
    """What one has played out, the other finds: it only goes on beyond it."""
    search = Search(load_weights(3), load_net(3), 2**25, policy=load_policy(3), threads=2)
    played = []
    for thread in range(2):
        search.clear()
        search.begin(positions(3, seed=3, every=1)[30].state, 1)
        before, _, _ = search.work
        search.run(1_000, 0, StopFlag(), thread=thread)
        played.append(search.work[0] - before)
    # The second lists the moves of its own tree, but plays hardly any of the rollouts.
    assert played[1] < played[0] / 2


def test_threads_go_on_in_a_full_tree() -> None:
    search = Search(load_weights(3), load_net(3), 2**18, policy=load_policy(3), threads=4)
    search.begin(positions(3, seed=3, every=1)[30].state, 1)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda thread: search.run(2_000, 0, StopFlag(), 0, 0, thread), range(4)))
    full = search.size
    assert full < 2**18 // NODE_BYTES
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda thread: search.run(2_000, 0, StopFlag(), 0, 0, thread), range(4)))
    assert search.size == full
    assert sum(visits for _, visits, _ in search.moves()) == 16_000


def test_a_thread_has_a_number_of_its_own() -> None:
    search = search_of(2**24)
    search.begin(positions(2, seed=3, every=1)[4].state, 1)
    with pytest.raises(ValueError, match="thread: 1 is not 0 to 0"):
        search.run(9, 0, StopFlag(), thread=1)
    with pytest.raises(ValueError, match="threads: 0 is not 1 to 1024"):
        Search(load_weights(2), load_net(2), 2**20, threads=0)


def test_a_search_may_end_when_no_other_move_can_get_the_most_visits() -> None:
    search, stop = search_of(2**24), StopFlag()
    search.begin(positions(2, seed=3, every=1)[4].state, 1)
    assert search.run(500, 0, stop, left=1e9) == 500
    assert not search.is_decided
    # With no time left, whichever leads will lead in the end; it is looked at every 32 simulations.
    assert search.run(500, 0, stop, left=1e-9) == 32
    assert search.is_decided


@pytest.mark.parametrize(
    ("limits", "saves"),
    [
        (SearchLimits(clock=(10**9, 10**9)), True),
        (SearchLimits(clock=(9000, 9000), multipv=2), False),
        (SearchLimits(movetime=50), False),
    ],
)
def test_time_is_saved_on_a_clock_only(
    limits: SearchLimits, saves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    class Hurried(Search):
        """Takes the time for nearly up where it may end as soon as its choice is decided."""

        def run(
            self,
            nodes: int,
            seconds: float,
            stop: StopFlag,
            left: float = 0,
            depth: int = 0,
            thread: int = 0,
        ) -> int:
            asked.append(left)
            return super().run(nodes, seconds, stop, 1e-9 if left else 0, depth, thread)

    monkeypatch.setattr("spyrium_ai.engine.builtin.mcts_engine.Search", Hurried)
    # However slow the machine is, a slice has the simulations after which the choice is looked at.
    monkeypatch.setattr("spyrium_ai.engine.builtin.mcts_engine.FIRST_SLICE", 3600)
    position = next(p for p in positions(2, seed=3, every=1) if workers_in_hand(p) > TURN.hands)
    seconds = thinking_seconds(limits, position.to_move, position.turn)
    assert seconds is not None
    choose(make_engine("mcts"), position, limits)
    if saves:  # it has ended within the first slice
        assert len(asked) == 1
        assert 0.9 * seconds < asked[0] <= seconds
    else:
        assert asked == [0] * len(asked)


def test_a_single_node_in_the_last_turn_is_a_node_of_the_search() -> None:
    position = next(p for p in positions(2, seed=1, every=1) if p.turn == 6 and not p.is_chance)
    engine = make_engine("mcts")
    engine.new_game(2, position.to_move)
    _, reports = choose(engine, position, SearchLimits(nodes=1))
    assert reports[-1].depth
