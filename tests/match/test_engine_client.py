from __future__ import annotations

import sys
import time

import pytest
from support.engine_clients import DEALT, IMPATIENCE, PATIENCE, QUICK, Start
from support.misbehaving import misbehaving
from support.processes import new_mark, wait_until_gone

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.protocol.go import go_command
from spyrium_ai.match.process.engine_client import EngineClient
from spyrium_ai.match.process.engine_process import End, EngineProcess, Line
from spyrium_ai.match.process.faults import (
    EngineCrash,
    EngineStall,
    FlagFall,
    IllegalChoice,
    PlayerFault,
    ProtocolFault,
    protocol_lines,
)
from spyrium_ai.match.process.timeouts import Timeouts

NEXT_LINE = EngineProcess.next_line


def test_conversation(start: Start) -> None:
    client = start("no-info")
    assert str(client.identity) == "misbehaving 7"
    assert client.options["style"].choices == ("calm", "bold")
    assert (client.options["seed"].min, client.options["seed"].max) == (0, 9999)
    client.set_option("seed", "12")
    client.new_game(2, 1)
    client.ready()
    client.position(DEALT)
    answer = client.go(SearchLimits(nodes=1), 1)
    assert answer.move == "II:event:pay1"
    assert 0 < answer.seconds < PATIENCE.move
    assert answer.info is None


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        ("crash", EngineCrash, "ended with exit status 3"),
        ("segfault", EngineCrash, "was killed by SIGSEGV"),
        ("orphan", EngineCrash, "ended with exit status 0"),
        ("closes-output", EngineCrash, "closed its output, and still runs"),
        ("stall", EngineStall, "no bestmove in time, nor after `stop`"),
        ("late", FlagFall, "too late"),
        ("error", ProtocolFault, "answered 'error go: I would rather not'"),
        ("wordy", ProtocolFault, "not `bestmove M`"),
        ("flood", ProtocolFault, "lines, "),
        ("longline", ProtocolFault, "a line of more than 65536 bytes"),
    ],
)
def test_faults(start: Start, fault: str, kind: type[PlayerFault], reason: str) -> None:
    client = start(fault, patience=IMPATIENCE if kind is EngineStall else PATIENCE)
    client.position(DEALT)
    limits = SearchLimits(movetime=60_000) if kind in {EngineCrash, ProtocolFault} else QUICK
    with pytest.raises(kind) as caught:
        client.go(limits, 1)
    assert reason in caught.value.reason
    assert caught.value.command == go_command(limits)
    assert not client.is_running
    if fault == "crash":
        assert "! the engine falls over" in caught.value.log
        assert f"> position {DEALT}" in caught.value.log
        assert any("the engine falls over" in line for line in protocol_lines(caught.value))


