from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from spyrium_ai.match.records.record import GameRecord, Ply
from spyrium_ai.match.records.record_file import (
    RecordError,
    RecordWriter,
    check_new,
    read_records,
    scan_records,
)
from spyrium_ai.match.records.replay import verify
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.version import full_version


def test_a_record_is_one_line_and_comes_back(record: GameRecord, clean: GameRecord) -> None:
    for each in (record, clean):
        line = each.to_line()
        assert "\n" not in line
        assert line.isascii()
        assert GameRecord.from_line(line) == each


def test_a_record_says_the_build(clean: GameRecord) -> None:
    assert clean.program == full_version()


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000, "", '{"format": 1}x'])
def test_what_is_not_json_is_no_record(text: str) -> None:
    with pytest.raises(FieldError, match=r"^not JSON: "):
        GameRecord.from_line(text)


@pytest.mark.parametrize("depth", range(950, 1000))
def test_brackets_as_deep_as_can_be_read_are_no_record(record: GameRecord, depth: int) -> None:
    line = record.to_line().replace('"game":', f'"game":{"[" * depth}{"]" * depth},"x":')
    with pytest.raises(FieldError, match=r"^not JSON: |^field 'game': .* is not a whole number$"):
        GameRecord.from_line(line)


def test_half_a_surrogate_pair_as_in_a_path_comes_back(clean: GameRecord) -> None:
    seat = replace(clean.seats[0], command=("\udc80",), spec="\udc80")
    odd = replace(clean, seats=(seat, clean.seats[1]))
    assert GameRecord.from_line(odd.to_line()) == odd


def test_a_name_of_half_a_surrogate_pair_is_no_field(clean: GameRecord) -> None:
    with pytest.raises(FieldError, match=r"^'\\ud800' is no name of a field$"):
        GameRecord.from_line(clean.to_line().replace('"format"', '"\\ud800":1,"format"'))


def test_a_field_with_a_default_may_be_absent(clean: GameRecord) -> None:
    data = json.loads(clean.to_line())
    del data["started"], data["faults"]
    assert GameRecord.from_line(json.dumps(data)) == replace(clean, started="", faults=())


def test_control_characters_are_written_out(record: GameRecord) -> None:
    seats = tuple(replace(seat, spec="a\tb", command=("\x1b",)) for seat in record.seats)
    odd = replace(record, id="\x1b[2J", program="\x7f", seats=seats)
    found = GameRecord.from_line(odd.to_line())
    assert (found.id, found.program) == (r"\x1b[2J", r"\x7f")
    assert found.seats == seats
    raw = record.to_line().replace('"policy":"forfeit"', '"policy":"\x7f"')
    assert GameRecord.from_line(raw).policy == r"\x7f"


def test_shares_of_a_record(clean: GameRecord) -> None:
    assert replace(clean, winners=(1, 2)).share(2) == 0.5
    assert replace(clean, winners=(2,)).shares == (0, 1)
    assert replace(clean, winners=(), outcome="void").shares == (0, 0)
    assert replace(clean, winners=(1, 2)).exact_share(1) == Fraction(1, 2)
    assert replace(clean, winners=(), outcome="void").exact_share(1) is None


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
    with pytest.raises(UsageError, match="already exists"):
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
    assert messages[0] == "line 2: field 'format' is missing"
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
        (lambda data: data.pop("seed"), "field 'seed' is missing"),
        (lambda data: data.update(format=2), "field 'format': 2 is not 1"),
        (lambda data: data.update(game="1"), "field 'game': '1' is not a whole number"),
        (lambda data: data.update(block=True), "field 'block': True is not a whole number"),
        (lambda data: data.update(outcome="won"), "field 'outcome': 'won' is not one of: played"),
        (lambda data: data.update(scores=[1, 2]), "field 'scores': 2 items instead of 3"),
        (
            lambda data: data.update(scores=[1, 10**7, 3]),
            "field 'scores[1]': 10000000 is not a whole number of at most 1000000",
        ),
        (lambda data: data.update(winners=[4]), "field 'winners[0]': 4 is not a whole number from"),
        (lambda data: data.update(players=[]), "field 'players': 0 items instead of at least 2"),
        (lambda data: data.update(moves="x"), "field 'moves': 'x' is not a list"),
        (lambda data: data["seats"].pop(), "field 'seats': "),
        (lambda data: data["times"].__setitem__(3, "x"), "field 'times[3]': 'x' is not a number"),
        (lambda data: data["times"].__setitem__(3, 10**400), "field 'times[3]': 1000"),
        (lambda data: data["times"].__setitem__(3, float("inf")), "field 'times[3]': inf is not a"),
        (lambda data: data["times"].__setitem__(3, float("nan")), "field 'times[3]': nan is not a"),
        (lambda data: data.pop("program"), "field 'program' is missing"),
        (lambda data: data.pop("players"), "field 'players' is missing"),
        (lambda data: data.pop("times"), "field 'times' is missing"),
        (lambda data: data.update(seed=2**63), "field 'seed': 9223372036854775808 is not a whole"),
        (lambda data: data["seats"].__setitem__(3, 4), "field 'seats[3]': 4 is not a whole number"),
        (
            lambda data: data["values"].__setitem__(3, [1, "x"]),
            "field 'values[3][1]': 'x' is not a whole number",
        ),
        (
            lambda data: data["faults"][0].update(seat=9),
            "field 'faults[0].seat': 9 is not a whole number from 1 to 3",
        ),
        (lambda data: data["nodes"].__setitem__(3, -1), "field 'nodes[3]': -1 is not a whole"),
        (lambda data: data["values"].__setitem__(3, 1), "field 'values[3]': 1 is not a list"),
        (lambda data: data["moves"].__setitem__(3, 1), "field 'moves[3]': 1 is not a text"),
        (lambda data: data["players"][1].pop("name"), "field 'players[1].name' is missing"),
        (
            lambda data: data["players"][1].update(options={"a": 1}),
            "field 'players[1].options': {'a': 1} holds what is not a text or null",
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
