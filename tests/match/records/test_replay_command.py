"""`spyrium-ai replay`: games that are shown, verified, and played again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from support.scripted_players import Scripted, crash, game

from spyrium_ai.cli.replay import command
from spyrium_ai.match import fault_replay
from spyrium_ai.match.fault_replay import Reproduction
from spyrium_ai.match.records.record import GameRecord, Ply
from spyrium_ai.match.records.record_file import RecordWriter, read_records
from spyrium_ai.util.errors import UsageError


def run(*words: str | Path) -> tuple[int, str, str]:
    """Return the exit code, the output and the errors of the command."""
    result = CliRunner().invoke(command, [str(word) for word in words])
    if isinstance(result.exception, UsageError):
        return 2, result.stdout, str(result.exception)
    return result.exit_code, result.stdout, result.stderr


def test_replay_lists_games(file: Path) -> None:
    code, out, _ = run(file)
    assert code == 0
    assert len(out.splitlines()) == 2
    assert "p2" in out
    assert "(fault)" in out


def test_replay_shows_a_game(file: Path, clean: GameRecord) -> None:
    code, out, _ = run(file, "--game", "2.1")
    assert code == 0
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 80
    for turn in range(1, 7):
        assert f"Turn {turn} of 6" in out
    flat = " ".join(out.split())
    for ply in clean.plies:
        if ply.seat:
            assert f"[{ply.move}]" in flat
    assert "== Final scores" in out
    assert run(file, "--game", "4")[1] == out


def test_replay_shows_a_fault(file: Path) -> None:
    _, out, _ = run(file, "--game", "1")
    assert "crash: fell over" in out
    assert "! oh" in out


def test_replay_shows_only_games_with_faults(file: Path, tmp_path: Path, clean: GameRecord) -> None:
    code, out, _ = run(file, "--faults")
    assert code == 0
    assert [line.split()[1] for line in out.splitlines() if "p2" in line] == ["1.1", "p2:"]
    for words in ("crash: fell over", "in the position: 3 ", "after the command: go", "! oh"):
        assert words in out
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(clean)
    assert run(tmp_path / "x", "--faults")[:2] == (0, "no game with a fault\n")
    assert run(file, "--faults", "--game", "2.1")[::2] == (
        2,
        f"'{file}' has no game '2.1' with a fault",
    )


def test_replay_takes_an_engine_through_its_game_again(file: Path) -> None:
    # The program of the record is not there any more.
    code, out, _ = run(file, "--again", "--trust", "--game", "1.1")
    first, answer, *_, last = out.splitlines()
    assert (code, last) == (1, "1 fails again, 0 do not")
    assert first.split()[:2] == ["1", "1.1"]
    assert answer.startswith(
        "game 1.1: p2 fails in another way, after 0 moves and deals: crash: ended with"
    )


def test_replay_counts_the_engines_that_are_mended(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mended = Reproduction(fails=False, text="p2 does not fail this time")
    monkeypatch.setattr(fault_replay, "reproduce", lambda *_: mended)
    code, out, _ = run(file, "--again", "--trust")
    assert (code, out.splitlines()[1:]) == (
        0,
        ["game 1.1: p2 does not fail this time", "0 fail again, 1 does not"],
    )


@pytest.mark.parametrize("other", ["--again", "--faults"])
def test_replay_verifies_all_games_or_none(file: Path, other: str) -> None:
    code, _, error = run(file, "--verify", other)
    assert code == 2
    assert error.startswith(f"--verify and {other} exclude each other: ")


def test_the_folder_of_a_tournament_stands_for_its_journal(file: Path, tmp_path: Path) -> None:
    assert run(tmp_path)[:2] == run(file)[:2]
    assert [record.id for record in read_records(tmp_path)] == ["1.1", "2.1"]
    (tmp_path / "empty").mkdir()
    code, _, error = run(tmp_path / "empty")
    assert (code, error) == (
        2,
        f"the folder '{tmp_path / 'empty'}' is not a tournament's: it has no 'games.jsonl'",
    )


def test_replay_verifies(file: Path) -> None:
    code, out, _ = run(file, "--verify")
    assert (code, out.splitlines()[-1]) == (0, "2 of 2 games verified")


def test_replay_says_what_is_wrong(file: Path, clean: GameRecord) -> None:
    with file.open("a") as stream:
        stream.write("nonsense\n" + replace(clean, id="3.1", scores=(1, 2)).to_line() + "\n{")
    code, out, errors = run(file, "--verify")
    assert (code, out.splitlines()[-1]) == (1, "2 of 3 games verified")
    assert "line 3: not JSON" in errors
    assert "line 4, game 3.1: scores: 1 2 instead of" in errors
    assert "line 5: torn" in errors


def test_replay_of_a_game_with_an_impossible_move(tmp_path: Path, clean: GameRecord) -> None:
    plies = (*clean.plies[:5], Ply(1, "place:z"), *clean.plies[6:])
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(replace(clean, plies=plies))
    code, out, errors = run(tmp_path / "x")
    assert code == 1
    assert "ply 6" in errors
    assert "Turn 1" in out


def test_replay_tells_a_few_lines_that_are_no_games(file: Path) -> None:
    with file.open("a") as stream:
        stream.write("no game\n" * 40)
    code, out, errors = run(file)
    assert (code, len(out.splitlines()), len(errors.splitlines())) == (1, 2, 6)
    assert f"{file}: line 7: not JSON" in errors
    assert errors.endswith(f"{file}: 35 more lines hold no game\n")


def test_replay_of_what_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("no game\n" * 40)
    code, out, error = run(path)
    assert (code, out) == (2, "")
    assert error.startswith(f"'{path}' is not a game log: it holds no game; line 1: not JSON")


def test_replay_of_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    told = f"'{path}' is empty: it has no game"
    assert run(path) == (2, "", told)
    assert run(path, "--verify") == (2, "", told)


def test_replay_of_a_deal_that_a_player_makes(tmp_path: Path, clean: GameRecord) -> None:
    """Who decides is in the position; `--verify` says what is wrong with the record."""
    wrong = replace(clean, plies=tuple(ply._replace(seat=1) for ply in clean.plies))
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(wrong)
        writer.add(clean)
    shown, right = (run(tmp_path / "x", "--game", clean.id)[1] for _ in range(2))
    assert shown == right
    assert "chance decides" in run(tmp_path / "x", "--verify")[2]


def test_replay_writes_control_characters_out(tmp_path: Path, record: GameRecord) -> None:
    fault = replace(record.faults[0], reason="\x1b[2J", log=("! \x07",))
    seats = tuple(replace(seat, name="\x1b[1J", engine="\x9b") for seat in record.seats)
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(replace(record, seats=seats, faults=(fault,), id="\x1b]"))
    _, listed, _ = run(tmp_path / "x")
    _, out, _ = run(tmp_path / "x", "--faults")
    assert (listed + out).replace("\n", "").isprintable()
    assert r"\x1b]" in listed
    assert r"\x1b[1J" in listed
    assert r"crash: \x1b[2J" in out
    assert r"! \x07" in out


def test_a_record_with_limits_that_are_none_is_told(tmp_path: Path, record: GameRecord) -> None:
    seats = tuple(replace(seat, limits="movetime fast") for seat in record.seats)
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(replace(record, seats=seats))
    assert "limits that are none: 'movetime fast'" in run(tmp_path / "x", "--again", "--trust")[2]


def test_replay_of_no_such_game(file: Path) -> None:
    assert run(file, "--game", "9")[::2] == (2, f"'{file}' has no game '9'")


def test_replay_of_a_game_that_ended_early(tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(game(Scripted(), Scripted(crash)).play())
    code, out, _ = run(tmp_path / "x", "--verify")
    assert code == 0
    assert "ended in turn 1 by a fault.\nThe win goes to p1." in out
