"""Many games at once: each as it would be played alone, whatever the others do."""

from __future__ import annotations

import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest
from support.batch_play import assert_consistent, chosen, play, shown
from support.position_builder import seat, table

from spyrium_ai.envs import SKIP_ACTION, Batch, Game, seed_of_game
from spyrium_ai.envs.observations import observe


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rivals", [None, "random", "heuristic"])
def test_the_arrays_say_what_the_positions_say(players: int, rivals: Any) -> None:
    batch = Batch(5, players, seed=3, rivals=rivals)
    assert_consistent(batch)
    for step in range(0, 120, 30):
        play(batch, 30, step)
        assert_consistent(batch)


@pytest.mark.parametrize("players", [2, 5])
def test_a_game_is_the_one_of_its_seed(players: int) -> None:
    batch = Batch(3, players, seed=8)
    games = [Game(players, seed_of_game(8, i)) for i in range(3)]
    for step in range(40):
        actions = chosen(batch, step)
        for i, game in enumerate(games):
            assert game.position() == batch.position(i)
            game.apply(int(actions[i]))
        batch.step(actions)


@pytest.mark.parametrize("rivals", [None, "random", "heuristic"])
def test_a_game_depends_on_neither_the_number_of_games_nor_the_threads(rivals: Any) -> None:
    few, many, threads = (
        Batch(n, 3, seed=2, rivals=rivals, threads=t) for n, t in ((5, 1), (70, 1), (70, 3))
    )
    ours, theirs, shared = (play(b, 25) for b in (few, many, threads))
    assert theirs == shared
    assert ours == [rows[:5] for rows in theirs]


def rows_of(batch: Batch) -> bytes:
    assert batch.observations is not None
    return batch.observations.tobytes()


@pytest.mark.parametrize("n", [33, 200])
@pytest.mark.parametrize("threads", [2, 5, 16])
def test_however_the_threads_share_the_games_each_is_stepped_once(n: int, threads: int) -> None:
    alone, shared = (Batch(n, 2, seed=5, threads=t, mask=False) for t in (1, threads))
    for step in range(60):
        actions = chosen(alone, step)
        alone.step(actions)
        shared.step(actions)
        assert rows_of(shared) == rows_of(alone)
    assert shown(shared) == shown(alone)


@pytest.mark.parametrize("rivals", [None, "random"])
def test_a_game_that_ends_is_kept_and_followed_by_the_next(rivals: Any) -> None:
    batch, ends = Batch(40, 2, seed=1, rivals=rivals), 0
    raw = Batch(40, 2, seed=1, rivals=rivals)
    going = np.ones(40, dtype=np.bool_)  # in their first game
    for step in range(130):
        actions = chosen(batch, step)
        raw.step_raw(np.where(going, actions, SKIP_ACTION))
        batch.step(actions)
        for i in np.flatnonzero(going & batch.ended):
            ends += 1
            over = raw.position(int(i))
            assert over.is_over
            assert batch.scores[i].tolist() == list(over.scores())
            shares = [2 * share - 1 for share in over.shares()]
            assert batch.rewards[i].tolist() == pytest.approx(shares)
            assert batch.lengths[i] == raw.lengths[i] > 40
            viewer = int(batch.final_seats[i])
            assert batch.final_observations is not None
            assert batch.final_observations[i].tobytes() == observe(over.state, viewer)
            assert (batch.position(int(i)).turn, batch.position(int(i)).is_over) == (1, False)
        assert (batch.rewards[~batch.ended] == 0).all()
        going &= ~batch.ended
        assert (raw.ended <= ~going).all()
    assert ends > 30


def test_the_learner_sees_its_own_end() -> None:
    batch = Batch(30, 3, seed=1, rivals="random", learner=2)
    raw = Batch(30, 3, seed=1, rivals="random", learner=2)
    assert batch.seats.tolist() == [2] * 30
    while not batch.ended.any():
        actions = chosen(batch, 1)
        batch.step(actions)
        raw.step_raw(actions)
        assert (batch.seats == 2).all()
    assert batch.final_observations is not None
    for i in np.flatnonzero(batch.ended):
        assert batch.final_observations[i].tobytes() == observe(raw.position(int(i)).state, 2)


def test_the_learner_sits_everywhere_unless_it_is_told_where() -> None:
    batch = Batch(200, 4, seed=1, rivals="random")
    assert set(batch.seats.tolist()) == {0, 1, 2, 3}


