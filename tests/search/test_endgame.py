"""The solver of the last turn against plain minimax, and the players that use it."""

from __future__ import annotations

import pytest
from support.endgames import MEMORY, Minimax, children, last_turn, small_endgames, solution
from support.engine_cases import choose, positions

from spyrium_ai.engine.builtin.endgame_prover import EndgameProver
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.position import Position
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.weights import load_weights


def test_the_small_endgames_have_every_event() -> None:
    events = {game[-1].state.data().event for game in small_endgames() if len(game) > 5}
    assert events == {1, 2, 3, 4, 5, 6, 7}


def test_every_move_is_worth_what_minimax_says() -> None:
    checked = 0
    for game in small_endgames():
        solver, truth = Solver(load_weights(2), MEMORY), Minimax()
        for position in game:
            margin, best = solution(solver, position.state)
            assert margin == truth.margin(position.state), str(position)
            after = position.state.copy()
            after.apply(best)
            assert truth.margin(after) == margin, str(position)
            for child in children(position.state):
                if child.stage != "over":
                    assert solution(solver, child)[0] == truth.margin(child), str(Position(child))
                    checked += 1
    assert checked > 1000


@pytest.mark.parametrize(
    ("house", "event", "seat"),
    [
        ("H1", "E4", "II/-/25/4/2/7/1/3/wm/W2,F2,L1/Eg/-"),
        ("H2", "E3", "II/-/25/11/2/7/1/3/wm/W2,F2,L3/Eg/-"),
        ("H3", "E2", "II/e/25/10/1/7/1/3/wm/W1,F1,F2/Eg/-"),
    ],
)
def test_more_factories_than_engineering_counts_can_be_built_over(
    house: str, event: str, seat: str
) -> None:
    """The second player has passed; the first can build a house over one of its factories."""
    state = Position.parse(
        f"2 6 1 1 {house},-,-,-,-,En,Ge,Fi,Ad 1,-,-,-,-,-,-,-,-,-,-,- {event} E7 "
        f"F2,L3,H1,H2,H3,En,Ge,Fi,Ad 8.8.8/0.0.0 - {seat} P/-/25/0/0/7/4/4/wm/-/-/-"
    ).state
    for guess in (-20, 0, 20, 30):
        solver = Solver(load_weights(2), MEMORY)
        assert solution(solver, state, guess)[0] == Minimax().margin(state)


@pytest.mark.parametrize("guess", [-100, -1, 1, 100])
def test_the_guess_changes_no_margin(guess: int) -> None:
    for game in small_endgames()[:20]:
        for position in game[-1:]:
            fresh = Solver(load_weights(2), MEMORY)
            expected = solution(Solver(load_weights(2), MEMORY), position.state)[0]
            assert solution(fresh, position.state, guess)[0] == expected


def test_a_table_of_a_few_entries_will_do() -> None:
    for game in small_endgames()[:20]:
        for position in game[-1:]:
            small, large = (Solver(load_weights(2), memory) for memory in (256, MEMORY))
            assert solution(small, position.state)[0] == solution(large, position.state)[0]
            assert small.nodes >= large.nodes


def test_a_table_that_has_grown_has_all_that_it_had() -> None:
    position = last_turn(4, 0.0)[11]
    solver = Solver(load_weights(2), 2**26)
    margin = solution(solver, position.state)[0]
    searched = solver.nodes
    assert searched > 2_000_000  # far more than what half fills the first 4 MiB
    assert solution(solver, position.state, margin)[0] == margin
    assert solver.nodes - searched < 1000


def test_limits_end_the_search_with_bounds() -> None:
    position = last_turn(1, 0.0)[-1]
    solver = Solver(load_weights(2), MEMORY)
    lower, upper, _ = solver.solve(position.state, 0, 1000, 0, StopFlag())
    assert lower < upper
    assert solver.nodes <= 1001
    stop = StopFlag()
    stop.set()
    before = solver.nodes
    solver.solve(position.state, 0, 0, 0, stop)
    assert solver.nodes - before <= 64


