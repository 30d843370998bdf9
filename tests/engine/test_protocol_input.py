from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.engine_conversation import START, InProcess, Patient

from spyrium_ai.engine.protocol.server import serve
from spyrium_ai.game.position import Position


@pytest.fixture
def engine() -> Patient:
    return Patient()


@pytest.fixture
def talk(engine: Patient) -> Iterator[InProcess]:
    with InProcess(engine) as conversation:
        yield conversation


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("nonsense", "error nonsense: unknown command"),
        ("SHOW", "error SHOW: unknown command"),
        ("show me", "error show: unknown word 'me'"),
        ("spyrium 1", "error spyrium: unknown word '1'"),
        ("isready x", "error isready: unknown word 'x'"),
        ("quit now", "error quit: unknown word 'now'"),
        ("setoption", "error setoption: expected: setoption name N value V"),
        ("setoption level", "error setoption: expected: setoption name N value V"),
        ("setoption name level 4", "error setoption: unknown word '4'"),
        ("setoption name level", "error setoption: level needs a value"),
        ("setoption name level value", "error setoption: level ''"),
        ("setoption name level value 10", "error setoption: level '10'"),
        ("setoption name level value 3 4", "error setoption: level '3 4'"),
        ("setoption name lvl value 3", "error setoption: no option 'lvl'; did you mean 'level'?"),
        ("setoption name clear value 3", "error setoption: clear is a button"),
        ("newgame", "error newgame: expected: newgame players N"),
        ("newgame players", "error newgame: a value is missing after players"),
        ("newgame players 6", "error newgame: players '6'"),
        ("newgame players 2 seat 3", "error newgame: seat '3'"),
        ("newgame players 2 players 2", "error newgame: players comes twice"),
        ("newgame players 2 chair 1", "error newgame: unknown word 'chair'"),
        ("position", "error position: a position is missing"),
        ("position start", "error position: the number of players is missing"),
        ("position start 1", "error position: players '1'"),
        ("position start 02", "error position: players '02'"),
        ("position start 3", "error position: players 3, but newgame said 2"),
        (f"position {Position.start(3)}", "error position: players 3, but newgame said 2"),
        ("position start 2 pass", "error position: unknown word 'pass' after the position"),
        (f"position {Position.start(2)} pass", "error position: unknown word 'pass'"),
        ("position 2 0 - ?", "error position: "),
        ("position startpos", "error position: players 'startpos'"),
        (f"position {START} fly:a1b1", "error position: move 3 'fly:a1b1'"),
        (f"position {START} place:a1b1 moves", "error position: move 4 'moves'"),
        ("position start 2 moves setup:3:E4", "error position: move 1 'setup:3:E4'"),
        ("go fast", "error go: unknown word 'fast'"),
        ("go nodes", "error go: a value is missing after nodes"),
        ("go nodes 5 nodes 6", "error go: nodes comes twice"),
        ("go infinite infinite", "error go: infinite comes twice"),
        ("go nodes -5", "error go: nodes '-5'"),
        ("go nodes 0", "error go: nodes '0'"),
        (f"go nodes {'9' * 60_000}", "error go: nodes '9999999"),
        ("go nodes 1e3", "error go: nodes '1e3'"),
        ("go movetime 99999999999999", "error go: movetime"),
        ("go depth x", "error go: depth 'x'"),
        ("go clock 5", "error go: clock '5' has 1 times for 2 players"),
        ("go clock 5,-1", "error go: clock '-1'"),
        ("go clock 5,,6", "error go: clock '5,,6' has 3 times"),
        ("go inc 5", "error go: inc without clock"),
        ("go multipv 0", "error go: multipv '0'"),
        ("show\0", "error line: 'show\\x00' is not printable"),
        ("show \u2713", "error line: "),
        (b"sh\rw", "error line: 'sh\\rw' is not printable"),
        (b"x" * 65_537, "error line: the line 'xxxxx"),
        (b"show" + b" " * 70_000 + b"show", "error line: the line 'show "),
        (b"y" * 200_000, "error line: the line 'yyyyy"),
    ],
)
def test_one_error_and_nothing_changes(
    talk: InProcess, engine: Patient, line: str | bytes, why: str
) -> None:
    before = talk.ask("newgame players 2 seat 1", f"position {START}", "show")
    answers = talk.ask(line)
    assert len(answers) == 1
    assert answers[0].startswith(why)
    assert len(answers[0]) < 600
    assert talk.ask("show") == before
    assert engine.values == Patient().values
    assert engine.games == [(2, 1)]
    assert engine.asked == []


def test_harmless_forms(talk: InProcess, engine: Patient) -> None:
    assert (
        talk.ask("", "   ", "\t", b"\r", b"show\r", b"  show \t", b"show" + b" " * 65_532)
        == [f"position {Position.start(2)}"] * 3
    )
    assert talk.ask("setoption  name level  value   7 ", "setoption name clear") == []
    assert engine.values["level"] == 7
    talk.send(f"position  {START.replace(' ', '  ')}", "go  nodes 1 infinite", "stop")
    assert talk.until("bestmove")
    talk.send("go inc 1 clock 5,6 nodes 1", "isready")
    assert talk.until("bestmove")


def test_a_last_line_without_an_end() -> None:
    output = io.BytesIO()
    serve(Patient(), io.BytesIO(b"isready\nshow"), output)
    assert output.getvalue().decode() == f"readyok\nposition {Position.start(2)}\n"


COMMANDS = (
    "spyrium",
    "isready",
    "setoption name level value 3",
    "newgame players 3 seat 2",
    "position start 2 moves setup:1:E4",
    f"position {Position.start(3)}",
    "legal",
    "show",
    "result",
)


@st.composite
def garbage(draw: st.DrawFn) -> bytes:
    """Return a line of any bytes, or a command with a few bytes changed."""
    if draw(st.booleans()):
        return draw(st.binary(max_size=300)).replace(b"\n", b"")
    line = bytearray(draw(st.sampled_from(COMMANDS)).encode())
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(line)))
        line[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=3))
    return bytes(line).replace(b"\n", b" ")


@settings(max_examples=300, deadline=None)
@given(lines=st.lists(garbage(), max_size=8))
def test_garbage_never_kills_it(lines: list[bytes]) -> None:
    engine, output = Patient(), io.BytesIO()
    asked = [b"position " + START.encode(), b"show"]
    for line in lines:
        asked += [line, b"isready", b"show"]
    serve(engine, io.BytesIO(b"\n".join(asked)), output)
    answers = output.getvalue().decode("ascii").splitlines()
    if any(line.split() == [b"quit"] for line in lines):
        return
    state = answers.pop(0)
    for _ in lines:
        end = answers.index("readyok")
        told, answers = answers[:end], answers[end + 1 :]
        if answers[0] == "readyok":  # the line itself was isready
            answers.pop(0)
        shown = answers.pop(0)
        if any(line.startswith("error") for line in told):
            assert len(told) == 1
            assert shown == state
        state = shown
    assert answers == []