def test_output_does_not_move_the_deadline(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    client = start("chatter", patience=IMPATIENCE)
    client.position(DEALT)
    items: list[Line | End | None] = []

    def next_line(process: EngineProcess, deadline: float) -> Line | End | None:
        items.append(NEXT_LINE(process, deadline))
        assert len(items) < 250  # a line takes 20 ms or more: less than 5 s, on a busy machine too
        return items[-1]

    monkeypatch.setattr(EngineProcess, "next_line", next_line)
    with pytest.raises(EngineStall):
        client.go(QUICK, 1)
    assert len(items) > 2


def test_without_a_time_limit_the_patience_ends_a_wait(start: Start) -> None:
    client = start("stall", patience=Timeouts(move=0.3, term=0.3))
    client.position(DEALT)
    with pytest.raises(EngineStall, match=r"no bestmove within 0\.3 s"):
        client.go(SearchLimits(nodes=5), 1)


def test_the_clock_of_the_seat_counts(start: Start) -> None:
    client = start("late")
    client.position(DEALT)
    with pytest.raises(FlagFall):
        client.go(SearchLimits(clock=(60000, 200)), 2)


@pytest.mark.parametrize("limits", [SearchLimits(movetime=200), SearchLimits(clock=(200, 1))])
def test_the_time_margin_is_the_same_for_movetime_and_clock(
    start: Start, limits: SearchLimits
) -> None:
    client = start("late", patience=Timeouts(margin=20))
    client.position(DEALT)
    assert client.go(limits, 1).seconds > 0.2


def test_garbage_is_passed_over(start: Start) -> None:
    client = start("garbage")
    client.position(DEALT)
    assert client.go(SearchLimits(nodes=1), 1).move == "II:event:pay1"


def test_an_answer_before_the_question_is_a_fault(start: Start) -> None:
    client = start("early")
    client.position(DEALT)
    client.go(SearchLimits(nodes=1), 1)
    client.position(DEALT)
    process = client._process
    while process and "< bestmove pass" not in process.log():
        time.sleep(0.01)
    with pytest.raises(ProtocolFault, match="`bestmove pass` without a `go`"):
        client.go(SearchLimits(nodes=1), 1)


def test_an_engine_starts_again_after_a_fault(start: Start) -> None:
    client = start("crash")
    client.position(DEALT)
    with pytest.raises(EngineCrash):
        client.go(SearchLimits(nodes=1), 1)
    with pytest.raises(EngineCrash, match="is not running"):
        client.ready()
    client.start()
    client.ready()


@pytest.mark.parametrize(
    ("fault", "kind", "reason"),
    [
        ("silent", EngineStall, "no spyriumok in time"),
        ("version-2", ProtocolFault, "'spyriumok 2' instead of `spyriumok 1`"),
        ("bad-option", ProtocolFault, "option width: the default '900' is not"),
    ],
)
def test_bad_handshakes(fault: str, kind: type[PlayerFault], reason: str) -> None:
    patience = Timeouts(start=0.5 if kind is EngineStall else PATIENCE.start)
    client = EngineClient(misbehaving(fault), patience)
    with pytest.raises(kind) as caught:
        client.start()
    assert reason in caught.value.reason
    assert not client.is_running


def test_a_banner_before_the_handshake_is_passed_over(start: Start) -> None:
    assert start("banner").identity.name == "misbehaving"


def test_a_program_that_is_no_engine() -> None:
    client = EngineClient([sys.executable, "-c", "print('hello')"], PATIENCE)
    with pytest.raises(EngineCrash, match="ended with exit status 0") as caught:
        client.start()
    assert "< hello" in caught.value.log


def test_a_program_that_cannot_be_run() -> None:
    with pytest.raises(EngineCrash, match="exit status 127"):
        EngineClient(["/nonexistent/engine"], PATIENCE).start()


def test_an_engine_that_does_not_read_is_a_stall() -> None:
    script = "print('spyriumok 1', flush=True); import time; time.sleep(60)"
    client = EngineClient([sys.executable, "-c", script], Timeouts(ready=0.5, quit=0.1))
    client.start()
    client.position("x" * 60_000)
    with pytest.raises(EngineStall, match="does not read its input"):
        client.position("x" * 60_000)


def test_an_engine_that_has_closed_its_input_is_no_broken_pipe() -> None:
    script = "import os, time; print('spyriumok 1', flush=True); os.close(0); time.sleep(60)"
    client = EngineClient([sys.executable, "-c", script], Timeouts(ready=0.5, quit=0.1))
    client.start()
    with pytest.raises(EngineStall, match="no readyok in time"):
        client.ready()


@pytest.mark.parametrize("fault", ["stubborn", "orphan", "stall"])
def test_nothing_is_left_behind(fault: str) -> None:
    mark = new_mark()
    client = EngineClient(misbehaving(fault, mark=mark), Timeouts(quit=0.3, term=0.3, late=0.3))
    client.start()
    client.position(DEALT)
    if fault == "stubborn":
        client.go(SearchLimits(nodes=1), 1)
    else:
        with pytest.raises(PlayerFault):
            client.go(QUICK, 1)
    client.close()
    assert wait_until_gone(mark) == []


def test_a_fault_while_another_thread_closes_the_engine(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = start()
    monkeypatch.setattr(client._process, "write", lambda *_: client.fail(EngineCrash, "meanwhile"))
    client.close()
    assert not client.is_running


def test_a_fault_that_the_caller_has_found(start: Start) -> None:
    client = start()
    fault = client.fail(IllegalChoice, "'x' is not a legal move")
    assert (fault.kind, fault.command) == ("illegal", "isready")
    assert fault.log[-1] == "< readyok"
    assert not client.is_running


def test_what_an_engine_writes_cannot_act_on_a_terminal() -> None:
    client = EngineClient(("printf", r"\033[2J\thome\n"), PATIENCE)
    with pytest.raises(EngineCrash) as caught:
        client.start()
    assert r"< \x1b[2J home" in caught.value.log


def test_a_command_with_a_nul_is_told() -> None:
    with pytest.raises(EngineCrash, match="cannot be started: embedded null byte"):
        EngineClient(("sh\0",), PATIENCE).start()
