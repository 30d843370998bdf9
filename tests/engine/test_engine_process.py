from __future__ import annotations

import random
import signal
import tomllib

import pytest
from support.engine_conversation import START, Process, start
from support.program import PATIENCE, ROOT

from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import Position

# An engine that searches without end: it reports all the time, or it is deaf and says nothing.
ENDLESS = """
import sys, time
from spyrium_ai.engine.base import Engine, Info
from spyrium_ai.engine.protocol.server import serve
class Endless(Engine):
    def choose(self, position, limits, stop, report):
        print("a stray word")
        while not stop.is_set() or DEAF:
            if not DEAF:
                report(Info(1, 1, (500, 500)))
                time.sleep(0.001)
        return position.legal()[0]
serve(Endless())
"""
REPORTING = ENDLESS.replace("DEAF", "False")
DEAF = ENDLESS.replace("DEAF", "True")
SAMPLE = ROOT / "engines" / "greedy_points.py"


def play(talk: Process, players: int, seed: int) -> Position:
    """Let the engine play a whole game alone; return the end."""
    position, dealer, moves = Position.start(players), Dealer(players, seed), list[str]()
    talk.send("spyrium")
    assert talk.until("spyriumok")[-1] == "spyriumok 1"
    assert talk.ask(f"newgame players {players}") == []
    while not position.is_over:
        if position.is_chance:
            moves.append(dealer.deal(position))
        else:
            talk.send(f"position start {players} moves {' '.join(moves)}", "go movetime 100")
            moves.append(talk.until("bestmove")[-1].removeprefix("bestmove "))
        position.apply(moves[-1])
    return position


def test_a_whole_game_and_quit() -> None:
    with Process() as talk:
        play(talk, 3, 5)
        talk.send("quit")
        assert talk.line() == ""
        assert talk.wait() == (0, b"")


@pytest.mark.parametrize("before", ["isready", f"position {START}\ngo infinite"])
def test_end_of_input(before: str) -> None:
    with Process() as talk:
        talk.send(before)
        assert not [line for line in talk.end() if line.startswith("bestmove")]
        assert talk.wait() == (0, b"")


@pytest.mark.parametrize("before", ["isready", f"position {START}\ngo infinite\nisready"])
def test_interrupt(before: str) -> None:
    with Process() as talk:
        talk.send(before)
        talk.until("readyok")
        talk.process.send_signal(signal.SIGINT)
        assert talk.wait() == (0, b"")


def test_broken_pipe_at_an_answer() -> None:
    with start() as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


def test_broken_pipe_during_a_search_and_stray_output() -> None:
    with start("-c", REPORTING) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"position {START}\ngo infinite\n".encode())
        process.stdin.flush()
        assert process.stdout.readline() == b"info nodes 1 time 1 nps 1000 value 500 500\n"
        process.stdout.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b"a stray word\n"


def test_quit_while_a_deaf_engine_computes() -> None:
    with Process("-c", DEAF) as talk:
        talk.send(f"position {START}", "go", "quit")
        assert talk.wait() == (0, b"a stray word\n")


def test_stop_is_prompt() -> None:
    with Process("-c", REPORTING) as talk:
        talk.send(f"position {START}", "go")
        talk.until("info")
        talk.send("stop")
        assert len(talk.until("bestmove")) < 1000  # it reports at most once a millisecond


def test_a_flood_of_bytes() -> None:
    flood = random.Random(1).randbytes(2**20)
    with Process() as talk:
        talk.send(flood, b"z" * 2**20, f"position {START}", "go")
        answers = talk.until("bestmove")
        assert len(answers) > 1000
        assert all(line.startswith("error ") for line in answers[:-1])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["randon"], "Error: no built-in engine 'randon'; did you mean 'random'?\n"),
        (["random", "seed=x"], "Error: random: seed 'x' is not a whole number from 0 to"),
    ],
)
def test_mistakes_in_the_command_line(arguments: list[str], why: str) -> None:
    with Process("-m", "spyrium_ai", "engine", *arguments) as talk:
        code, log = talk.wait()
        assert code == 2
        assert log.decode().startswith(why)
        assert b"Traceback" not in log


def test_the_sample_engine_plays_better_than_chance() -> None:
    with Process(str(SAMPLE)) as talk:
        scores = play(talk, 2, 8).scores()
        talk.send("quit")
        assert talk.wait() == (0, b"")
    with Process() as talk:
        assert sum(play(talk, 2, 8).scores()) < sum(scores)


def test_the_sample_is_what_its_page_says() -> None:
    page = (ROOT / "docs" / "own-engine.md").read_text()
    session = page.split("```text\n")[1].split("```")[0].splitlines()
    with Process(str(SAMPLE)) as talk:
        talk.send(*session[:-1])
        assert f"`{talk.until('bestmove')[-1]}`" in page
    assert f"```python\n{SAMPLE.read_text()}```" in page
    entry = SAMPLE.with_name("greedy-points.toml").read_text()
    assert f"```toml\n{entry}```" in page
    assert tomllib.loads(entry)["command"] == ["python", "./greedy_points.py"]