def test_the_heuristic_beats_the_random_rival() -> None:
    rewards = {}
    kinds: list[Any] = ["random", "heuristic"]
    for rivals in kinds:
        batch, total = Batch(100, 2, seed=1, rivals=rivals), 0.0
        for step in range(70):
            batch.step(chosen(batch, step))
            mine = batch.rewards[np.arange(100), batch.final_seats]
            total += float(mine[batch.ended].sum())
        rewards[rivals] = total
    assert rewards["heuristic"] < rewards["random"] - 50


def test_a_skipped_game_waits() -> None:
    batch = Batch(40, 2, seed=1)
    before = [batch.position(i) for i in range(40)]
    actions = chosen(batch, 1)
    actions[::3] = SKIP_ACTION
    batch.step_raw(actions)
    assert_consistent(batch)
    for i in range(40):
        assert (batch.position(i) == before[i]) == (i % 3 == 0)


def test_a_game_that_has_ended_waits_for_its_reset() -> None:
    batch = Batch(40, 2, seed=1)
    for step in range(200):
        batch.step_raw(chosen(batch, step))
    assert (batch.seats == -1).all()
    assert (batch.legal_counts == 0).all()
    assert_consistent(batch)
    with pytest.raises(ValueError, match="game 0: action 0 is not legal there"):
        batch.step_raw(np.zeros(40, dtype=np.int64))
    some = np.arange(40) % 2 == 0
    batch.reset(some)
    assert ((batch.seats >= 0) == some).all()
    assert_consistent(batch)


def test_a_snapshot_is_put_back_with_its_generators() -> None:
    batch = Batch(40, 3, seed=1, rivals="random")
    play(batch, 20)
    kept = batch.snapshot()
    positions = [batch.position(i) for i in range(40)]
    play(batch, 60)
    first = [batch.position(i) for i in range(40)]
    for snapshot in (kept, pickle.loads(pickle.dumps(kept))):  # noqa: S301 (its own)
        batch.restore(snapshot)
        assert [batch.position(i) for i in range(40)] == positions
        assert not batch.ended.any()
        assert_consistent(batch)
        play(batch, 60)
        assert [batch.position(i) for i in range(40)] == first


def test_reseeding_changes_what_comes_and_not_what_is() -> None:
    batch, other = Batch(20, 2, seed=1), Batch(20, 2, seed=2)
    before = [batch.position(i) for i in range(20)]
    batch.reseed(2)
    assert [batch.position(i) for i in range(20)] == before
    batch.reset()
    assert shown(batch) == shown(other)


@pytest.mark.parametrize(("observe_it", "mask"), [(False, False), (True, False), (False, True)])
def test_what_is_not_wanted_is_not_there(observe_it: bool, mask: bool) -> None:
    batch = Batch(4, 2, seed=1, observe=observe_it, mask=mask)
    assert (batch.observations is None) == (batch.final_observations is None) != observe_it
    assert (batch.masks is None) != mask
    whole = Batch(4, 2, seed=1)
    for step in range(100):
        actions = chosen(whole, step)
        batch.step(actions)
        whole.step(actions)
    assert [batch.position(i) for i in range(4)] == [whole.position(i) for i in range(4)]


def test_arrays_outlive_their_batch() -> None:
    batch = Batch(2, 2, threads=2)
    ids, observations = batch.legal(0), batch.observations
    kept = ids.tolist()
    del batch
    assert ids.tolist() == kept
    assert observations is not None
    assert observations[0].sum() > 0


def _steps_after_fork(batch: Batch, results: Any) -> None:
    results.put(play(batch, 5)[-1])


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_steps_without_the_threads() -> None:
    batch = Batch(70, 2, seed=1, threads=3)
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    child = context.Process(target=_steps_after_fork, args=(batch, results))
    child.start()
    theirs = results.get(timeout=60)
    child.join()
    assert theirs == play(batch, 5)[-1]


@pytest.mark.parametrize("rivals", [None, "random"])
def test_games_go_on_from_a_position(rivals: Any) -> None:
    batch = Batch(40, 2, seed=1, rivals=rivals)
    before = [batch.position(i) for i in range(40)]
    position = table(seat(money=7), seat(), decides="2", slots={"a1b1": "1"})
    some = np.arange(40) % 2 == 0
    batch.set_position(position, some)
    assert_consistent(batch)
    for i in range(40):
        assert batch.position(i) == (position if some[i] else before[i])
    assert (batch.seats[some] == 1).all()
    batch.set_position(position)
    play(batch, 3)
    assert_consistent(batch)
    assert len({str(batch.position(i)) for i in range(40)}) > 1
