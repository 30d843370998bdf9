"""The examination as a whole: engines in order, engines that die on the way, what is left over."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest
from support.examination import IMPATIENCE, examined
from support.misbehaving import misbehaving_spec
from support.processes import new_mark, wait_until_gone

from spyrium_ai.match.engine_pool import EnginePool
from spyrium_ai.match.settings import MatchSettings
from spyrium_ai.tools.doctor.catalogue import ALL, selected
from spyrium_ai.tools.doctor.checks.match import CLOCK
from spyrium_ai.tools.doctor.testbed.check import Check, Result
from spyrium_ai.tools.doctor.testbed.engine_under_test import EngineUnderTest
from spyrium_ai.tools.doctor.testbed.finding import Finding, Level
from spyrium_ai.tools.doctor.testbed.orphan_processes import left_behind
from spyrium_ai.util.errors import UsageError

GOOD = (Level.OK, Level.SKIPPED, Level.ADVICE)


def bad(results: dict[str, Result]) -> list[Result]:
    return [result for result in results.values() if result.level not in GOOD]


@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize("name", ["random", "heuristic"])
def test_built_in_players_keep_to_the_protocol(name: str) -> None:
    results = examined(name, ALL)
    assert list(results) == [check.name for check in ALL]
    assert not bad(results)


@pytest.mark.usefixtures("busy_machine")
def test_an_engine_that_works_on_after_its_time_is_late_on_a_busy_machine_too() -> None:
    results = examined(misbehaving_spec("spins"), selected(("movetime",)))
    assert results["movetime"].fault == "flag"
    assert "of processor time" in results["movetime"].reason


@pytest.mark.skipif(shutil.which("node") is None, reason="the program node is not installed")
@pytest.mark.usefixtures("busy_machine")
def test_an_engine_in_another_language_keeps_to_the_protocol() -> None:
    groups = ("start", "lines", "positions", "search", "bad-input", "extras", "ending")
    assert not bad(examined("tinker", selected(groups)))


def test_a_crash_does_not_end_the_examination() -> None:
    results = examined(misbehaving_spec("dies-of-bytes"), selected(("garbage", "extras", "quits")))
    assert results["garbage"].level is Level.FAIL
    assert results["garbage"].fault == "crash"
    assert "UnicodeDecodeError" in "".join(results["garbage"].log)
    assert {results[name].level for name in ("legal", "show", "result", "quits")} == {Level.OK}


def test_an_engine_that_hangs_costs_its_patience_and_no_more() -> None:
    results = examined(misbehaving_spec("stall"), selected(("choice", "isready")), IMPATIENCE)
    assert results["choice"].fault == "stall"
    assert results["isready"].level is Level.OK


def test_deadlines_do_not_move_with_the_output() -> None:
    results = examined(misbehaving_spec("chatter"), selected(("choice",)), IMPATIENCE)
    assert "no `bestmove` within" in results["choice"].reason


def test_a_flood_is_a_fault_of_the_protocol() -> None:
    results = examined(misbehaving_spec("flood"), selected(("choice",)))
    assert results["choice"].fault == "protocol"
    assert "without an answer" in results["choice"].reason


def test_an_engine_that_does_not_start_is_not_examined_further() -> None:
    results = examined(misbehaving_spec("stillborn"), ALL)
    first, *others = results.values()
    assert first.level is Level.FAIL
    assert "no licence" in "".join(first.log)
    assert len(others) == len(ALL) - 1
    assert {(result.level, result.is_moot) for result in others} == {(Level.SKIPPED, True)}


def test_options_of_the_spec_are_set_and_checked() -> None:
    assert not bad(examined("random:seed=5", selected(("isready",))))
    with pytest.raises(UsageError, match=r"no option 'sead'; did you mean 'seed'\?"):
        examined("random:sead=5", selected(("isready",)))


def test_its_own_limits_do_not_slow_the_examination_down(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[MatchSettings] = []

    class Pool(EnginePool):
        def __init__(self, terms: MatchSettings, idle: int) -> None:
            seen.append(terms)
            super().__init__(terms, idle)

    monkeypatch.setattr("spyrium_ai.tools.doctor.checks.match.EnginePool", Pool)
    assert not bad(examined("random:movetime=60000", selected(("against-random",))))
    assert [seen[0].limits_of(player) for player in seen[0].players] == [CLOCK, CLOCK]


def levels(results: dict[str, Result], level: Level) -> list[str]:
    return [name for name, result in results.items() if result.level is level]


@pytest.mark.usefixtures("busy_machine")
def test_a_mistake_is_named_once_by_the_check_whose_business_it_is() -> None:
    results = examined(misbehaving_spec("illegal-always"), ALL)
    assert [result.check.name for result in bad(results)] == ["choice"]
    unjudged = {name for name, result in results.items() if result.see == "choice"}
    assert {"crlf", "line-in-pieces", "game-2", "stop-at-once", "info-form", "leaves-nothing"} <= (
        unjudged
    )
    assert unjudged <= set(levels(results, Level.SKIPPED))
    assert results["crlf"].reason == "not judged: an illegal move, see the check `choice`"


@pytest.mark.parametrize(
    "misbehaviour", ["one-game", "deaf", "needs-a-choice", "short-buffer", "own-seat"]
)
def test_of_several_checks_that_find_the_same_one_names_it(misbehaviour: str) -> None:
    names = {
        "one-game": "newgame-again",
        "deaf": "stop",
        "needs-a-choice": "one-legal-move",
        "short-buffer": "long-position",
        "own-seat": "any-seat",
    }
    groups = ("lines", "positions", "games", "search")
    results = examined(misbehaving_spec(misbehaviour), selected(groups))
    assert [result.check.name for result in bad(results)] == [names[misbehaviour]]
    assert any(result.see == names[misbehaviour] for result in results.values())


@pytest.mark.parametrize("misbehaviour", ["illegal-always", "wordy"])
def test_one_check_alone_is_not_blamed_for_another_mistake(misbehaviour: str) -> None:
    results = examined(misbehaving_spec(misbehaviour), selected(("crlf",)))
    assert list(results) == ["starts", "crlf"]
    assert (results["crlf"].level, results["crlf"].see) == (Level.SKIPPED, "choice")


def test_a_different_mistake_is_not_hidden_by_a_basic_one() -> None:
    results = examined(misbehaving_spec("dies-of-bytes"), selected(("choice", "garbage")))
    assert levels(results, Level.FAIL) == ["garbage"]


@pytest.mark.usefixtures("busy_machine")
def test_lines_that_end_in_crlf_are_judged_in_a_game_that_has_begun() -> None:
    results = examined(misbehaving_spec("needs-newgame"), ALL)
    assert [result.check.name for result in bad(results)] == ["before-newgame"]


def scripted(*levels: Level) -> tuple[Check, list[int]]:
    """Return a check that comes to these levels in turn, and the rounds in which it was made."""
    rounds: list[int] = []

    def comes_to(engine: EngineUnderTest) -> None:
        rounds.append(engine.round)
        level = levels[len(rounds) - 1]
        if level is not Level.OK:
            raise Finding(level, level)

    return Check("scripted", "none", "", "", comes_to), rounds


def test_of_repeated_checks_the_worst_counts() -> None:
    check, rounds = scripted(Level.OK, Level.WARNING, Level.ADVICE, Level.OK)
    assert examined("random", [check], repeat=4)["scripted"].level is Level.WARNING
    assert rounds == [0, 1, 2, 3]


def test_a_failure_is_the_worst_and_ends_the_repetition() -> None:
    check, rounds = scripted(Level.OK, Level.FAIL, Level.OK)
    assert examined("random", [check], repeat=3)["scripted"].level is Level.FAIL
    assert rounds == [0, 1]


def test_no_process_outlives_the_examination() -> None:
    for misbehaviour in ("deaf", "child", "stubborn"):
        mark = new_mark()
        examined(
            misbehaving_spec(misbehaviour, mark=mark), selected(("stop", "leaves-nothing", "quits"))
        )
        assert not wait_until_gone(mark), misbehaviour


def test_names_select_checks_and_groups_and_always_the_first() -> None:
    assert [check.name for check in selected(("movetime",))] == ["starts", "movetime"]
    assert {check.group for check in selected(("games",))} == {"start", "games"}
    assert selected(()) == ALL
    with pytest.raises(UsageError, match="did you mean 'movetime'"):
        selected(("movetme",))


def test_what_a_session_leaves_behind_is_found() -> None:
    code = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'input()'])"
    parent = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, start_new_session=True
    )
    with parent:
        parent.wait()
        found = left_behind(parent.pid, 0.0)
        assert found is None or len(found) == 1
    assert not left_behind(parent.pid, 5.0)
