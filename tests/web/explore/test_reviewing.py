"""Analyses of whole games: begun, followed, cancelled, and known afterwards."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from support.viewer_games import damaged
from support.web_games import keep, recorded

from spyrium_ai.analysis.review.review_run import ReviewSettings, known_review
from spyrium_ai.web.api import ApiError
from spyrium_ai.web.context import Context
from spyrium_ai.web.explore import reviewing
from spyrium_ai.web.explore.desk import ExploreDesk
from spyrium_ai.web.explore.reviewing import ReviewDesk

NAME = "2026-11-20-120000-ada-level"
PLIES = 24

Data = dict[str, Any]


@pytest.fixture
def review(context: Context) -> str:
    """Return the path of the analysis of a short game."""
    assert context.store is not None
    keep(context.store, NAME, recorded(), PLIES)
    return f"/api/games/{NAME}/review"


def ended(client: TestClient, path: str) -> Data:
    """Return how the analysis has ended, after a while."""
    for _ in range(1200):
        progress: Data = client.get(path).json()
        if progress["state"] not in {"waiting", "running"}:
            return progress
        time.sleep(0.05)
    raise AssertionError("it does not end")


def test_an_analysis_is_made_once_and_comes_with_the_game(client: TestClient, review: str) -> None:
    assert client.get(review).json()["state"] == "none"
    begun = client.post(review).json()
    assert begun["state"] in {"waiting", "running"}
    assert begun["total"] == PLIES - 1  # setup and first deal are one question
    done = ended(client, review)
    assert done == {"state": "done", "done": begun["total"], "total": begun["total"], "error": ""}
    game = client.get(f"/api/games/{NAME}").json()
    assert len(game["review"]["decisions"]) == PLIES - 3  # there are two deals
    assert game["review"]["finished"] is False
    (listed,) = client.get("/api/games").json()["kept"]
    assert all(0 <= loss < 1 for loss in listed["losses"])


def test_what_was_analysed_before_shows_at_once(
    client: TestClient, context: Context, review: str
) -> None:
    client.post(review)
    ended(client, review)
    context._parts.clear()  # as after a restart
    assert client.get(review).json()["state"] == "none"
    assert client.get(f"/api/games/{NAME}").json()["review"]


def test_it_can_be_cancelled_and_gone_on_with(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, review: str
) -> None:
    desk = ReviewDesk.start
    asked: list[ReviewDesk] = []

    def start(self: ReviewDesk, record: Any) -> None:
        asked.append(self)
        desk(self, record)
        self.cancel(record)

    monkeypatch.setattr(ReviewDesk, "start", start)
    client.post(review)
    assert ended(client, review)["state"] == "cancelled"
    assert client.get(f"/api/games/{NAME}").json()["review"] is None
    monkeypatch.undo()
    client.post(review)
    assert ended(client, review)["state"] == "done"


def test_a_game_that_is_not_there_is_not_analysed(client: TestClient) -> None:
    for method in ("GET", "POST", "DELETE"):
        assert client.request(method, "/api/games/none/review").status_code == 404


def test_a_game_that_cannot_be_replayed_is_not_analysed(client: TestClient) -> None:
    line = damaged(recorded(), 20).to_line().encode("ascii") + b"\n"
    (game,) = client.post("/api/games", content=line).json()["games"]
    answer = client.post(f"/api/games/{game['name']}/review")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("the game cannot be analysed: ply 20")
    found = client.get(f"/api/games/{game['name']}").json()
    assert found["problem"].startswith("The record cannot be replayed further")
    assert found["review"] is None


def test_a_judge_that_does_not_start_is_named(context: Context, review: str) -> None:
    assert review
    part = context.part(ExploreDesk, ExploreDesk)
    part.reviews.settings = ReviewSettings(judge="heuristic:wrong=1", second="")
    record = part.library.find(NAME)
    part.reviews.start(record)
    part.reviews._worker.shutdown()
    progress = part.reviews.progress(record)
    assert progress["state"] == "failed"
    assert "no option 'wrong'" in progress["error"]


def test_too_many_games_do_not_wait(
    context: Context, monkeypatch: pytest.MonkeyPatch, review: str
) -> None:
    assert review
    monkeypatch.setattr(reviewing, "MOST_WAITING", 0)
    monkeypatch.setattr(ReviewDesk, "_run", lambda _self, _job: None)
    part = context.part(ExploreDesk, ExploreDesk)
    part.reviews.start(part.library.find(NAME))
    part.reviews.start(part.library.find(NAME))  # is under way: nothing more to do
    with pytest.raises(ApiError, match="0 games wait") as refused:
        part.reviews.start(recorded())
    assert refused.value.status == 429


def test_the_end_of_the_server_ends_an_analysis(context: Context, review: str) -> None:
    assert review
    part = context.part(ExploreDesk, ExploreDesk)
    record = part.library.find(NAME)
    part.reviews.start(record)
    context.close()
    assert part.reviews.progress(record)["state"] in {"cancelled", "done"}
    assert part.reviews._worker._shutdown


def test_it_is_that_of_the_command(client: TestClient, context: Context, review: str) -> None:
    client.post(review)
    ended(client, review)
    part = context.part(ExploreDesk, ExploreDesk)
    desk = part.reviews
    record = part.library.find(NAME)
    assert known_review(record, desk.settings, desk._folder) == desk.known(record)
