from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from scripted import Scripted, at_move, crash, game, spread

from spyrium_ai.cli import replay
from spyrium_ai.cli.replay import command
from spyrium_ai.errors import UsageError
from spyrium_ai.record_file import (
    RecordError,
    RecordWriter,
    check_new,
    read_records,
    scan_records,
)
from spyrium_ai.records import GameRecord, Ply
from spyrium_ai.reproduction import Reproduction
from spyrium_ai.verification import verify


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """Give a finished game for three, with a fault in it."""
    players = Scripted(), Scripted(at_move(4, crash)), Scripted(spread)
    return game(*players).play()


@pytest.fixture(scope="module")
def clean() -> GameRecord:
    """Give a finished game for two."""
    return game(Scripted(), Scripted(spread)).play()


@pytest.fixture
def file(tmp_path: Path, record: GameRecord, clean: GameRecord) -> Path:
    """Give a file with both."""
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as writer:
        writer.add(record)
        writer.add(replace(clean, id="2.1", game=4))
    return path


def test_a_record_is_one_line_and_comes_back(record: GameRecord, clean: GameRecord) -> None:
    for each in (record, clean):
        line = each.to_line()
        assert "\n" not in line
        assert line.isascii()
        assert GameRecord.from_line(line) == each


def test_shares_of_a_record(clean: GameRecord) -> None:
    assert replace(clean, winners=(1, 2)).share(2) == 0.5
    assert replace(clean, winners=(2,)).share(1) == 0


def test_files(file: Path, record: GameRecord) -> None:
    games = list(read_records(file))
    assert games[0] == record
    assert [each.id for each in games] == ["1.1", "2.1"]
    packed = file.with_suffix(".gz")
    packed.write_bytes(gzip.compress(file.read_bytes()))
    assert list(read_records(packed)) == games


def test_a_record_is_on_the_disk_at_once(tmp_path: Path, clean: GameRecord) -> None:
    writer = RecordWriter(tmp_path / "games.jsonl")
    writer.add(clean)
    assert list(read_records(tmp_path / "games.jsonl")) == [clean]
    writer.close()


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("")
    with pytest.raises(UsageError, match="exists already"):
        RecordWriter(tmp_path / "there")
    with pytest.raises(UsageError, match="no directory"):
        RecordWriter(tmp_path / "nowhere" / "x")
    with pytest.raises(UsageError, match="compress them afterwards"):
        check_new(tmp_path / "games.jsonl.gz")


def test_torn_and_foreign_lines_are_named(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + b"{}\n" + b"\xff\n" + b"\n" + b"5\n" + lines[1][:-20])
    found = list(scan_records(file))
    assert [number for number, _ in found] == [1, 2, 3, 4, 5, 6]
    messages = [str(each) for _, each in found if isinstance(each, RecordError)]
    assert messages[0] == "line 2: field 'format': is missing"
    assert messages[1] == "line 3: not a game: it holds bytes outside ASCII"
    assert messages[2].startswith("line 4: not JSON")
    assert messages[3] == "line 5: 5 is not an object"
    assert messages[4] == "line 6: torn: the line breaks off before its end"
    with pytest.raises(UsageError, match=r"games\.jsonl': line 2"):
        list(read_records(file))


