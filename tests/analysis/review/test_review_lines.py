"""The lines of an analysis: what was written is read again, and what is wrong is named."""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from support.hostile import EVIL_LINES
from support.made_up_reviews import made_up_review
from support.report_games import played

from spyrium_ai.analysis.review.game_review import GameReview, MoveClass
from spyrium_ai.analysis.review.review_lines import (
    DECIMALS,
    read_reviews,
    review_lines,
)
from spyrium_ai.util.errors import UsageError

TWO = made_up_review(played(("ann", "bob"), 1))
FIVE = made_up_review(played(("a", "b", "c", "d", "e"), 2))


def rounded(data: Any) -> Any:
    if isinstance(data, float):
        return round(data, DECIMALS)
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return tuple(map(rounded, data))
    return data


def objects(review: GameReview) -> list[dict[str, Any]]:
    return [json.loads(line) for line in review_lines(review)]


def write(path: Path, *reviews: GameReview) -> Path:
    path.write_text("".join(f"{line}\n" for review in reviews for line in review_lines(review)))
    return path


def write_objects(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def test_an_analysis_comes_back_as_it_was(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", TWO, FIVE)
    assert [rounded(asdict(review)) for review in read_reviews(path)] == [
        rounded(asdict(TWO)),
        rounded(asdict(FIVE)),
    ]
    packed = tmp_path / "a.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert list(read_reviews(packed)) == list(read_reviews(path))


def test_the_lines_are_in_the_order_of_the_game() -> None:
    head, *parts = objects(TWO)
    sums = parts[-2:]
    assert (head["type"], head["decisions"]) == ("game", len(TWO.decisions))
    plies = [part["ply"] for part in parts[:-2]]
    assert plies == sorted(plies)
    assert [part["type"] for part in parts[:-2]].count("deal") == head["deals"] == 6
    assert [line["type"] for line in sums] == ["player", "player"]
    for part in parts[:-2]:
        assert part["id"] == TWO.id
        if part["type"] == "decision":
            assert {"loss", "loss_points", "class", "better", "played"} < set(part)
            assert part["player"] == TWO.players[part["seat"] - 1]


def test_the_sums_of_a_player_leave_out_forced_moves() -> None:
    made: list[tuple[MoveClass, float, float | None]] = [
        ("forced", 0.5, 3.0),
        ("none", 0.0, None),
        ("blunder", 0.2, 4.0),
        ("error", 0.1, 1.0),
    ]
    decisions = [
        replace(TWO.decisions[0], seat=1, cls=cls, loss=loss, loss_points=points)
        for cls, loss, points in made
    ]
    ann, bob = objects(replace(TWO, decisions=tuple(decisions)))[-2:]
    assert (ann["seat"], ann["player"], ann["decisions"]) == (1, "ann", 3)
    assert (ann["loss_mean"], ann["loss_points_mean"]) == (0.1, 2.5)
    assert ann["classes"] == {"forced": 1, "none": 1, "small": 0, "error": 1, "blunder": 1}
    assert ann["luck"] == pytest.approx(TWO.luck[0], abs=1e-5)
    assert (bob["decisions"], bob["loss_mean"], bob["loss_points_mean"]) == (0, None, None)


def test_texts_are_written_out(tmp_path: Path) -> None:
    evil = replace(
        TWO,
        id=EVIL_LINES,
        judge=EVIL_LINES,
        players=(EVIL_LINES, "bob"),
        decisions=(replace(TWO.decisions[0], move=EVIL_LINES, why=(EVIL_LINES,)),),
    )
    (found,) = read_reviews(write(tmp_path / "a.jsonl", evil))
    (decision,) = found.decisions
    for text in (found.id, found.judge, found.players[0], decision.move, *decision.why):
        assert text.startswith("evil")
        assert text.isprintable()


WRONG = [
    (0, {"type": "decision"}, "field 'type': 'decision' is not one of: game"),
    (1, {"type": "moves"}, "field 'type': 'moves' is not one of: game, decision, deal, player"),
    (1, {"id": "7"}, "field 'id': '7' is not '1.1'"),
    (2, {"class": "awful"}, "field 'class': 'awful' is not one of: forced, none, small, error"),
    (2, {"class": 3}, "field 'class': 3 is not one of"),
    (2, {"kind": "x"}, "field 'kind': 'x' is not one of: placing"),
    (2, {"loss": 2}, "field 'loss': 2.0 is not a number from 0 to 1"),
    (2, {"loss": float("nan")}, "field 'loss': nan is not a number from 0 to 1"),
    (2, {"seat": 3}, "field 'seat': 3 is not from 1 to 2"),
    (2, {"ply": 10**40}, "field 'ply': 1000"),
    (2, {"ply": 2}, "field 'ply': 2 does not follow 2"),
    (2, {"rank": "1"}, "field 'rank': '1' is not a whole number"),
    (2, {"gained": [0.0]}, "field 'gained': 1 items instead of 2"),
    (
        2,
        {"better": {"shares": [1, 7]}},
        "field 'better.shares[1]': 7.0 is not a number from 0 to 1",
    ),
    (2, {"better": {}}, "field 'better.shares' is missing"),
    (0, {"players": ["a"]}, "field 'players': 1 items instead of 2 to 5"),
    (0, {"start": [0.5, 0.3, 0.2]}, "field 'start': 3 items instead of 2"),
    (0, {"deals": [1]}, "field 'deals': [1] is not a whole number"),
]


@pytest.mark.parametrize(("index", "change", "error"), WRONG, ids=[wrong[2] for wrong in WRONG])
def test_what_is_wrong_is_named(
    tmp_path: Path, index: int, change: dict[str, Any], error: str
) -> None:
    lines = objects(TWO)
    assert [line["type"] for line in lines[:3]] == ["game", "deal", "decision"]
    lines[index] |= change
    path = write_objects(tmp_path / "a.jsonl", lines)
    with pytest.raises(UsageError) as caught:
        list(read_reviews(path))
    assert f"'{path}' is not an analysis: line {index + 1}: {error}" in str(caught.value)


def test_every_field_without_a_default_has_to_be_there(tmp_path: Path) -> None:
    for index, names in ((0, "judge decisions"), (1, "luck"), (2, "class move gained")):
        for name in names.split():
            lines = objects(TWO)
            del lines[index][name]
            with pytest.raises(UsageError, match=rf"line {index + 1}: field '\w+' is missing"):
                list(read_reviews(write_objects(tmp_path / "a.jsonl", lines)))


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (played(("ann", "bob"), 1).to_line() + "\n", "line 1: field 'type' is missing"),
        ("[1]\n", r"line 1: \[1\] is not an object"),
        ("hello\n", "line 1: not JSON"),
        ('{"type":"game","id', "line 1: torn: the line breaks off before its end"),
        ('{"type":"game","x":' + "[" * 900 + "]" * 900 + "}\n", "line 1: "),
        ("\x1f\x8bxx", "is damaged here"),
    ],
)
def test_files_of_others(tmp_path: Path, content: str, error: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(content, encoding="latin-1")
    with pytest.raises(UsageError, match=error):
        list(read_reviews(path))


def test_a_file_that_was_cut_off_says_so(tmp_path: Path) -> None:
    lines = list(review_lines(TWO))
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(lines[:20]) + "\n" + lines[20][:30])
    with pytest.raises(UsageError, match="line 21: torn"):
        list(read_reviews(path))
    path.write_text("\n".join(lines[:20]) + "\n")
    with pytest.raises(UsageError, match=r"line 20: the game ends here with \d+ of \d+ decisions"):
        list(read_reviews(path))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        list(read_reviews(tmp_path / "none"))
