from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from support.engine_conversation import START, InProcess, Patient
from support.program import PATIENCE

from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.engine.protocol.server import serve
from spyrium_ai.engine.registry import make_engine
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position
from spyrium_ai.search.stop_flag import StopFlag


@pytest.fixture
def engine() -> Patient:
    return Patient()


@pytest.fixture
def talk(engine: Patient) -> Iterator[InProcess]:
    with InProcess(engine) as conversation:
        yield conversation


def played(players: int, seed: int) -> list[str]:
    """Return all moves and deals of a random game."""
    position, dealer, moves = Position.start(players), Dealer(players, seed), list[str]()
    random = make_engine("random", [f"seed={seed}"])
    while not position.is_over:
        if position.is_chance:
            moves.append(dealer.deal(position))
        else:
            moves.append(random.choose(position, SearchLimits(), StopFlag(), print))
        position.apply(moves[-1])
    return moves


def test_who_it_is(talk: InProcess) -> None:
    assert talk.ask("spyrium") == [
        "id name patient",
        "id author unknown",
        "id version 0",
        (
            "option name odd type combo default no"
            " var no var raise var exit var illegal var poor var deaf var refuse"
        ),
        "option name level type spin default 1 min 0 max 9",
        "option name clear type button",
        "spyriumok 1",
    ]


def test_the_start_and_what_newgame_changes(talk: InProcess, engine: Patient) -> None:
    assert talk.ask("show", "legal", "result") == [
        f"position {Position.start(2)}",
        "legal",
        "result -",
    ]
    talk.ask("newgame players 4 seat 3", "newgame players 3")
    assert engine.games == [(4, 3), (3, None)]
    assert talk.ask("show") == [f"position {Position.start(3)}"]


def test_positions_line_by_line_through_a_game(talk: InProcess) -> None:
    moves = played(2, 3)
    position = Position.start(2)
    for count, move in enumerate(moves, 1):
        position.apply(move)
        answers = talk.ask(f"position start 2 moves {' '.join(moves[:count])}", "show", "legal")
        assert answers == [f"position {position}", " ".join(["legal", *position.legal()])]
    assert talk.ask("result") == [f"result {' '.join(map(str, position.scores()))}"]
    assert talk.ask("go") == ["error go: the game is over"]
    # Back to the middle, by moves and by the position's own line.
    middle = Position.start(2)
    for move in moves[:10]:
        middle.apply(move)
    for command in (f"start 2 moves {' '.join(moves[:10])}", f"{middle}", f"{middle} moves"):
        assert talk.ask(f"position {command}", "show") == [f"position {middle}"]
    middle.apply(moves[10])
    talk.ask(f"position  {middle} moves")
    assert talk.ask("show") == [f"position {middle}"]


def test_only_new_moves_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = max((played(5, seed) for seed in range(6)), key=len)
    lines = [f"position start 5 moves {' '.join(moves[:n])}\n" for n in range(1, len(moves) + 1)]
    made, apply = list[str](), Position.apply

    def noted(position: Position, move: str) -> None:
        made.append(move)
        apply(position, move)

    monkeypatch.setattr(Position, "apply", noted)
    output = io.BytesIO()
    serve(make_engine("random"), io.BytesIO("".join([*lines, "show\n"]).encode()), output)
    assert made == moves
    position = Position.start(5)
    for move in moves:
        position.apply(move)
    assert output.getvalue().decode() == f"position {position}\n"


def test_a_search_with_info(talk: InProcess, engine: Patient) -> None:
    talk.send(f"position {START}", "go movetime 5 clock 60000,3 inc 9 nodes 4 depth 2 multipv 2")
    assert talk.until("bestmove") == [
        (
            "info depth 2 seldepth 3 nodes 7 time 5 nps 1400 multipv 1 value 400 600"
            " points 12.0 10.0 pv place:c2c3 string caf\\xe9 "
        ),
        "bestmove place:c2c3",
    ]
    assert engine.asked == [SearchLimits(5, (60000, 3), 9, 4, 2, False, 2)]
    assert "place:c2c3" in talk.ask("legal")[0]  # the engine's moves were made on a copy