def test_a_damaged_compressed_file(file: Path) -> None:
    packed = file.with_suffix(".gz")
    packed.write_bytes(gzip.compress(file.read_bytes())[:-40])
    *_, (_, last) = scan_records(packed)
    assert isinstance(last, RecordError)
    assert "damaged" in str(last)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        list(scan_records(tmp_path / "x"))


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.pop("seed"), "field 'seed': is missing"),
        (lambda data: data.update(format=2), "field 'format': 2 is not 1"),
        (lambda data: data.update(game="1"), "field 'game': '1' is not a whole number"),
        (lambda data: data.update(block=True), "field 'block': True is not a whole number"),
        (lambda data: data.update(outcome="won"), "field 'outcome': 'won' is not one of: played"),
        (lambda data: data.update(scores=[1, 2]), "field 'scores': 2 items instead of 3"),
        (lambda data: data.update(winners=[4]), "field 'winners[0]': 4 is not a whole number from"),
        (lambda data: data.update(players=[]), "field 'players': 0 players instead of 2 to 5"),
        (lambda data: data.update(moves="x"), "field 'moves': 'x' is not a list"),
        (lambda data: data["seats"].pop(), "field 'seats':"),
        (lambda data: data["times"].__setitem__(3, "x"), "field 'times[3]': 'x' is not a number"),
        (lambda data: data["nodes"].__setitem__(3, -1), "field 'nodes[3]': -1 is not a whole"),
        (lambda data: data["values"].__setitem__(3, 1), "field 'values[3]': 1 is not a list"),
        (lambda data: data["moves"].__setitem__(3, 1), "field 'moves[3]': 1 is not a text"),
        (lambda data: data["players"][1].pop("name"), "field 'players[1].name': is missing"),
        (
            lambda data: data["players"][1].update(options={"a": 1}),
            "field 'players[1].options.a': 1 is not a text or null",
        ),
        (
            lambda data: data["players"][1].update(options=1),
            "field 'players[1].options': 1 is not an object",
        ),
        (
            lambda data: data["faults"][0].update(kind="rude"),
            "field 'faults[0].kind': 'rude' is not one of: crash",
        ),
        (lambda data: data.update(final=None), "field 'final': None is not a text"),
    ],
)
def test_wrong_fields_are_named(record: GameRecord, change: Change, message: str) -> None:
    data = json.loads(record.to_line())
    change(data)
    with pytest.raises(ValueError, match="field") as caught:
        GameRecord.from_line(json.dumps(data))
    assert str(caught.value).startswith(message)


def test_what_is_wrong_with_a_game_is_found(clean: GameRecord) -> None:
    def problem(**changes: Any) -> str:
        return " | ".join(verify(replace(clean, **changes)))

    plies = list(clean.plies)
    assert problem() == ""
    assert "scores: 1 2 instead of" in problem(scores=(1, 2))
    assert "winners: 1 2 instead of" in problem(winners=(1, 2))
    assert "final: the game ends in" in problem(final="?")
    assert "outcome: 'forfeit' with 0 faults" in problem(outcome="forfeit")
    assert "ply 1: the deal is not the one of the seed" in problem(seed=1)
    assert "the game is not over, and no fault has ended it" in problem(plies=clean.plies[:-1])
    assert "ply 3: seat 5 moves, but seat" in problem(
        plies=(*plies[:2], plies[2]._replace(seat=5), *plies[3:])
    )
    assert "ply 3: 'place:z' is not" in problem(plies=(*plies[:2], Ply(1, "place:z"), *plies[3:]))
    assert "ply 4: seat 0 moves, but seat" in problem(
        plies=(*plies[:3], plies[3]._replace(seat=0), *plies[4:])
    )
    assert f"ply {len(plies) + 1}: " in problem(plies=(*plies, plies[-1]))


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
    code, out, _ = run(file, "--again", "--game", "1.1")
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
    monkeypatch.setattr(replay, "reproduce", lambda *_: mended)
    code, out, _ = run(file, "--again")
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
        f"the folder '{tmp_path / 'empty'}' has no 'games.jsonl', as a tournament's has",
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
    assert errors.endswith(f"{file}: 35 more lines are no games\n")


def test_replay_of_what_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_text("no game\n" * 40)
    code, out, error = run(path)
    assert (code, out) == (2, "")
    assert error.startswith(f"'{path}' is no journal: it holds no game; line 1: not JSON")


def test_replay_of_no_such_game(file: Path) -> None:
    assert run(file, "--game", "9")[::2] == (2, f"'{file}' has no game '9'")


def test_replay_of_a_game_that_ended_early(tmp_path: Path) -> None:
    with RecordWriter(tmp_path / "x") as writer:
        writer.add(game(Scripted(), Scripted(crash)).play())
    code, out, _ = run(tmp_path / "x", "--verify")
    assert code == 0
    assert "ended in turn 1 by a fault.\nThe win goes to p1." in out
