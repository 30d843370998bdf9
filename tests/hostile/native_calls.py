"""Values of any kind into what is compiled: an error that says so, and never a crash."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from hostile.fuzzing import Fuzzer
from hostile.zygote import complaint, run
from support.engine_cases import positions
from support.position_lines import BETWEEN

from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.moves import MoveFields, pack_move, unpack_move
from spyrium_ai.game.rules.state_class import State
from spyrium_ai.search.endgame.solver import Solver
from spyrium_ai.search.evaluation import evaluation, one_ply
from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT, Weights
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE, Net
from spyrium_ai.search.expectimax import Expectimax
from spyrium_ai.search.line_value import line_value
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.search.uct import search_uct
from spyrium_ai.search.weights import load_net, load_weights
from spyrium_ai.tools.training import afterstate_data
from spyrium_ai.tools.training.selfplay import play_game

REFUSED = (TypeError, ValueError, OverflowError, MemoryError)  # MemoryError: of a large `memory`
VALUES: tuple[Any, ...] = (
    *(0, 1, -1, 2, 3, 5, 6, 12, 58, 59, 127, 128, 255, 256, 1000, 65_535, 65_536),
    *(2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, 2**63, 2**64, -(2**31) - 1, -(2**63), 10**400),
    *(True, False, None, 0.0, 0.5, -0.5, 1e308, 1e-308, math.inf, -math.inf, math.nan),
    *("", "1", "pass", "\ud800", "x" * 10_000, "2 0 - ?", BETWEEN),
)
MEMORY = 1 << 20

Call = tuple[str, list[Any]]


class Native:
    """The calls by name, each with what it needs besides the values."""

    def __init__(self) -> None:
        self.weights, self.net = load_weights(2), load_net(2)
        games = positions(2, seed=3, every=1)
        self.turn = games[3].state
        self.last = next(game for game in games if game.turn == 6).state
        self.chance, self.start = Position.parse(BETWEEN).state, State.start(2)
        self.stop = StopFlag()
        self.stop.set()  # a search that is allowed to last ends at once
        self.calls: dict[str, tuple[Callable[..., object], int]] = {
            "State.start": (self._begun, 1),
            "State.apply": (lambda move: self._lives(self.turn.copy(), "apply", move), 1),
            "State.set_up": (lambda *x: self._lives(self.start.copy(), "set_up", *x), 3),
            "State.deal": (lambda *x: self._lives(self.chance.copy(), "deal", *x), 3),
            "State.deal one": (self._deal, 5),
            "State.from_data": (self._from_data, 3),
            "State.sample": (self.chance.sample, 1),
            "State.play_out": (lambda seed: self.turn.copy().play_out(seed), 1),
            "pack_move": (self._packed, 4),
            "unpack_move": (unpack_move, 1),
            "Position.start": (Position.start, 1),
            "Position.parse": (lambda text: Position.parse(str(text)), 1),
            "Position.apply": (lambda move: Position.start(3).apply(str(move)), 1),
            "Search": (self._search, 6),
            "Search.begin": (lambda seed: self._begun_search().begin(self.turn, seed), 1),
            "Search.run": (self._run, 4),
            "Search.line": (lambda first: self._begun_search().line(first), 1),
            "search_uct": (self._uct, 4),
            "Expectimax": (self._expectimax, 3),
            "Expectimax.search_depth": (self._depth, 4),
            "Expectimax.expect": (lambda *line: self._expect().expect(list(line)), 2),
            "line_value": (
                lambda move, seed: line_value(self.turn, [move], self.weights, self.net, seed),
                2,
            ),
            "Solver": (lambda memory: Solver(self.weights, memory), 1),
            "Solver.solve": (self._solve, 3),
            "Weights": (self._weights, 2),
            "Net": (lambda x: Net(np.full((NET_COUNT, NET_SIZE), x, np.float32)), 1),
            "evaluate": (lambda x: evaluation.evaluate(x, self.weights), 1),
            "rate": (lambda x: one_ply.rate(self.turn, x), 1),
            "play_game": (lambda s, e: play_game([self.weights] * 2, s, e), 2),
            "state_of": (self._afterstate, 4),
            "label": (self._label, 4),
        }

    def make(self, name: str, values: list[Any]) -> None:
        """Make a call; any other error than those of `REFUSED` goes through."""
        with suppress(*REFUSED):
            self.calls[name][0](*values)

    @staticmethod
    def _lives(state: State, method: str, *values: Any) -> None:
        """Call the method, and use the state that is left, whether it was refused or not."""
        with suppress(*REFUSED):
            getattr(state, method)(*values)
        State.from_data(state.data())
        for move in state.moves():
            state.copy().apply(move)
        if state.seat is not None:
            state.play_out(1)

    def _begun(self, players: Any) -> None:
        self._lives(State.start(players), "sample", 1)

    def _deal(self, at: Any, card: Any, token: Any, event: Any, last: Any) -> None:
        market = list(self.chance.sample(1)[1])
        market[_number(at) % 9] = (card, (token,))
        self._lives(self.chance.copy(), "deal", tuple(market), event, last)

    def _from_data(self, at: Any, inner: Any, value: Any) -> None:
        data = self.turn.data()
        fields = data._fields
        name = fields[_number(at) % len(fields)]
        if name == "seats":
            seat = data.seats[0]
            of = seat._fields[_number(inner) % len(seat._fields)]
            value = (seat._replace(**{of: _like(getattr(seat, of), value)}), *data.seats[1:])
        else:
            value = _like(getattr(data, name), value)
        self._lives(State.from_data(data._replace(**{name: value})), "apply", 0)

    @staticmethod
    def _packed(at: Any, value: Any, other: Any, more: Any) -> None:
        fields = MoveFields(kind=("place", "activate", "money", "pass", "event")[_number(at) % 5])
        names = fields._fields
        changed = {
            names[_number(other) % len(names)]: value,
            names[_number(more) % len(names)]: other,
        }
        unpack_move(pack_move(fields._replace(**changed)))

    def _search(self, memory: Any, *rest: Any) -> None:
        search = Search(self.weights, self.net, memory, *rest)
        search.begin(self.turn, 1)
        search.run(9, 0, self.stop)

    def _begun_search(self) -> Search:
        search = Search(self.weights, self.net, MEMORY)
        search.begin(self.turn, 1)
        search.run(9, 0, StopFlag())
        return search

    def _run(self, nodes: Any, seconds: Any, left: Any, depth: Any) -> None:
        self._begun_search().run(nodes, seconds, self.stop, left, depth)

    def _uct(self, nodes: Any, seconds: Any, exploration: Any, seed: Any) -> None:
        search_uct(self.turn, nodes, seconds, exploration, seed, self.stop)

    def _expectimax(self, memory: Any, rivals: Any, width: Any) -> None:
        search = Expectimax(self.weights, self.net, memory, rivals, width)
        search.begin(self.turn, 1)
        search.search_depth(1, 9, 0, self.stop)

    def _expect(self) -> Expectimax:
        search = Expectimax(self.weights, self.net, MEMORY)
        search.begin(self.turn, 1)
        return search

    def _depth(self, depth: Any, nodes: Any, seconds: Any, move: Any) -> None:
        self._expect().search_depth(depth, nodes, seconds, self.stop, [move])

    def _solve(self, guess: Any, nodes: Any, seconds: Any) -> None:
        Solver(self.weights, MEMORY).solve(self.last, guess, nodes, seconds, self.stop)

    def _weights(self, at: Any, value: Any) -> None:
        right: list[Any] = [[[0.0] * FEATURE_COUNT] * 5, 0.5, [0.75, 0.75], 0.9, [5.0] * 7]
        place = _number(at) % 5
        right[place] = _like(right[place], value)
        evaluation.evaluate(self.turn, Weights(*right))

    def _afterstate(self, *changes: Any) -> Any:
        """Return the bytes of the end of a turn, changed, if they are a position at all."""
        rows = np.array([afterstate_data.bytes_of(self.chance)])
        for at, byte in zip(changes[::2], changes[1::2], strict=True):
            rows[0, _number(at) * 7 % 256] = _number(byte) % 256
        self._lives(afterstate_data.state_of(rows[0]), "sample", 1)
        return rows

    def _label(self, *changes: Any) -> None:
        rows = self._afterstate(*changes)
        afterstate_data.label(rows, 2, self.weights, self.net, 1, 1)


def _number(value: Any) -> int:
    """Return a number that stands for the value, the same in every process."""
    return value if isinstance(value, int) else len(repr(value))


def _like(there: Any, value: Any) -> Any:
    """Return the value, in a list of the same shape where a list is."""
    if isinstance(there, (tuple, list)) and there and value is not None:
        rest = [_like(there[0], value), *there[1:]]
        return type(there)(rest) if type(there) in {tuple, list} else value
    return value


class NativeCalls(Fuzzer):
    """Calls what is compiled, in a process of its own; a part is a call."""

    name = "native"
    short: ClassVar[int] = 30

    def __init__(self) -> None:
        self._native: Native | None = None

    def draw(self, luck: random.Random) -> list[Call]:
        self._native = self._native or Native()
        arity = {name: count for name, (_, count) in self._native.calls.items()}
        names = luck.choices(list(arity), k=20)
        return [(name, [_value(luck) for _ in range(arity[name])]) for name in names]

    def check(self, parts: Sequence[Call], folder: Path) -> str:
        words = ["@hostile.native_calls:make_calls", json.dumps(list(parts))]
        return complaint(run(words, folder), codes=(0,))


def _value(luck: random.Random) -> Any:
    if luck.random() < 0.3:
        return luck.randrange(-3, 300)
    return luck.choice((*VALUES, luck.getrandbits(31), luck.getrandbits(64), [], [1], {}))


def make_calls(calls: str) -> None:
    """Make the calls, given as JSON."""
    native = Native()
    for name, values in json.loads(calls):
        native.make(name, values)
