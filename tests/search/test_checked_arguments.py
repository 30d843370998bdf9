"""What Python gives to the compiled searches, evaluations and training loops is checked."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from support.engine_cases import positions
from support.position_lines import BETWEEN, OVER

from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.evaluation import evaluation, one_ply
from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT, Weights
from spyrium_ai.search.evaluation.policy_net import Policy, policy_inputs, rate_by_policy
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE, Net
from spyrium_ai.search.expectimax import MAX_DEPTH, Expectimax
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.next_turn import end_shares, next_turn_shares, turn_end
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.uct import search_uct
from spyrium_ai.search.weights import load_net, load_policy, load_weights
from spyrium_ai.tools.bench.kernels import EvaluationSample, Sample, random_games
from spyrium_ai.tools.training import afterstate_data
from spyrium_ai.tools.training.selfplay import play_game

MEMORY = 1 << 20
STOP = StopFlag()
NONE: Any = None
TEXT: Any = "1"
DOUBLES: Any = np.zeros((NET_COUNT, NET_SIZE))
WEIGHTS, NET = load_weights(2), load_net(2)
JUDGES = WEIGHTS, NET, load_policy(2)
CHANCE, ENDED = Position.parse(BETWEEN).state, Position.parse(OVER).state
TURN = positions(2, seed=3, every=1)[3].state
LAST = next(p for p in positions(2, seed=3, every=1) if p.turn == 6).state


def begun() -> Search:
    """Return a tree search with a position."""
    search = Search(WEIGHTS, NET, MEMORY)
    search.begin(TURN, 1)
    return search


def deepened() -> Expectimax:
    """Return a depth-first search with a position."""
    search = Expectimax(WEIGHTS, NET, MEMORY)
    search.begin(TURN, 1)
    return search


def weights(**changes: Any) -> Weights:
    """Return weights, some of them changed."""
    numbers: dict[str, Any] = {
        "after": [[0.0] * FEATURE_COUNT] * 5,
        "keep": 0.5,
        "later": [0.75, 0.75],
        "envy": 0.9,
        "spread": [5.0] * 7,
    }
    return Weights(**(numbers | changes))


def nets(number: float = 0.0, shape: tuple[int, int] = (NET_COUNT, NET_SIZE)) -> Net:
    """Return nets with the same number everywhere."""
    return Net(np.full(shape, number, np.float32))


def afterstates(changes: dict[int, int] | None = None) -> Any:
    """Return the bytes of an afterstate of a game for two as an array, some of them changed."""
    found = np.array([afterstate_data.bytes_of(CHANCE)])
    for at, byte in (changes or {}).items():
        found[0, at] = byte
    return found


def label(rows: Any, players: int = 2, deals: int = 1, seed: int = 1) -> object:
    """Label these afterstates."""
    return afterstate_data.label(rows, players, WEIGHTS, NET, deals, seed)


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    # search/mcts
    "mcts memory": (lambda: Search(WEIGHTS, NET, -1), "memory: -1 is not 0 to"),
    "much mcts memory": (lambda: Search(WEIGHTS, NET, 2**63), "memory: 9223372036854775808 is not"),
    "exploration": (lambda: Search(WEIGHTS, NET, MEMORY, exploration=nan), "exploration: nan is"),
    "exploration below": (lambda: Search(WEIGHTS, NET, MEMORY, -0.1), "exploration: -0.1 is not 0"),
    "temperature": (lambda: Search(WEIGHTS, NET, MEMORY, temperature=0), "temperature: 0 is not"),
    "no temperature": (lambda: Search(WEIGHTS, NET, MEMORY, temperature=inf), "temperature: inf"),
    "first_play": (lambda: Search(WEIGHTS, NET, MEMORY, first_play=nan), "first_play: nan is not"),
    "deals": (lambda: Search(WEIGHTS, NET, MEMORY, before_deals=-1), "before_deals: -1 is not 0"),
    "value": (lambda: Search(WEIGHTS, NET, MEMORY, value=3), "value: 3 is not 0 to 2"),
    "mcts chance": (lambda: begun().begin(CHANCE, 1), "chance decides here"),
    "mcts over": (lambda: begun().begin(ENDED, 1), "the game is over"),
    "mcts seed": (lambda: begun().begin(TURN, -1), "seed: -1 is not 0 to"),
    "mcts nodes": (lambda: begun().run(-1, 0, STOP), "nodes: -1 is not 0 to"),
    "mcts seconds": (lambda: begun().run(9, nan, STOP), "seconds: nan is not at least 0"),
    "mcts no seconds": (lambda: begun().run(9, -1, STOP), "seconds: -1 is not at least 0"),
    "left": (lambda: begun().run(9, 0, STOP, left=nan), "left: nan is not a number"),
    "mcts depth": (lambda: begun().run(9, 0, STOP, depth=-2), "depth: -2 is not 0 to"),
    "line": (lambda: begun().line(2**31), "first: 2147483648 is not a move of the position"),
    "line below": (lambda: begun().line(-1), "first: -1 is not 0 to"),
    "mcts unbegun": (lambda: Search(WEIGHTS, NET, MEMORY).run(9, 0, STOP), "call begin first"),
    # search/uct
    "uct chance": (lambda: search_uct(CHANCE, 9, 0, 1, 1, STOP), "chance decides here"),
    "uct over": (lambda: search_uct(ENDED, 9, 0, 1, 1, STOP), "the game is over"),
    "uct nodes": (lambda: search_uct(TURN, -9, 0, 1, 1, STOP), "nodes: -9 is not 0 to"),
    "uct seconds": (lambda: search_uct(TURN, 9, nan, 1, 1, STOP), "seconds: nan is not at least 0"),
    "uct bound": (lambda: search_uct(TURN, 9, 0, nan, 1, STOP), "exploration: nan is not 0 to"),
    "uct seed": (lambda: search_uct(TURN, 9, 0, 1, 2**64, STOP), "seed: 18446744073709551616 is"),
    # search/expectimax
    "memory": (lambda: Expectimax(WEIGHTS, NET, -5), "memory: -5 is not 0 to"),
    "much memory": (lambda: Expectimax(WEIGHTS, NET, 2**64 - 1), "memory: 18446744073709551615 is"),
    "width": (lambda: Expectimax(WEIGHTS, NET, MEMORY, width=0), "width: 0 is not a finite number"),
    "no width": (lambda: Expectimax(WEIGHTS, NET, MEMORY, width=nan), "width: nan is not a finite"),
    "chance": (lambda: deepened().begin(CHANCE, 1), "chance decides here"),
    "over": (lambda: deepened().begin(ENDED, 1), "the game is over"),
    "no depth": (lambda: deepened().search_depth(0, 9, 0, STOP), "depth: 0 is not 1 to 58"),
    "depth": (lambda: deepened().search_depth(MAX_DEPTH + 1, 9, 0, STOP), "depth: 59 is not"),
    "nodes": (lambda: deepened().search_depth(1, -1, 0, STOP), "nodes: -1 is not 0 to"),
    "seconds": (lambda: deepened().search_depth(1, 9, nan, STOP), "seconds: nan is not at least"),
    "without": (lambda: deepened().search_depth(1, 9, 0, STOP, [-1]), "without: -1 is not 0 to"),
    "without all": (
        lambda: deepened().search_depth(1, 9, 0, STOP, TURN.moves()),
        "without: no move is left to search",
    ),
    "unbegun": (
        lambda: Expectimax(WEIGHTS, NET, MEMORY).search_depth(1, 9, 0, STOP),
        "call begin first",
    ),
    "expect": (lambda: deepened().expect([2**31]), "move 2147483648 is not legal in the line"),
    "expect unbegun": (lambda: Expectimax(WEIGHTS, NET, MEMORY).expect([]), "call begin first"),
    # search/line_value
    "line move": (lambda: line_value(TURN, [7], WEIGHTS, NET, 1), "move 7 is not legal in the"),
    "line chance": (lambda: line_value(CHANCE, [], WEIGHTS, NET, 1), "chance decides here"),
    "line over": (lambda: line_value(ENDED, [], WEIGHTS, NET, 1), "the game is over"),
    "line seed": (lambda: line_value(TURN, [], WEIGHTS, NET, -1), "seed: -1 is not 0 to"),
    # search/next_turn
    "end move": (lambda: turn_end(TURN, [7], *JUDGES, 1), "move 7 is not legal in the"),
    "end chance": (lambda: turn_end(CHANCE, [], *JUDGES, 1), "chance decides here"),
    "end over": (lambda: turn_end(ENDED, [], *JUDGES, 1), "the game is over"),
    "end seed": (lambda: turn_end(TURN, [], *JUDGES, -1), "seed: -1 is not 0 to"),
    "no end": (lambda: end_shares(TURN, WEIGHTS, NET), "the turn has not ended"),
    "no deal": (lambda: next_turn_shares(TURN, *JUDGES, [1]), "no deal is due"),
    "no deal at last": (lambda: next_turn_shares(ENDED, *JUDGES, [1]), "no deal is due"),
    "deal seed": (lambda: next_turn_shares(CHANCE, *JUDGES, [1, -1]), "seeds: -1 is not 0 to"),
    # search/endgame
    "solver memory": (lambda: Solver(WEIGHTS, -1), "memory: -1 is not 0 to"),
    "solver width": (lambda: Solver(WEIGHTS, MEMORY, width=0), "width: 0 is not a finite number"),
    "much solver memory": (lambda: Solver(WEIGHTS, 2**63), "memory: 9223372036854775808 is not"),
    "solver turn": (
        lambda: Solver(WEIGHTS, MEMORY).solve(TURN, 0, 9, 0, STOP),
        "not a decision in",
    ),
    "guess": (lambda: Solver(WEIGHTS, MEMORY).solve(LAST, 10**5, 9, 0, STOP), "guess: 100000 is"),
    "solver nodes": (lambda: Solver(WEIGHTS, MEMORY).solve(LAST, 0, -1, 0, STOP), "nodes: -1 is"),
    "solver depth": (
        lambda: Solver(WEIGHTS, MEMORY).search_depth(LAST, 0, 0, 9, 0, STOP),
        "depth: 0 is not 1 to 127",
    ),
    "solver time": (lambda: Solver(WEIGHTS, MEMORY).solve(LAST, 0, 9, nan, STOP), "seconds: nan"),
    # search/evaluation
    "rows": (lambda: weights(after=[[0.0] * FEATURE_COUNT]), "after: 1 entries instead of 5"),
    "row": (lambda: weights(after=[[0.0]] * 5), r"after\[0\]: 1 entries instead of 44"),
    "weight": (lambda: weights(after=[[nan] * FEATURE_COUNT] * 5), r"after\[0\]: nan is not"),
    "keep": (lambda: weights(keep=-1), "keep: -1 is not 0 to"),
    "envy": (lambda: weights(envy=inf), "envy: inf is not -1e"),
    "later": (lambda: weights(later=[0.5]), "later: 1 entries instead of 2"),
    "spread": (lambda: weights(spread=[0.0] * 7), "spread: 0 is not a finite number above 0"),
    "net": (lambda: nets(nan), "number 0 of net 0 is not finite: nan"),
    "shape": (lambda: nets(shape=(NET_COUNT, 7)), "numbers, but 5 of 7"),
    "dtype": (lambda: Net(DOUBLES), "Buffer dtype mismatch"),
    # tools/training
    "one player": (lambda: play_game([WEIGHTS], 1), "players: 1 is not 2 to 5"),
    "six players": (lambda: play_game([WEIGHTS] * 6, 1), "players: 6 is not 2 to 5"),
    "explore": (lambda: play_game([WEIGHTS] * 2, 1, nan), "explore: nan is not 0 to 1"),
    "game seed": (lambda: play_game([WEIGHTS] * 2, -1), "seed: -1 is not 0 to"),
    "collect": (lambda: afterstate_data.collect(WEIGHTS, 9, 1, 1, 0), "players: 9 is not 2 to 5"),
    "games": (lambda: afterstate_data.collect(WEIGHTS, 2, -1, 1, 0), "games: -1 is not 0 to"),
    "part": (lambda: afterstate_data.collect(WEIGHTS, 2, 1, 1, 1.5), "explore: 1.5 is not 0 to 1"),
    "bytes": (lambda: label(afterstates()[:, 1:].copy()), "rows of 255 bytes instead of 256"),
    "state": (lambda: label(afterstates({251: 9})), "positions: row 0: "),
    "not an end": (
        lambda: label(np.array([afterstate_data.bytes_of(TURN)])),
        "row 0 is not the end of a turn",
    ),
    "label players": (lambda: label(afterstates(), players=3), "is of a game for 2, not 3"),
    "label deals": (lambda: label(afterstates(), deals=0), "deals: 0 is not 1 to"),
    "inputs": (lambda: afterstate_data.inputs(afterstates(), 4), "is of a game for 2, not 4"),
    "values": (lambda: afterstate_data.values(afterstates(), 200, NET), "players: 200 is not"),
    "state of": (lambda: afterstate_data.state_of(afterstates()[0, :9]), "9 bytes instead of 256"),
    "zeros": (
        lambda: afterstate_data.state_of(np.zeros(256, np.uint8)),
        "players: 0 is not 2 to 5",
    ),
    # tools/bench
    "random games": (lambda: random_games(6, 1, 1), "players: 6 is not 2 to 5"),
    "no games": (lambda: random_games(2, -1, 1), "games: -1 is not 0 to"),
    "sample": (lambda: Sample(-1), "seed: -1 is not 0 to"),
    "times": (lambda: Sample(1).clone(-1), "times: -1 is not 0 to"),
    "judged": (lambda: EvaluationSample(0, WEIGHTS, NET, 1), "players: 0 is not 2 to 5"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_number_that_cannot_be_is_refused(name: str) -> None:
    call, why = WRONG[name]
    with pytest.raises(ValueError, match=why):
        call()


NO_NUMBER: dict[str, tuple[Callable[[], object], str]] = {
    "state": (lambda: begun().begin(NONE, 1), "expected spyrium_ai.*State, got NoneType"),
    "weights": (lambda: Search(NONE, NET, MEMORY), "expected .*Weights, got NoneType"),
    "net": (lambda: Expectimax(WEIGHTS, NONE, MEMORY), "expected .*Net, got NoneType"),
    "policy": (
        lambda: rate_by_policy(TURN, WEIGHTS, NONE),
        "expected .*Policy, got NoneType",
    ),
    "policy inputs": (lambda: policy_inputs(NONE, WEIGHTS), "expected .*State, got NoneType"),
    "policy numbers": (lambda: Policy(NONE), "must not be None"),
    "mcts policy": (lambda: Search(WEIGHTS, NET, MEMORY, policy=TEXT), "expected .*Policy, got"),
    "expectimax policy": (
        lambda: Expectimax(WEIGHTS, NET, MEMORY, policy=TEXT),
        "expected .*Policy, got",
    ),
    "stop": (lambda: begun().run(9, 0, NONE), "expected .*StopFlag, got NoneType"),
    "uct": (lambda: search_uct(NONE, 9, 0, 1, 1, STOP), "expected .*State, got NoneType"),
    "solver": (lambda: Solver(NONE, MEMORY), "expected .*Weights, got NoneType"),
    "evaluate": (lambda: evaluation.evaluate(TURN, NONE), "expected .*Weights, got NoneType"),
    "rate": (lambda: one_ply.rate(NONE, WEIGHTS), "expected .*State, got NoneType"),
    "numbers": (lambda: Net(NONE), "must not be None"),
    "rows": (lambda: label(NONE), "must not be None"),
    "bytes": (lambda: afterstate_data.bytes_of(NONE), "expected .*State, got NoneType"),
    "text": (lambda: begun().run(9, TEXT, STOP), "seconds: '1' is not a number"),
    "nodes": (lambda: begun().run(TEXT, 0, STOP), "nodes: '1' is not a whole number"),
    "depth": (lambda: deepened().search_depth(NONE, 9, 0, STOP), "depth: None is not a whole"),
    "weight": (lambda: weights(keep="0"), "keep: '0' is not a number"),
    "player": (lambda: play_game([WEIGHTS, TEXT], 1), "Cannot convert str to .*Weights"),
}


@pytest.mark.parametrize("name", NO_NUMBER)
def test_what_is_of_another_kind_is_refused(name: str) -> None:
    call, why = NO_NUMBER[name]
    with pytest.raises(TypeError, match=why):
        call()


def test_numbers_of_numpy_are_numbers() -> None:
    players: Any = np.int8(3)
    nodes: Any = np.uint64(9)
    seconds: Any = np.float32(0)
    assert begun().run(nodes, seconds, STOP) == 9
    assert State.start(players).players == 3
    assert weights(keep=np.float64(0.5))
