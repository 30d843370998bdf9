"""People at the table: what they type, and what becomes of the game."""

from __future__ import annotations

import io
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.explorations import TALK
from support.human_sessions import (
    TO_THE_END,
    Terminal,
    at_a_terminal,
    moves,
    play,
    resume,
    saved_moves,
)

from spyrium_ai.game.text.style import Style
from spyrium_ai.human.session import host
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.match.player_spec import parse_players
from spyrium_ai.match.records.record import GameRecord
from spyrium_ai.match.saved_game import load
from spyrium_ai.match.schedule import GamePlan, block_plans
from spyrium_ai.match.series import Series
from spyrium_ai.util.errors import UsageError

BREAKS_OFF = TALK.replace("GO", "raise SystemExit(3)")
KNOWS_BETTER = TALK.replace(
    "GO",
    'print("info nodes 12345 time 9 value 618 382 points 31.5 28.0"); '
    'print("bestmove place:a1b1", flush=True)',
)


def test_numbers_play_a_whole_game_to_the_detailed_scores() -> None:
    evening = play(*TO_THE_END)
    (record,) = evening.records
    assert record.outcome == "played"
    assert "== Final scores" in evening.text
    assert all(
        f" {score}" in evening.text.split("== Final scores")[1] for score in record.scores or ()
    )
    assert evening.text.isascii()
    assert max(map(len, evening.text.split("\n"))) <= 80


