"""Which decisions of recorded games are measured."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from support.run_command import invoke, mistake_of

from spyrium_ai.tools.experiments.recorded_decisions import Selection, deal_of, decisions
from spyrium_ai.util.errors import UsageError

EARLY = range(1, 6)


@pytest.fixture(scope="module")
def four_deals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.jsonl"
    result = invoke("match", "heuristic", "random", "--games", 8, "--seed", 1, "--out", path)
    assert result.exit_code == 0, result.output
    return path


def test_decisions_have_a_choice_and_lie_in_the_turns(four_deals: Path) -> None:
    first, *_ = decisions(four_deals, Selection(EARLY, 30))
    assert len(first) == 30
    for decision in first:
        position = decision.position()
        assert position.turn in EARLY
        assert len(position.legal()) > 1


def test_of_each_deal_as_many_are_drawn_from_one_game(four_deals: Path) -> None:
    drawn = list(decisions(four_deals, Selection(EARLY, 10, deals=4)))
    assert [len(game) for game in drawn] == [2, 3, 2, 3]
    assert len({deal_of(game[0].key) for game in drawn}) == 4
    for game in drawn:
        assert len({decision.game for decision in game}) == 1
        assert all(later.left < earlier.left for later, earlier in pairwise(game))


def test_the_seed_draws(four_deals: Path) -> None:
    def drawn(seed: int) -> list[str]:
        selection = Selection(EARLY, 8, deals=4, seed=seed)
        return [each.key for game in decisions(four_deals, selection) for each in game]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


def test_fewer_deals_than_asked_for_are_a_mistake(four_deals: Path) -> None:
    with pytest.raises(UsageError, match="--deals 5: the games have 4 deals"):
        list(decisions(four_deals, Selection(EARLY, 10, deals=5)))
    told = mistake_of(invoke("regret", four_deals, "heuristic", "--deals", 5))
    assert "--deals 5: the games have 4 deals" in told


def test_games_of_other_numbers_of_players_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "three.jsonl"
    assert invoke("match", *["random"] * 3, "--games", 3, "--seed", 1, "--out", path).exit_code == 0
    assert list(decisions(path, Selection(EARLY, 5, seats=2))) == []
    (found,) = decisions(path, Selection(EARLY, 5))
    assert {decision.players for decision in found} == {3}
    assert found[0].position().players == 3
