"""The tutor: bad moves are questioned, the last move is explained, and the game is summed up."""

from __future__ import annotations

import io

import pytest
from support.human_sessions import TO_THE_END
from support.report_games import played
from support.scripted_judges import EvaluatingJudge

from spyrium_ai.analysis.review.classes import ERROR
from spyrium_ai.analysis.review.reviewer import Depth, Reviewer
from spyrium_ai.engine.limits import SearchLimits
from spyrium_ai.game.position import Position
from spyrium_ai.human.human_game import Extras
from spyrium_ai.human.session import host
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.tutor import Tutor
from spyrium_ai.match.player import Turn
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.series import Series

RECORD = played(("human#1", "human#2"), 1)


class TutorWithoutEngines(Tutor):
    """Judges by the linear evaluation."""

    def _engines(self) -> Reviewer:
        return Reviewer(EvaluatingJudge(), None, Depth.of_nodes(5))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tutor, "_engines", TutorWithoutEngines._engines)


def decision() -> Turn:
    position = Position.start(2)
    while position.is_chance:
        position.apply(position.sample_deal(3))
    return Turn(position, (), position.to_move, position.legal(), SearchLimits())


def judged(turn: Turn) -> list[tuple[float, str]]:
    """Return the moves with their losses, the best first."""
    reviewer = Reviewer(EvaluatingJudge(), None, Depth.of_nodes(5))
    return sorted((reviewer.review(turn.position, move).loss, move) for move in turn.legal)


def asked(move: str, *answers: str, is_on: bool = True) -> tuple[bool, str]:
    """Return whether the tutor lets a move pass, and what it says."""
    out = io.StringIO()
    terminal = TerminalIO(io.StringIO("".join(f"{answer}\n" for answer in answers)), out)
    tutor = Tutor(terminal, ["ann", "bob"], is_on=is_on)
    return tutor.allows(decision(), move), " ".join(out.getvalue().split())


def test_a_bad_move_is_questioned_and_played_only_on_demand() -> None:
    (_, best), *_, (loss, worst) = judged(decision())
    assert loss >= ERROR
    assert asked(best) == (True, "")
    assert asked(worst, is_on=False) == (True, "")
    allowed, text = asked(worst, "yes")
    assert allowed
    assert f"this move loses {100 * loss:.1f} % of the win" in text
    assert not asked(worst, "")[0]
    assert not asked(worst)[0]  # the end of input
    allowed, text = asked(worst, "look", "y")
    assert allowed
    assert f"[{best}]" in text


def test_the_tutor_is_switched_in_the_game() -> None:
    text = play("tutor", "tutor on", "tutor off", "tutor maybe")
    assert text.count("The tutor is off.") == 2
    assert text.count("moves are questioned from a loss of 5 %") == 1
    assert "Type tutor on or tutor off." in text


def test_why_eval_and_hints_of_several_moves() -> None:
    text = play("why", "1", "why", "eval", "hint 2")
    assert "There is no move yet." in text
    assert "human#1 places a worker" in text
    assert "Win shares: human#1 " in text
    assert "Expected final scores" in text
    assert text.count("place:") >= 2


def test_after_the_end_the_tutor_sums_up() -> None:
    assert "lost per decision" not in play(*TO_THE_END)
    lines = [line for move in TO_THE_END for line in (move, "yes")]  # yes is no move
    text = play(*lines, tutor=True)
    assert "== Final scores" in text
    assert text.count("% lost per decision") == 2


def test_a_game_is_looked_back_at() -> None:
    out = io.StringIO()
    tutor = Tutor(TerminalIO(io.StringIO(), out), ["ann", "bob"])
    tutor.look_back(RECORD)
    text = " ".join(out.getvalue().split())
    assert "ann: " in text
    assert text.count("% lost per decision") == 2
    assert text.count(" Better: ") == 3
    assert text.count("Turn ") == 3


def play(*lines: str, tutor: bool = False) -> str:
    out = io.StringIO()
    terminal = TerminalIO(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    series = Series(parse_players(["human", "human"]), games=1, seed=5)
    host(series, terminal, lambda _: None, Extras(tutor=tutor))
    return out.getvalue()
