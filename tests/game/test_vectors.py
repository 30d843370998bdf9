"""Games, counts and positions recorded by an independent, slow implementation of the rules."""

from __future__ import annotations

import pytest
from support.position_builder import refusal, vectors

from spyrium_ai.game.position import Position

GAMES = [f"games-{players}-players" for players in (2, 3, 4, 5)]


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_replayed_to_the_same_positions_moves_and_scores(name: str) -> None:
    for number, game in enumerate(vectors(name)):
        position = Position.start(game["players"])
        for ply, step in enumerate(game["steps"]):
            where = f"game {number}, ply {ply}: {step['position']}"
            assert str(position) == step["position"], where
            assert position.is_chance == (step["legal"] is None), where
            assert position.legal() == (step["legal"] or []), where
            position.apply(step["move"])
        assert str(position) == game["final_position"], f"game {number}"
        assert position.is_over
        assert list(position.scores()) == game["final_scores"], f"game {number}"
        assert list(position.winners()) == game["winners"], f"game {number}"


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_position_is_the_same_read_from_text_as_reached_by_play(name: str) -> None:
    for game in vectors(name)[::2]:
        position = Position.start(game["players"])
        for step in game["steps"]:
            read = Position.parse(step["position"])
            assert str(read) == step["position"]
            assert read == position, step["position"]
            assert read.key == position.key, step["position"]
            position.apply(step["move"])


def test_recorded_counts_of_sequences_of_moves() -> None:
    cases = vectors("perft")
    assert len(cases) > 100
    for case in cases:
        position = Position.parse(case["position"])
        counts = [position.perft(depth) for depth in range(1, len(case["perft"]) + 1)]
        assert counts == case["perft"], case["position"]


def test_recorded_positions_are_accepted_or_refused_alike() -> None:
    cases = vectors("positions")
    assert sum(case["valid"] for case in cases) > 200
    for case in cases:
        verdict = refusal(case["position"])
        assert (verdict is None) == case["valid"], f"{case} but: {verdict}"
        if case["valid"]:
            assert str(Position.parse(case["position"])) == case["position"]
