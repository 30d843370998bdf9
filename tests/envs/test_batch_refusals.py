"""What a batch refuses, and that nothing is changed by it."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from support.batch_play import assert_consistent, chosen, play, shown
from support.position_builder import seat, table

from spyrium_ai.envs import ACTION_COUNT, SKIP_ACTION, Batch, Snapshot
from spyrium_ai.game.position import Position
from spyrium_ai.game.rules.state_class import State

ANY_BATCH: Any = Batch


def test_an_illegal_action_is_refused_with_the_games_number_and_nothing_is_changed() -> None:
    batch = Batch(70, 2, seed=4, threads=2)
    play(batch, 5)
    before = shown(batch)
    good = chosen(batch, 1)
    masks = batch.masks
    assert masks is not None
    for game, bad in ((0, -1), (69, ACTION_COUNT), (33, 2**40), (50, SKIP_ACTION)):
        with pytest.raises(ValueError, match=f"game {game}: action {bad} is not legal there"):
            batch.step(np.where(np.arange(70) == game, bad, good))
    for game in range(0, 70, 23):
        bad = int(np.flatnonzero(~masks[game])[game])
        with pytest.raises(ValueError, match=f"game {game}: action {bad} is not legal there"):
            batch.step_raw(np.where(np.arange(70) == game, bad, good))
    assert shown(batch) == before
    batch.step(good)


@pytest.mark.parametrize(
    "actions",
    [[0], np.zeros(3), np.zeros((4, 1), dtype=int), "0000", None, [0.5] * 4, np.zeros(5, int)],
)
def test_actions_of_another_kind_are_refused(actions: Any) -> None:
    batch = Batch(4, 2)
    before = shown(batch)
    with pytest.raises(ValueError, match="actions"):
        batch.step(actions)
    assert shown(batch) == before


def test_what_an_action_is_checked_by_cannot_be_written() -> None:
    batch = Batch(4, 2)
    for array in (batch.legal_ids, batch.legal_starts, batch.legal_counts, batch.legal(0)):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_what_a_caller_writes_into_the_other_arrays_changes_no_game() -> None:
    batch, other = Batch(40, 2, seed=1), Batch(40, 2, seed=1)
    for step in range(60):
        actions = chosen(other, step)
        for array in (batch.observations, batch.seats, batch.rewards, batch.ended, batch.lengths):
            assert array is not None
            array[:] = 1
        batch.step(actions)
        other.step(actions)
    assert [batch.position(i) for i in range(40)] == [other.position(i) for i in range(40)]


@pytest.mark.parametrize("games", [[True], np.zeros(4), np.zeros(4, int), np.zeros((4, 1), bool)])
def test_games_to_reset_are_truth_values(games: Any) -> None:
    with pytest.raises(ValueError, match="games"):
        Batch(4, 2).reset(games)


def test_a_snapshot_of_another_batch_is_refused() -> None:
    batch = Batch(4, 2, rivals="random")
    for other in (Batch(5, 2), Batch(4, 3)):
        with pytest.raises(ValueError, match="a snapshot of"):
            batch.restore(other.snapshot())
    alone = Batch(4, 2, seed=9)
    while (alone.seats == 0).all():
        alone.step(chosen(alone, 0))
    with pytest.raises(ValueError, match="the learner does not decide there"):
        batch.restore(alone.snapshot())
    with pytest.raises(TypeError):
        batch.restore(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="made by Batch"):
        Snapshot()


def test_bytes_that_no_batch_has_written_are_no_snapshot() -> None:
    reduced: Any = Batch(4, 2).snapshot().__reduce__()
    make, (memory, n, players) = reduced
    for wrong in (
        (memory[:-1], n, players),
        (memory, 3, players),
        (memory, n, 3),
        (memory, 0, players),
        (bytes(len(memory)), n, players),
        (b"\xff" * len(memory), n, players),
    ):
        with pytest.raises(ValueError, match=r".+"):
            make(*wrong)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"n": 0}, "n: "),
        ({"n": 2**21}, "n: "),
        ({"players": 6}, "players"),
        ({"seed": -1}, "seed"),
        ({"rivals": "mcts"}, "rivals"),
        ({"rivals": 1}, "rivals"),
        ({"learner": 0}, "learner"),
        ({"rivals": "random", "learner": 2}, "learner"),
        ({"threads": 0}, "threads"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises((ValueError, TypeError), match=named):
        ANY_BATCH(**({"n": 2, "players": 2} | arguments))


def test_a_batch_that_was_not_made_does_nothing() -> None:
    empty = Batch.__new__(Batch)
    for call in (empty.reset, empty.snapshot, lambda: empty.step(np.zeros(0, int))):
        with pytest.raises((RuntimeError, ValueError)):
            call()
    made = Batch(2, 2)
    with pytest.raises(TypeError, match="once"):
        made.__init__(2, 2)  # type: ignore[misc]


def test_threads_of_python_take_turns_or_are_refused() -> None:
    """Whatever they do at the same time, every step is carried out in whole or not at all."""
    batch, refused, made = Batch(500, 2, seed=1), [], []

    def work() -> None:
        for step in range(30):
            try:
                batch.step(chosen(batch, step))
                made.append(1)
            except (RuntimeError, ValueError) as error:
                refused.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made
    assert all("another thread" in why or "is not legal there" in why for why in refused)
    assert_consistent(batch)


def test_a_position_that_a_batch_cannot_have_is_refused_and_nothing_is_changed() -> None:
    there = table(seat(), seat())
    used = there.state.data()
    used = used._replace(
        seats=(used.seats[0]._replace(phase=0, buildings=((0, True),)), used.seats[1])
    )
    batch, second = Batch(4, 2), Batch(4, 2, rivals="random", learner=1)
    for made, position, why in (
        (batch, table(seat(), seat(), seat()), "3 players, not 2"),
        (batch, Position.start(2), "chance decides there"),
        (batch, Position(State.from_data(used)), "Phase I"),
        (second, there, "the learner has the seat 1"),
    ):
        before = shown(made)
        with pytest.raises(ValueError, match=why):
            made.set_position(position)
        assert shown(made) == before
    with pytest.raises((TypeError, AttributeError)):
        ANY_BATCH.set_position(batch, "2 0")
    with pytest.raises(ValueError, match="games"):
        ANY_BATCH.set_position(batch, there, [1, 0, 0, 0])
