"""The searches themselves: exact at the end, trees that are kept and that stay within memory."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from support.engine_cases import choose, positions

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.engine.time_management import thinking_seconds
from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import FILE, load_net, load_weights, weights_of

WON = 20


def solved(position: Position, seat: int) -> float:
    """Return the margin of `seat` with best play to the end, a win worth WON more, a tie half."""
    if position.is_over:
        own, other = position.scores()[seat - 1], position.scores()[2 - seat]
        return own - other + (WON if own > other else -WON if own < other else 0)
    values = []
    for move in position.legal():
        child = position.copy()
        child.apply(move)
        values.append(solved(child, seat))
    return max(values) if position.to_move == seat else min(values)


def is_small(position: Position) -> bool:
    """Whether all play to the end can be gone through here."""
    return all(position.perft(depth) <= 300 for depth in range(1, 16))


def endgames() -> list[Position]:
    """Return positions of turn 6 with a choice that are small enough to be solved here."""
    return [
        position
        for seed in range(6)
        for position in positions(2, seed=seed, every=1)
        if position.turn == 6 and len(position.legal()) > 1 and is_small(position)
    ]


# With several lines to report there is no solver, only the search.
@pytest.mark.parametrize("multipv", [1, 2])
@pytest.mark.parametrize(("name", "nodes"), [("expectimax", 100_000), ("mcts", 20_000)])
def test_the_last_decisions_are_played_exactly(name: str, nodes: int, multipv: int) -> None:
    engine = make_engine(name)
    games = endgames()
    assert len(games) > 10
    for position in games:
        engine.new_game(2, position.to_move)
        move, _ = choose(engine, position, SearchLimits(nodes=nodes, multipv=multipv))
        child = position.copy()
        child.apply(move)
        value, best = solved(child, position.to_move), solved(position, position.to_move)
        if multipv == 1 or name == "expectimax":
            assert value == best, str(position)
        else:  # mcts counts wins more than points
            assert (value > 0) == (best > 0), str(position)


def test_the_evaluation_is_exact_at_the_end() -> None:
    position = positions(3, seed=1, every=1)[-1]
    position.play_out(1)
    points, shares = evaluate(position.state, load_weights(3))
    assert tuple(points) == position.scores()
    assert tuple(shares) == pytest.approx(position.shares())


def test_the_evaluation_likes_goods() -> None:
    line = (
        "2 2 1 ? -,-,-,-,-,-,-,-,- -,-,-,-,-,-,-,-,-,-,-,- E7 - M2,W2,U1,Ar,Co,Lo,Au,Ca,Cr "
        "7.7.8/1.1.0 E1,E3,E4,E5,E6 I/-/0/4/1/3/3/3/-/W2/Cr/- I/-/3/2/1/2/3/3/-/U1/Au/-"
    )
    richer = (
        ("I/-/0/4/1", "I/-/0/9/1"),
        ("I/-/0/4/1", "I/-/0/4/4"),
        ("I/-/0/4/1/3/3/3", "I/-/0/4/1/3/4/4"),
        ("I/-/0/4/1/3", "I/-/0/4/1/4"),
        ("I/-/0/4", "I/-/6/4"),
    )
    before, _ = evaluate(Position.parse(line).state, load_weights(2))
    for poor, rich in richer:
        after, _ = evaluate(Position.parse(line.replace(poor, rich, 1)).state, load_weights(2))
        assert after[0] > before[0], rich
        assert after[1] == before[1], rich


@pytest.mark.parametrize(("money", "given_up"), [(9, 1), (14, 0)])
def test_a_building_takes_the_place_of_the_least_worthy_one(money: int, given_up: int) -> None:
    """Two seats' turn 6 is over but for a worker at F2: with £9 the old F1 or L1 makes room."""
    position = Position.parse(
        "2 6 1 2 En,Ge,F2,Fi.3,-,-,Ad,-,- -,-,-,-,-,-,-,-,2,-,-,- E6 E4 F2,L3,H1,H2,H3,En,Ge,Fi,Ad "
        "3.3.4/5.5.3 - P/-/39/10/0/4/5/5/wm/-/-/- "
        f"II/-/34/{money}/0/4/0/4/wm/F1*,L1*/-/-"
    )
    points, _ = evaluate(position.state, load_weights(2))
    assert points == [39, 34 + (4 + 1) + 5 - given_up]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_pass_that_is_forced_ends_a_turn_without_a_change_of_value(players: int) -> None:
    """Within a turn, too, the place in the order is that of the next turn."""
    weights, seen = load_weights(players), 0
    for position in positions(players, seed=1, every=1):
        after = position.copy()
        if [move.removeprefix("II:") for move in position.legal()] != ["pass"]:
            continue
        after.apply(position.legal()[0])
        if after.is_chance:
            seen += 1
            before, _ = evaluate(position.state, weights)
            assert evaluate(after.state, weights)[0] == pytest.approx(before, abs=1e-4)
    assert seen > 2


def test_weights_that_do_not_fit_the_features_are_refused() -> None:
    data = json.loads(resources.files("spyrium_ai.search.weights").joinpath(FILE).read_text())
    data["features"] -= 1
    with pytest.raises(ValueError, match="train again"):
        weights_of(data, 2)
    data["features"] += 1
    data["players"]["2"]["after"][3].pop()
    with pytest.raises(ValueError, match=r"after\[3\]: 43 entries instead of 44"):
        weights_of(data, 2)


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
    """The root has 850 moves; a tree for each thread would not have room for them."""
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


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_to_a_depth_ends_there_and_can_be_repeated(threads: int) -> None:
    position = positions(2, seed=3, every=1)[4]
    engines = [make_engine("mcts", [f"threads={threads}"]) for _ in range(2)]
    one, other = (choose(engine, position, SearchLimits(depth=7))[1][-1] for engine in engines)
    assert one.depth == 7
    assert (one.nodes, one.values, one.pv) == (other.nodes, other.values, other.pv)


def test_more_threads_share_the_nodes_and_can_be_repeated() -> None:
    position = positions(2, seed=3, every=1)[4]
    found = []
    for _ in range(2):
        engine = make_engine("mcts", ["threads=2"])
        move, reports = choose(engine, position, SearchLimits(nodes=5001))
        assert move in position.legal()
        assert reports[-1].nodes == 5001
        found.append((move, reports[-1].values, reports[-1].pv))
    assert found[0] == found[1]


def test_the_heuristic_beats_random() -> None:
    from spyrium_ai.tools.training.selfplay import play_game  # noqa: PLC0415 (next to its only use)

    wins = 0
    for seed in range(60):
        _, _, scores = play_game([load_weights(2), None], seed)
        wins += scores[0] > scores[1]
    assert wins >= 59


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
        ) -> int:
            asked.append(left)
            return super().run(nodes, seconds, stop, 1e-9 if left else 0, depth)

    monkeypatch.setattr("spyrium_ai.engine.builtin.mcts_engine.Search", Hurried)
    position = positions(2, seed=3, every=1)[4]
    seconds = thinking_seconds(limits, position.to_move, position.turn)
    assert seconds is not None
    choose(make_engine("mcts"), position, limits)
    if saves:  # it has ended after the first slice, of some hours
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
