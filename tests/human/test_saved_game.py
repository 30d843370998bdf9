"""A game with people that is saved and taken up again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.human_sessions import TO_THE_END, moves, play, resume, saved_moves

from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.text import visible


def test_a_saved_game_goes_on_to_the_same_end(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    (whole,) = play(*TO_THE_END, players="human random").records
    left = play(*["1"] * 15, f"save {path}", "quit", players="human random")
    assert left.records == []
    assert f"spyrium-ai match --resume {path}" in left.text
    assert "saved as it stands" in left.text
    (resumed,) = resume(path, *TO_THE_END).records
    assert moves(resumed) == moves(whole)
    assert resumed.scores == whole.scores
    assert [seat.seed for seat in resumed.seats] == [seat.seed for seat in whole.seats]


def test_save_overwrites_only_its_own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("taken.json").write_text("mine")
    text = play("save", "save taken.json", "1", "save", "save no/such/place.json", "quit").text
    assert "'taken.json' already exists" in text
    assert "'no/such/place.json' cannot be written: No such file or directory" in text
    assert Path("taken.json").read_text() == "mine"
    assert len(saved_moves(Path("spyrium-game.json"))) == 3
    play("save")
    assert len(saved_moves(Path("spyrium-game-2.json"))) == 2
    assert len(list(tmp_path.iterdir())) == 3


def test_a_name_that_cannot_be_costs_no_game() -> None:
    names = ["~nobody-of-this-name/x", "x" * 300, "a\0b"]
    evening = play(*(f"save {name}" for name in names), f"hint {'x' * 300}", *TO_THE_END)
    for name in names:
        assert f"'{visible(name)}'cannotbewritten:" in "".join(evening.text.split())
    assert "No hint: " in evening.text
    assert len(evening.records) == 1


def test_the_usual_name_is_told_where_it_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    told = "'spyrium-game.json' cannot be written: No such file or directory"
    assert told in play("save", "quit").text


def test_a_resumed_game_is_saved_to_its_own_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("1", f"save {path}", "1")
    text = resume(path, "1", "save", "1").text
    assert len(saved_moves(path)) == 4
    assert "saved as it was when you last saved it" in text


def test_another_move_in_place_of_a_saved_one_is_not_saved(tmp_path: Path) -> None:
    text = play("1", f"save {tmp_path / 'game.json'}", "undo", "2", "quit").text
    assert "saved as it was when you last saved it" in text


def test_clocks_go_on_where_they_were(tmp_path: Path) -> None:
    path, earlier = tmp_path / "game.json", tmp_path / "earlier.json"
    play("1", "1", f"save {path}", players="human random")
    saved = json.loads(path.read_text())
    assert any(saved["times"])
    (record,) = resume(path, *TO_THE_END).records
    assert [ply.time for ply in record.plies][: len(saved["times"])] == saved["times"]
    del saved["times"]  # as before they were kept
    earlier.write_text(json.dumps(saved))
    (again,) = resume(earlier, *TO_THE_END).records
    assert moves(again) == moves(record)


def test_faults_of_a_file_do_not_act_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("1", f"save {path}", players="human human random")
    saved = json.loads(path.read_text())
    fault = {"seat": 3, "ply": 1, "kind": "crash", "reason": "\x1b[2J", "log": ["\x07"]}
    saved["faults"] = [fault | {"position": "", "command": ""}]
    path.write_text(json.dumps(saved))
    text = resume(path, "quit").text
    assert r"crash: \x1b[2J" in text
    assert r"\x07" in text
    assert "\x1b[2J" not in text


def test_a_later_game_of_several_is_resumed_with_its_seats(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = play(*TO_THE_END, players="human random").records[0]
    own = sum(ply.seat == 1 for ply in first.plies)
    play(*["1"] * (own + 2), f"save {path}", players="human random", games=2)
    assert json.loads(path.read_text())["game"] == 2
    (record,) = resume(path, *TO_THE_END).records
    assert [seat.name for seat in record.seats] == ["random", "human"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "x"}, "format"),
        ({"players": ["human"]}, "1 items instead of at least 2"),
        ({"seed": "5"}, "seed"),
        ({"limits": "movetime x"}, "movetime 'x' is not a whole number from 1 to 1000000000"),
        ({"limits": "movetime -5"}, "movetime '-5' is not a whole number from 1 to 1000000000"),
        ({"limits": "nodes 5 movetime"}, "movetime '' is not a whole number from 1"),
        ({"limits": "clock 0 inc 0"}, "clock '0' is not a whole number from 1"),
        ({"policy": "none"}, "policy"),
        ({"moves": [1]}, "moves"),
        ({"moves": 1}, "moves"),
        ({"times": [1.5]}, "times"),
        ({"moves": ["setup:9:E1"], "times": [None]}, "move 1 of the saved game"),
        ({"players": ["human", "nobody"]}, "no player 'nobody'"),
    ],
)
def test_a_file_that_is_no_saved_game_is_an_error_of_use(
    tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    path = tmp_path / "game.json"
    play("1", f"save {path}")
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(UsageError, match=reason):
        resume(path)


def test_a_file_that_cannot_be_read_is_an_error_of_use(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No such file"):
        resume(tmp_path / "nothing")
    for text in ("hello", "[" * 100_000):
        (tmp_path / "text").write_text(text)
        with pytest.raises(UsageError, match="not JSON"):
            resume(tmp_path / "text")