def test_stop_isready_and_what_waits(talk: InProcess, engine: Patient) -> None:
    talk.send(f"position {START}", "go infinite")
    assert engine.searching.wait(PATIENCE)
    talk.send("show", "nonsense", b"\xff", "setoption name level value 3", "stop now", "isready")
    answers = talk.until("readyok")
    assert [line.split()[0] for line in answers] == ["info", "readyok"]
    talk.send("stop")
    assert talk.line() == "bestmove place:c2c3"
    assert talk.line().startswith("position 2 1 ")
    assert talk.line().startswith("error nonsense: unknown command")
    assert talk.line() == "error line: '\\xff' is not printable ASCII"
    assert talk.line() == "error stop: unknown word 'now'"
    assert talk.ask("stop") == []
    assert engine.values["level"] == 3


def test_two_searches_in_one_breath(talk: InProcess, engine: Patient) -> None:
    talk.send(f"position {START}", "go infinite", "go infinite", "stop")
    assert talk.until("bestmove")
    assert talk.until("info")
    talk.send("stop")
    assert talk.until("bestmove")
    assert len(engine.asked) == 2


def test_infinite_answers_only_after_stop(talk: InProcess) -> None:
    talk.send(f"position {START}", "go infinite nodes 1")
    talk.until("info")
    assert talk.ask() == []
    talk.send("stop")
    assert talk.line().startswith("bestmove")


def test_a_single_move_is_answered_at_once(talk: InProcess, engine: Patient) -> None:
    position = Position.start(2)
    moves = played(2, 1)
    for count, move in enumerate(moves):  # noqa: B007 (used below)
        if len(position.legal()) == 1:
            break
        position.apply(move)
    talk.send(f"position start 2 moves {' '.join(moves[:count])}", "go")
    assert talk.line() == f"bestmove {position.legal()[0]}"
    assert engine.asked == []
    talk.send("go infinite", "isready", "stop")
    assert talk.until("bestmove")[-1] == f"bestmove {position.legal()[0]}"
    assert engine.asked == [SearchLimits(infinite=True)]


@pytest.mark.parametrize(
    ("odd", "reason"),
    [
        ("raise", "lost"),
        ("exit", "3"),
        ("illegal", "'place:z9' is not legal here: 'place:z9' is not the text of a move"),
        ("poor", "'II:event:pay3' is not legal here: it costs 3 Spyrium, player 1 has 2"),
    ],
)
def test_an_engine_that_fails_says_so(talk: InProcess, odd: str, reason: str) -> None:
    talk.send(f"position {START}", f"setoption name odd value {odd}", "go infinite")
    why = talk.line()
    assert why.startswith("error go: ")
    assert reason in why
    talk.send("setoption name odd value no", "go nodes 1")
    assert talk.until("bestmove")


def test_a_hook_that_fails_changes_nothing(talk: InProcess) -> None:
    before = talk.ask(f"position {START}", "setoption name odd value refuse", "show")
    assert talk.ask("newgame players 4") == ["error newgame: RuntimeError in the engine: not today"]
    assert talk.ask("show") == before


@pytest.mark.parametrize("last_word", ["quit\n", ""])
@pytest.mark.parametrize("odd", ["no", "deaf"])
def test_the_end_during_a_search(last_word: str, odd: str) -> None:
    engine = Patient()
    engine.set_option("odd", odd)
    with InProcess(engine) as talk:
        talk.send(f"position {START}", "go infinite")
        assert engine.searching.wait(PATIENCE)
        talk.to_engine.write(last_word.encode())
        rest = talk.end()
    engine.finish.set()
    assert not [line for line in rest if line.startswith("bestmove")]


def test_too_much_to_keep_during_a_search(
    talk: InProcess, engine: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spyrium_ai.engine.protocol.server.MAX_WAITING", 1000)
    talk.send(f"position {START}", "go infinite")
    assert engine.searching.wait(PATIENCE)
    talk.until("info")
    talk.send("setoption name level value 5", "x" * 2000, "isready", "stop")
    assert [line.split()[0] for line in talk.until("bestmove")] == ["error", "readyok", "bestmove"]
    assert talk.ask() == []
    assert engine.values["level"] == 5


def test_the_engine_hears_of_a_game_before_it_has_to_choose(
    talk: InProcess, engine: Patient
) -> None:
    for _ in range(2):
        talk.send(f"position {START}", "go nodes 1")
        talk.until("bestmove")
    assert engine.games == [(2, None)]
