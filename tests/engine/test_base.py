from __future__ import annotations

import math
from typing import ClassVar

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from spyrium_ai.cli import cli
from spyrium_ai.engine.base import Engine, Report, thousandths
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.options import Option, limit_options
from spyrium_ai.engine.registry import BUILTIN, make_engine
from spyrium_ai.engine.time_management import thinking_seconds
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import UsageError

OPTIONS = (
    Option("ponder", "check", False),
    Option("threads", "spin", 1, 1, 8),
    Option("style", "combo", "calm", choices=("calm", "wild")),
    Option("book", "string", ""),
    Option("c", "real", 0.7, -1.0, 2.0),
    Option("clear", "button"),
)


class Scripted(Engine):
    """Notes what it was told; refuses five threads when they are set."""

    name = "scripted"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def option_set(self, name: str) -> None:
        if self.values["threads"] == 5:
            raise ValueError("threads 5 is unlucky")
        self.heard.append(name)

    def choose(
        self, position: Position, limits: SearchLimits, stop: StopFlag, report: Report
    ) -> str:
        del limits, stop, report
        return position.legal()[0]


def dealt(players: int, seed: int) -> Position:
    """Return the first position of a game in which a player decides."""
    position, dealer = Position.start(players), Dealer(players, seed)
    while position.is_chance:
        position.apply(dealer.deal(position))
    return position


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("ponder", "true", True),
        ("ponder", "false", False),
        ("threads", "8", 8),
        ("style", "wild", "wild"),
        ("book", "", ""),
        ("book", "a  b=c", "a  b=c"),
        ("c", "-1", -1.0),
        ("c", "1.5e0", 1.5),
        ("clear", None, None),
    ],
)
def test_option_values(option: str, text: str | None, value: object) -> None:
    engine = Scripted()
    engine.set_option(option, text)
    assert engine.values[option] == value
    assert type(engine.values[option]) is type(value)
    assert engine.heard == [option]


@pytest.mark.parametrize(
    ("option", "text", "why"),
    [
        ("ponder", "True", "'True' is not one of: true, false"),
        ("threads", "0", "'0' is not a whole number from 1 to 8"),
        ("threads", "9" * 5000, "is not a whole number"),
        ("threads", "1.0", "is not a whole number"),
        ("threads", "01", "is not a whole number"),
        ("threads", "\u0663", "'\\u0663' is not a whole number"),
        ("threads", None, "threads needs a value"),
        ("threads", "5", "unlucky"),
        ("style", "Calm", "is not one of: calm, wild"),
        ("book", "\n", "is not printable ASCII text"),
        ("c", "nan", "'nan' is not a number from -1.0 to 2.0"),
        ("c", "1e999", "is not a number"),
        ("c", "", "is not a number"),
        ("clear", "now", "takes no value"),
        ("clear", "", "takes no value"),
        ("thread", "2", "no option 'thread'; did you mean 'threads'?"),
        ("zzz", "2", "one of: ponder, threads, style"),
    ],
)
def test_option_refusals_change_nothing(option: str, text: str | None, why: str) -> None:
    engine = Scripted()
    before = dict(engine.values)
    with pytest.raises(ValueError, match=r".") as caught:
        engine.set_option(option, text)
    assert why in str(caught.value)
    assert engine.values == before
    assert engine.heard == []


@pytest.mark.parametrize(
    "declare",
    [
        lambda: Option("two words", "check", False),
        lambda: Option("", "check", False),
        lambda: Option("x", "integer", 1),
        lambda: Option("x", "spin", 1),
        lambda: Option("x", "spin", 9, 0, 8),
        lambda: Option("x", "combo", "c", choices=("a", "b")),
    ],
)
def test_a_declaration_must_hold(declare: object) -> None:
    assert callable(declare)
    with pytest.raises(ValueError, match="option"):
        declare()


def test_an_option_declared_twice() -> None:
    class Twice(Scripted):
        options = (OPTIONS[0], OPTIONS[0])

    with pytest.raises(TypeError, match="twice"):
        Twice()


def test_default_limits_hold_only_where_none_is_named() -> None:
    class Limited(Scripted):
        options = (*OPTIONS, *limit_options(nodes=500, movetime=0))

    engine = Limited()
    assert engine.limits(SearchLimits(multipv=3)) == SearchLimits(nodes=500, multipv=3)
    for asked in (SearchLimits(depth=2), SearchLimits(infinite=True), SearchLimits(clock=(1, 1))):
        assert engine.limits(asked) == asked
    engine.set_option("nodes", "0")
    assert engine.limits(SearchLimits()).movetime == 1000
    engine.set_option("movetime", "70")
    assert engine.limits(SearchLimits()) == SearchLimits(movetime=70)
    assert Scripted().limits(SearchLimits()).movetime == 1000