def test_only_decisions_of_turn_6_of_two_are_taken() -> None:
    decided = [position for n in (2, 3) for position in positions(n, seed=1, every=1)]
    others = [p for p in decided if (p.players, p.turn) in {(2, 5), (3, 6)}]
    for position in [Position.start(2), others[0], others[-1]]:
        with pytest.raises(ValueError, match="turn 6"):
            Solver(load_weights(2), MEMORY).solve(position.state, 0, 0, 0, StopFlag())


@pytest.mark.parametrize("name", ["mcts", "expectimax"])
def test_players_answer_with_the_solution(name: str) -> None:
    solved = 0
    for game in small_endgames()[:30]:
        engine = make_engine(name)
        engine.new_game(2, 1)
        for position in game[-2:]:
            truth = Minimax()
            move, reports = choose(engine, position, SearchLimits(nodes=100_000))
            margin = truth.margin(position.state)
            after = position.copy()
            after.apply(move)
            assert truth.margin(after.state) == margin, str(position)
            if reports[-1].points:
                first, second = reports[-1].points
                assert first - second == margin
                assert reports[-1].values[0] == (500 if margin == 0 else 1000 * (margin > 0))
                solved += 1
    assert solved > 30


def test_mcts_searches_for_several_lines_and_solves_none() -> None:
    position = small_endgames()[0][-1]
    assert len(position.legal()) > 1
    asked = SearchLimits(nodes=10**4, multipv=2)
    reports = choose(make_engine("mcts"), position, asked)[1]
    assert {info.multipv for info in reports} == {1, 2}
    assert {info.string for info in reports} == {None}


def test_expectimax_solves_every_line() -> None:
    compared = 0
    for game in small_endgames()[:20]:
        position, truth = game[-1], Minimax()
        moves = position.legal()
        count = min(len(moves), 5)
        move, reports = choose(
            make_engine("expectimax"), position, SearchLimits(nodes=10**6, multipv=count)
        )
        if count == 1 or reports[0].string is None:
            continue
        assert move == reports[0].pv[0]
        assert [info.multipv for info in reports] == [*range(1, count + 1)]
        margins = []
        for info in reports:
            after = position.copy()
            after.apply(info.pv[0])
            margins.append(truth.margin(after.state))
            assert info.string == "solved"
            assert info.values[0] == (500 if margins[-1] == 0 else 1000 * (margins[-1] > 0))
        every = []
        for text in moves:
            after = position.copy()
            after.apply(text)
            every.append(truth.margin(after.state))
        assert margins == sorted(every, reverse=position.to_move == 1)[:count]
        compared += len(set(margins)) > 1
    assert compared > 5


def test_a_solved_move_leads_the_lines_that_are_not_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = next(game[-1] for game in small_endgames() if len(game[-1].legal()) > 3)
    monkeypatch.setattr(EndgameProver, "_prove_move", lambda *_: None)
    limits = SearchLimits(nodes=10**5, multipv=3)
    move, reports = choose(make_engine("expectimax"), position, limits)
    last = reports[-3:]
    assert [info.string for info in last] == ["solved", None, None]
    assert last[0].pv[0] == move
    assert len({info.pv[0] for info in last}) == 3


@pytest.mark.parametrize("name", ["mcts", "expectimax"])
def test_the_last_turn_is_the_same_again(name: str) -> None:
    found = []
    for _ in range(2):
        engine = make_engine(name, ["seed=3"])
        engine.new_game(2, 1)
        found.append(
            [
                (move, [(info.nodes, info.values, info.pv) for info in reports[-1:]])
                for position in reversed(last_turn(3, 0.0))
                for move, reports in [choose(engine, position, SearchLimits(nodes=500))]
            ]
        )
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["mcts", "expectimax"])
@pytest.mark.parametrize("nodes", [1, 2, 40])
def test_the_nodes_of_the_solver_belong_to_the_limit(name: str, nodes: int) -> None:
    for game in small_endgames()[:10]:
        for position in game:
            _, reports = choose(make_engine(name), position, SearchLimits(nodes=nodes))
            assert reports[-1].nodes <= nodes, str(position)
