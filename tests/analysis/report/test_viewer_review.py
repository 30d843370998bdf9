"""What the viewer is given of an analysis."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from support.made_up_reviews import made_up_review
from support.viewer_games import damaged, forfeited, played, positions, thought

from spyrium_ai.analysis.report.viewer import viewer_section
from spyrium_ai.analysis.report.viewer_game import game_data
from spyrium_ai.analysis.report.viewer_review import line_positions
from spyrium_ai.analysis.report.viewer_track import table
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.move_sentences import sentence
from spyrium_ai.match.records.record import GameRecord

GAMES = {"2": thought(2), "3": played(3), "5": thought(5), "forfeit": forfeited(3)}
each_game = pytest.mark.parametrize("record", GAMES.values(), ids=GAMES)


def tables(start: dict[str, Any], track: dict[str, Any]) -> list[dict[str, Any]]:
    found = [start]
    for change in track["changes"]:
        found.append({**found[-1], **change})
    return found


def expected(before: Position, moves: tuple[str, ...]) -> list[dict[str, Any]]:
    return [dict(table(position.board())) for position in line_positions(before, moves)]


@each_game
def test_lines_are_tables_from_the_one_before_the_move(record: GameRecord) -> None:
    review = made_up_review(record)
    data = game_data(record, review)
    game, reached = tables(data["start"], data), positions(record)
    assert len(data["review"]["decisions"]) == len(review.decisions) > 3
    for shown, item in zip(data["review"]["decisions"], review.decisions, strict=True):
        if item.cls not in {"error", "blunder"}:
            assert shown["lines"] is None
            assert (shown["words"] is None) == (item.best == item.move)
            continue
        before = reached[item.ply - 1]
        for name, line in (("better", item.better.line), ("played", item.played.line)):
            track = shown["lines"][name]
            assert tables(game[item.ply - 1], track) == expected(before, line)
            assert track["moves"] == list(line)
            assert track["seats"][0] == item.seat
            assert track["words"][0] == sentence(before.board(), line[0], third=True)
        assert shown["words"] == shown["lines"]["better"]["words"][0]


def test_a_move_without_a_line_is_one() -> None:
    record = thought(2)
    review = made_up_review(record)
    bare = tuple(
        replace(item, better=replace(item.better, line=()), played=replace(item.played, line=()))
        for item in review.decisions
    )
    for shown in game_data(record, replace(review, decisions=bare))["review"]["decisions"]:
        if shown["lines"]:
            assert shown["lines"]["better"]["moves"] == [shown["best"]]
            assert len(shown["lines"]["played"]["changes"]) == 1


def test_numbers_are_thousandths_and_tenths() -> None:
    review = made_up_review(thought(2))
    blunder = next(item for item in review.decisions if item.cls == "blunder")
    exact = replace(
        blunder, loss=0.1234, loss_error=0.0, loss_points=-1.26, second_loss=None, why=("x", "y")
    )
    data = game_data(thought(2), replace(review, decisions=(exact,)))["review"]
    (shown,) = data["decisions"]
    assert (shown["loss"], shown["error"], shown["points"]) == (123, 0, -13)
    assert (shown["second"], shown["why"]) == (None, ("x", "y"))
    assert sum(shown["better"]) == pytest.approx(1000, abs=1)
    assert data["sums"]["luck"] == [round(1000 * luck) for luck in review.luck]
    assert [player["classes"]["blunder"] for player in data["players"]] == [
        int(exact.seat == 1),
        int(exact.seat == 2),
    ]
    assert [deal["ply"] for deal in data["deals"]] == [deal.ply for deal in review.deals]


def test_what_cannot_be_replayed_is_left_out() -> None:
    record = thought(2)
    data = game_data(damaged(record, 40), made_up_review(record))["review"]
    assert max(item["ply"] for item in data["decisions"]) <= 39
    assert max(item["ply"] for item in data["deals"]) <= 39


def test_a_game_without_an_analysis_has_none() -> None:
    assert game_data(thought(2))["review"] is None


def test_a_mistake_costs_the_page_little() -> None:
    record = thought(2)
    review = made_up_review(record)
    mistakes = sum(item.cls in {"error", "blunder"} for item in review.decisions)
    more = len(viewer_section({"1": record}, {"1": review})) - len(viewer_section({"1": record}))
    assert mistakes > 30
    assert more < 600 * mistakes
    assert json.dumps(game_data(record, review))