def test_thinking_seconds() -> None:
    assert thinking_seconds(SearchLimits(), 1) is None
    assert thinking_seconds(SearchLimits(infinite=True), 1) is None
    assert thinking_seconds(SearchLimits(nodes=5, depth=3), 1) is None
    assert thinking_seconds(SearchLimits(movetime=1000), 1) == pytest.approx(0.99)
    assert thinking_seconds(SearchLimits(movetime=10), 1) == pytest.approx(0.009)
    assert thinking_seconds(SearchLimits(movetime=1), 1) == 0.001
    both = thinking_seconds(SearchLimits(movetime=50, clock=(10**6, 10**6)), 2)
    assert both == pytest.approx(0.045)


def test_a_later_turn_takes_a_larger_share_of_the_own_clock() -> None:
    shares = [
        thinking_seconds(SearchLimits(clock=(1, 60_000)), 2, turn) or 0.0 for turn in range(1, 7)
    ]
    assert shares == sorted(shares)
    assert 0.5 < shares[0] < 2
    assert thinking_seconds(SearchLimits(clock=(1, 60_000)), 1) == 0.001


@given(
    clock=st.integers(2000, 10**6),
    inc=st.integers(0, 10**5),
    per_turn=st.integers(1, 16),
    lag=st.integers(0, 4),
)
def test_no_flag_falls_in_a_whole_game(clock: int, inc: int, per_turn: int, lag: int) -> None:
    left = float(clock)
    for turn in range(1, 7):
        for _ in range(per_turn):
            seconds = thinking_seconds(SearchLimits(clock=(int(left),), inc=inc), 1, turn)
            assert seconds is not None
            left -= 1000 * seconds + lag
            assert left > 0
            left += inc


@given(st.lists(st.floats(0, 1), min_size=2, max_size=5).filter(lambda shares: sum(shares) > 1e-3))
def test_thousandths_add_up(shares: list[float]) -> None:
    values = thousandths(shares)
    assert sum(values) == 1000
    for value, share in zip(values, shares, strict=True):
        assert math.isclose(value, 1000 * share / sum(shares), abs_tol=1)


def test_random_depends_on_seed_and_position_alone() -> None:
    def game(seed: str) -> list[str]:
        position, dealer, moves = Position.start(3), Dealer(3, 7), list[str]()
        while not position.is_over:
            if position.is_chance:
                moves.append(dealer.deal(position))
            else:
                engine = make_engine("random", [f"seed={seed}"])
                moves.append(engine.choose(position, SearchLimits(), StopFlag(), print))
            position.apply(moves[-1])
        return moves

    assert game("1") == game("1")
    assert game("1") != game("2")


def test_random_is_uniform() -> None:
    position = dealt(2, 1)
    legal = position.legal()
    counts = dict.fromkeys(legal, 0)
    draws = 300 * len(legal)
    for seed in range(draws):
        engine = make_engine("random", [f"seed={seed}"])
        counts[engine.choose(position, SearchLimits(), StopFlag(), print)] += 1
    chi_square = sum((count - 300) ** 2 / 300 for count in counts.values())
    assert chi_square < len(legal) + 6 * math.sqrt(2 * len(legal))


@pytest.mark.parametrize("name", BUILTIN)
def test_builtin_engines_keep_the_conventions(name: str) -> None:
    engine = make_engine(name)
    assert engine.name == name
    assert "seed" in engine.values


@pytest.mark.parametrize(
    ("name", "settings", "why"),
    [
        ("randm", [], "no built-in engine 'randm'; did you mean 'random'?"),
        ("x", [], "one of: random"),
        ("random", ["sed=1"], "random: no option 'sed'; did you mean 'seed'?"),
        ("random", ["seed=-1"], "random: seed '-1' is not a whole number from 0 to"),
        ("random", ["seed"], "random: seed needs a value"),
    ],
)
def test_wrong_names_and_options(name: str, settings: list[str], why: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_engine(name, settings)
    assert why in str(caught.value)


def test_the_command_without_a_name_lists_the_engines() -> None:
    for arguments in (["engine"], ["engine", "--help"]):
        output = CliRunner().invoke(cli, arguments).output
        assert all(name in output for name in BUILTIN)
