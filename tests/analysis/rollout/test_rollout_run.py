"""Rollouts of real positions: their ends, their common deals, and the journal to go on with."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from spyrium_ai.analysis.rollout.continuation import WAYS, Continuation, GameEnd, proposed_moves
from spyrium_ai.analysis.rollout.rollout_player import RolloutPlayer
from spyrium_ai.analysis.rollout.rollout_players import RolloutPlayers
from spyrium_ai.analysis.rollout.rollout_run import Rollout
from spyrium_ai.game.dealer import Dealer
from spyrium_ai.game.position import IllegalMoveError, Position
from spyrium_ai.search.stop_flag import StopFlag
from spyrium_ai.util.errors import UsageError

PLAYERS = RolloutPlayers("heuristic", "heuristic")


def opening(players: int = 2, seed: int = 5) -> Position:
    position, dealer = Position.start(players), Dealer(players, seed)
    while position.is_chance:
        position.apply(dealer.deal(position))
    return position


def forced_end(position: Position, move: str) -> Position | None:
    """Return the end of the game after this move, None where somebody has a choice before it."""
    position = position.copy()
    position.apply(move)
    while not position.is_over:
        legal = position.legal()
        if len(legal) != 1:
            return None
        position.apply(legal[0])
    return position


@cache
def last_choice() -> Position:
    """Return a position with a choice, the last one of the game whatever is chosen."""
    for seed in range(200):
        position, dealer, luck = opening(seed=seed), Dealer(2, seed), random.Random(seed)
        while not position.is_over:
            if position.is_chance:
                position.apply(dealer.deal(position))
                continue
            legal = position.legal()
            is_choice = position.turn == 6 and len(legal) > 1
            if is_choice and all(forced_end(position, move) for move in legal):
                return position
            position.apply(luck.choice(legal))
    raise AssertionError("no such position")


def test_moves_that_decide_the_game_are_judged_by_its_result() -> None:
    position = last_choice()
    standing = Rollout(position, tuple(position.legal()), games=3, players=PLAYERS).run()
    for one in standing.moves_in_order():
        end = forced_end(position, one.move)
        assert end is not None
        assert one.rollouts == 3
        assert one.share.mean == end.shares()[position.to_move - 1]
        scores = end.scores()
        ahead = scores[position.to_move - 1] - scores[2 - position.to_move]
        assert one.margin.mean == ahead


def test_rollouts_repeat_in_any_number_of_threads() -> None:
    position = opening(3)
    rollout = Rollout(position, tuple(position.legal()[:3]), games=20, players=PLAYERS)
    alone, together = rollout.run(), rollout.run(jobs=3)
    assert len(alone.ends) == 60
    assert alone.ends == together.ends
    assert len(set(alone.ends.values())) > 30
    other = Rollout(position, tuple(position.legal()[:3]), games=20, players=PLAYERS, seed=2).run()
    assert alone.ends != other.ends


def test_the_seed_of_a_player_makes_other_rollouts() -> None:
    position = opening()
    ends = [
        Continuation(RolloutPlayers(player, player), 1, StopFlag()).play(
            position, position.legal()[0], 1
        )
        for player in ("random", "random:seed=1", "random:seed=2")
    ]
    assert len(set(ends)) == 3


def test_nothing_that_a_search_keeps_goes_from_one_rollout_to_another(tmp_path: Path) -> None:
    position, path = opening(), tmp_path / "journal"
    players = RolloutPlayers("mcts:nodes=200,dealsafter=20", "mcts:nodes=20")
    rollout = Rollout(position, tuple(position.legal()[:2]), games=12, players=players)
    whole = rollout.run(jobs=3)
    replace(rollout, games=5).run(journal=path)
    assert rollout.run(journal=path).ends == whole.ends
    turned = Continuation(players, rollout.seed, StopFlag())
    for move, number in reversed(whole.ends):
        assert turned.play(position, move, number) == whole.ends[move, number]


def test_all_moves_meet_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: dict[int, list[str]] = {}
    real = Dealer.deal

    def deal(self: Dealer, position: Position) -> str:
        found = real(self, position)
        dealt.setdefault(self.seed, []).append(found.partition(".")[0])
        return found

    monkeypatch.setattr(Dealer, "deal", deal)
    position = opening()
    continuation = Continuation(PLAYERS, 1, StopFlag())
    dealt.clear()
    for move in position.legal()[:2]:
        continuation.play(position, move, 7)
    (deals,) = dealt.values()
    assert len(deals) == 10
    assert deals[:5] == deals[5:]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[RolloutPlayer, int, str]]:
    """Return the decisions of all rollouts, as they are made: who decides, the turn, the move."""
    found: list[tuple[RolloutPlayer, int, str]] = []
    real = RolloutPlayer.choose

    def choose(self: RolloutPlayer, position: Position, stop: StopFlag) -> str:
        move = real(self, position, stop)
        found.append((self, position.turn, move))
        return move

    monkeypatch.setattr(RolloutPlayer, "choose", choose)
    return found


def test_the_turn_of_the_position_has_a_player_of_its_own(
    made: list[tuple[RolloutPlayer, int, str]],
) -> None:
    position = opening()
    continuation = Continuation(RolloutPlayers("heuristic", "heuristic"), 1, StopFlag())
    continuation.play(position, position.legal()[0], 1)
    (first,) = {player for player, turn, _ in made if turn == 1}
    (later,) = {player for player, turn, _ in made if turn > 1}
    assert first is not later
    assert {turn for _, turn, _ in made} == set(range(1, 7))


def test_the_turn_is_played_on_in_a_few_ways_only(
    made: list[tuple[RolloutPlayer, int, str]],
) -> None:
    position = opening()
    continuation = Continuation(RolloutPlayers("random", "heuristic"), 1, StopFlag())
    ways = []
    for number in range(1, 101):
        made.clear()
        continuation.play(position, position.legal()[0], number)
        ways.append(tuple(move for _, turn, move in made if turn == 1))
    assert len(set(ways)) == 1 + WAYS  # nothing is decided where the turn has been played on
    assert len([way for way in ways if way]) == WAYS


def test_a_rollout_that_is_stopped_has_no_end() -> None:
    stop = StopFlag()
    stop.set()
    position = opening()
    assert Continuation(PLAYERS, 1, stop).play(position, position.legal()[0], 1) is None


def test_the_journal_goes_on_and_takes_more_moves_and_games(tmp_path: Path) -> None:
    position, path = opening(), tmp_path / "journal"
    moves = tuple(position.legal()[:3])
    Rollout(position, moves[:2], games=5, players=PLAYERS).run(journal=path)
    assert len(path.read_text().splitlines()) == 1 + 10
    with path.open("a") as file:
        file.write('{"move": "torn')
    whole = Rollout(position, moves, games=8, players=PLAYERS)
    resumed = whole.run(journal=path)
    assert resumed.ends == whole.run().ends
    assert len(path.read_text().splitlines()) == 1 + 24


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[1]\n", "is of a run with other settings"),
        ("hello\n", "line 1: not JSON"),
        ("hello", "it has no whole line"),
    ],
)
def test_a_file_that_is_no_journal_is_left_alone(
    tmp_path: Path, content: str, problem: str
) -> None:
    path = tmp_path / "journal"
    path.write_text(content)
    position = opening()
    with pytest.raises(UsageError, match=problem):
        Rollout(position, tuple(position.legal()[:2]), players=PLAYERS).run(journal=path)
    assert path.read_text() == content


def test_a_wrong_line_of_a_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    position = opening()
    rollout = Rollout(position, tuple(position.legal()[:2]), games=1, players=PLAYERS)
    rollout.run(journal=path)
    with path.open("a") as file:
        file.write('{"move": "pass", "number": 0, "shares": [1, 0], "scores": [1, 0]}\n')
    with pytest.raises(UsageError, match="line 4: field 'number': 0 is not"):
        rollout.run(journal=path)


def test_a_search_proposes_good_moves() -> None:
    position = opening()
    found = proposed_moves(position, 4, StopFlag())
    assert len(set(found)) == 4
    assert set(found) < set(position.legal())
    few = last_choice()
    assert proposed_moves(few, 100, StopFlag()) == few.legal()


def test_the_margin_is_over_the_best_rival() -> None:
    assert GameEnd((0, 0, 1), (10, 12, 15)).margin(1) == -5
    assert GameEnd((0, 0, 1), (10, 12, 15)).margin(3) == 3


def test_what_cannot_be_rolled_out_is_an_error_of_use() -> None:
    with pytest.raises(UsageError, match="chance decides in this position"):
        Rollout(Position.start(2), ())
    position = opening()
    with pytest.raises(IllegalMoveError, match="'pass' is not legal here"):
        Rollout(position, ("pass",))
    for player in ("nobody", "human", "./engine"):
        for players in (RolloutPlayers(player), RolloutPlayers(later=player)):
            problem = f"player '{player}': rollouts are played by built-in"
            with pytest.raises(UsageError, match=problem):
                Rollout(position, (position.legal()[0],), players=players).run()