def test_the_notation_is_a_move_too(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("place:a1b1", "II:pass", f"save {path}")
    assert saved_moves(path)[2:] == ["place:a1b1", "II:pass"]


def test_what_is_no_move_is_told_and_suggestions_are_made() -> None:
    text = play(
        "hepl", "99", "0", "plaec:a1b1", "pass", "", "xyzzy", "9" * 5000, "II:event:M1:1"
    ).text
    assert "did you mean 'help'?" in text
    assert "There is no move 99" in text
    assert "There is no move 0" in text
    assert "did you mean 'place:a1b1'?" in text
    assert "type II:pass to confirm" in text
    assert "Type the number of a move, or help." in text
    assert "'xyzzy' is neither a legal move nor a command" in text
    assert "'II:event:M1:1' is not legal: the event of this turn is E" in text


def test_the_commands_show_things() -> None:
    text = play("board", "moves", "unseen", "log", "help", "help Co", "?", "help zz").text
    assert text.count("== Turn 1 of 6") == 2
    assert text.count("Place a worker") == 2
    assert "Tokens in the reserve" in text
    assert "There is no move in this turn yet" in text
    assert text.count("The game in short") == 2
    assert "Commerce (Co), technique" in text
    assert "No card or event is called 'zz'." in text


def test_the_end_of_input_ends_the_game_quietly_and_says_how_to_go_on() -> None:
    evening = play("1")
    assert evening.records == []
    assert "The game has not been saved." in evening.text
    assert "spyrium-ai match human human --seed 5\n" in evening.text
    void = play("1", policy="void").text
    assert "spyrium-ai match human human --seed 5 --policy void\n" in void


def test_undo_goes_back_over_chance_and_the_same_is_dealt_again(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    play("II:pass", "II:pass", f"save {first}", "undo", "II:pass", f"save {second}", "undo", "undo")
    assert saved_moves(first) == saved_moves(second)
    assert saved_moves(first)[-1].startswith("deal:")


def test_undo_goes_back_over_the_engines_moves(tmp_path: Path) -> None:
    path, again = tmp_path / "one.json", tmp_path / "two.json"
    evening = play(
        *("1", "1", "1", f"save {path}", "undo", "undo", "undo", "undo", "1", "1", "1"),
        f"save {again}",
        players="human random",
    )
    assert "There is nothing to take back yet." in evening.text
    assert "Taken back: 2 moves." in evening.text
    assert saved_moves(path) == saved_moves(again)


def test_a_hint_is_a_move_with_its_number() -> None:
    hints = ["hint random", "hint nobody", "hint human", "hint random:style=1"]
    text = play(*hints, players="human random").text
    assert "random would play " in text
    assert "No hint: random:style=1: no option 'style'" in text
    assert "No hint: no player 'nobody'" in text
    assert "No hint: only engines can give hints" in text


def test_a_hint_says_what_the_engine_thinks_of_the_position(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(KNOWS_BETTER)
    evening = play(f"hint {shlex.join([sys.executable, str(engine)])}")
    told = " ".join(evening.text.split())
    assert "would play 2: place a worker at a1b1, between Mine (M1)" in told
    assert "win share: human#1 61.8 %, human#2 38.2 %" in told
    assert "expected points: human#1 31.5, human#2 28.0; 12,345 nodes in 0.0 s" in told


def test_a_hint_changes_nothing(tmp_path: Path) -> None:
    plain, hinted = tmp_path / "plain.json", tmp_path / "hinted.json"
    play("1", "1", f"save {plain}", players="human random")
    play("hint random", "1", "hint random", "1", f"save {hinted}", players="human random")
    assert saved_moves(plain) == saved_moves(hinted)


def test_several_games_change_seats_and_are_not_rounded() -> None:
    evening = play(*TO_THE_END * 3, games=3)
    assert [record.id for record in evening.records] == ["1.1", "1.2", "2.1"]
    assert "Game 3 of 3." in evening.text


def test_an_engine_that_does_not_start_is_an_error_of_use() -> None:
    series = Series(parse_players(["human", "random:foo=1"]))
    with pytest.raises(UsageError, match="no option 'foo'"):
        host(series, TerminalIO(io.StringIO(), io.StringIO()), lambda _: None)


@pytest.mark.parametrize("stream", ["stdin", "stdout"])
def test_a_closed_stream_is_an_error_of_use(stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, stream, None)
    with pytest.raises(UsageError, match="a human player needs standard input and output"):
        TerminalIO()


def test_at_a_terminal_the_end_can_be_taken_back_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    (whole,) = play(*TO_THE_END).records
    own = sum(ply.seat > 0 for ply in whole.plies)
    evening = at_a_terminal(
        *TO_THE_END[:own], "undo", "1", "what", f"save {path}", "", players=["human", "human"]
    )
    assert evening.text.count("== Final scores") == 2
    assert [moves(record) for record in evening.records] == [moves(whole)]
    assert saved_moves(path) == moves(whole)
    assert "== Final scores" in resume(path).text


def test_ctrl_c_after_the_end_leaves_a_game_that_is_kept() -> None:
    class Interrupted(TerminalIO):
        def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
            if (line := super().ask(prompt, words)) is None:
                raise KeyboardInterrupt
            return line

    (whole,) = play(*TO_THE_END).records
    source = Terminal("1\n" * sum(ply.seat > 0 for ply in whole.plies))
    series = Series(parse_players(["human", "human"]), games=2, seed=5)
    out, records = Terminal(), list[GameRecord]()
    with pytest.raises(KeyboardInterrupt):
        host(series, Interrupted(source, out, Style()), records.append)
    assert [moves(record) for record in records] == [moves(whole)]
    assert "not been saved" not in out.getvalue()


def test_a_game_is_planned_when_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = []

    def plans(table: Sequence[int], block: int, deal: int, seed: int) -> list[GamePlan]:
        planned.append(block)
        return block_plans(table, block, deal, seed)

    monkeypatch.setattr("spyrium_ai.match.schedule.block_plans", plans)
    assert "Game 1 of 1000." in play("quit", games=1000).text
    assert planned == [1]


def test_a_fault_stays_whatever_is_taken_back_after_it(tmp_path: Path) -> None:
    engine, path = tmp_path / "engine.py", tmp_path / "game.json"
    engine.write_text(BREAKS_OFF)
    players = ["human", "human", shlex.join([sys.executable, str(engine)])]
    lines = ["1"] * 8
    evening = at_a_terminal(*lines, "undo", "undo", f"save {path}", *TO_THE_END, players=players)
    (record,) = evening.records
    (fault,) = record.faults
    assert fault.seat == 3
    told = " ".join(evening.text.split())
    assert told.count("out of the game: crash: ended with exit status 3") == 1
    engine.write_text("raise SystemExit(4)")  # it is out, and need not start
    later = resume(path, *TO_THE_END)
    (resumed,) = later.records
    assert (resumed.faults, moves(resumed)) == (record.faults, moves(record))
    assert "out of the game: crash: ended with exit status 3" in " ".join(later.text.split())
    old = json.loads(path.read_text())
    del old["faults"]
    path.write_text(json.dumps(old))
    assert load(path).faults == ()


def test_a_fault_is_told_and_gives_the_win_to_the_person(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(BREAKS_OFF)
    command = shlex.join([sys.executable, str(engine)])
    evening = at_a_terminal("1", "undo", "1", "", players=["human", command])
    (record,) = evening.records
    assert (record.outcome, record.winners) == ("forfeit", (1,))
    told = " ".join(evening.text.split())
    assert told.count("out of the game: crash: ended with exit status 3") == 2
    assert "Winner: you." in evening.text
    assert "thinks ..." in evening.text
