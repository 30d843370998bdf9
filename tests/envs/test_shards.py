"""Shards: what is written is read back, and what does not fit is refused by name."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spyrium_ai.envs import Game
from spyrium_ai.envs.selfplay import SelfplaySettings, play_game
from spyrium_ai.envs.shards import (
    GAMES_OF_SHARD,
    Shard,
    count_games,
    joined,
    pack,
    read_shard,
    read_shards,
)


def shard(players: int = 2, games: int = 2, sampled: int = 10) -> Shard:
    settings = SelfplaySettings(players, nodes=3, sampled=sampled, seed=4)
    played = [play_game(settings, number) for number in range(games)]
    return joined([game for game in played if game is not None])


@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_game_is_replayed_by_its_seed_and_actions(players: int) -> None:
    found = shard(players)
    starts = found.legal_starts
    at = 0
    for seed, length, scores in zip(
        found.game_seeds, found.game_lengths, found.scores, strict=True
    ):
        game = Game(players, int(seed))
        for i in range(at, at + length):
            legal = found.legal_ids[starts[i] : starts[i] + found.legal_counts[i]]
            assert legal.tolist() == game.legal_actions()
            assert found.seats[i] == game.seat
            assert found.observations[i].tobytes() == game.observe().tobytes()
            game.apply(int(found.chosen[i]))
        assert game.is_over
        assert tuple(scores) == game.scores()
        shares = game.position().shares()
        for i in range(at, at + length):
            order = [(found.seats[i] + k) % players for k in range(players)]
            assert found.outcomes[i] == pytest.approx([shares[seat] for seat in order])
        at += length
    assert at == len(found)


def test_the_policy_is_that_of_the_visits() -> None:
    found = shard()
    starts = found.legal_starts
    assert np.add.reduceat(found.visits, starts).tolist() == [3] * len(found)
    assert np.add.reduceat(found.policy, starts) == pytest.approx(1)
    assert found.values.sum(axis=1) == pytest.approx(1)
    assert found.games.tolist() == np.repeat([0, 1], found.game_lengths).tolist()


def test_after_the_sampled_decisions_the_most_visited_move_is_played() -> None:
    found = shard(games=1, sampled=5)
    starts = found.legal_starts
    for i in range(len(found)):
        part = slice(starts[i], starts[i] + found.legal_counts[i])
        visits = dict(zip(found.legal_ids[part].tolist(), found.visits[part].tolist(), strict=True))
        assert visits[int(found.chosen[i])] > 0
        assert i < 5 or visits[int(found.chosen[i])] == max(visits.values())
    drawn = shard(games=1, sampled=1000)
    assert drawn.chosen.tolist() != found.chosen.tolist()


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    parts = [shard(games=1), shard(games=2)]
    for number, part in enumerate(parts):
        (tmp_path / f"shard-{number:06}.npz").write_bytes(pack(part))
    read = list(read_shards(tmp_path))
    assert [pack(each) for each in read] == [pack(each) for each in parts]
    assert count_games(tmp_path / "shard-000001.npz") == (2, len(parts[1]))
    assert np.load(tmp_path / "shard-000000.npz")["chosen"].tolist() == parts[0].chosen.tolist()


def test_a_folder_without_shards_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"has no shard-\*\.npz"):
        next(read_shards(tmp_path))


def _rewritten(content: bytes, name: str, array: Any) -> bytes:
    """Return the file with one array in place of another."""
    with np.load(io.BytesIO(content)) as file:
        arrays = {each: file[each] for each in file.files}
    changed = io.BytesIO()
    np.savez_compressed(changed, **{**arrays, name: array})
    return changed.getvalue()


HEADER = (1, 1, 1, 2, 2, 10, 10)


def _announcing(**changes: int) -> Callable[[bytes], bytes]:
    """Return what has a file's header say other numbers."""
    names = ("format", "actions", "observations", "players", "games", "plies", "legal")
    header = [changes.get(name, number) for name, number in zip(names, HEADER, strict=True)]
    return lambda content: _rewritten(content, "header", np.array(header))


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut": (lambda content: content[:-100], "not a zip file"),
    "no file of arrays": (lambda _: b"games", "not a zip file"),
    "changed": (lambda c: c[:500] + b"spyrium" + c[507:], ""),
    "another format": (_announcing(format=2), r"formats \(2, 1, 1\) instead"),
    "no header": (
        lambda c: _rewritten(c, "header", np.array(HEADER[1:])),
        r"'header' is <i8 of shape '\(6,\)'",
    ),
    "six players": (_announcing(players=6), "2 games for 6 players"),
    "too many games": (_announcing(games=GAMES_OF_SHARD + 1), "65 games for 2 players"),
    "endless games": (_announcing(plies=10**12), "decisions in 2 games"),
    "many legal actions": (_announcing(legal=10**12), "legal actions at 10 decisions"),
    "another shape": (lambda c: _rewritten(c, "scores", np.zeros((3, 2), "<i4")), "'scores' is"),
    "another kind": (lambda c: _rewritten(c, "seats", np.zeros(9, "<f8")), "'seats' is <f8"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_shard_is_named(kind: str, tmp_path: Path) -> None:
    damage, problem = DAMAGE[kind]
    path = tmp_path / "shard-000000.npz"
    path.write_bytes(damage(pack(shard(games=1))))
    with pytest.raises(
        ValueError, match=f"shard-000000.npz' cannot be read as a shard: .*{problem}"
    ):
        read_shard(path)


CHANGES: dict[str, tuple[Callable[[Shard], Shard], str]] = {
    "counts": (lambda s: replace(s, legal_counts=s.legal_counts + 1), "do not count 'legal_ids'"),
    "lengths": (
        lambda s: replace(s, game_lengths=s.game_lengths + 1),
        "do not count the decisions",
    ),
    "seats": (lambda s: replace(s, seats=s.seats + 2), "not at the table"),
    "ids": (lambda s: replace(s, legal_ids=s.legal_ids + 3210), "above the action space"),
    "visits": (lambda s: replace(s, visits=0 * s.visits), "all 0 at a decision"),
    "chosen": (lambda s: replace(s, chosen=0 * s.chosen + 3208), "not legal"),
    "values": (lambda s: replace(s, values=s.values / np.float32(0)), "not finite"),
}


@pytest.mark.filterwarnings("ignore:divide by zero:RuntimeWarning")
@pytest.mark.parametrize("kind", CHANGES)
def test_arrays_that_do_not_fit_are_refused(kind: str, tmp_path: Path) -> None:
    change, problem = CHANGES[kind]
    path = tmp_path / "shard-000000.npz"
    path.write_bytes(pack(change(shard(games=1))))
    with pytest.raises(ValueError, match=problem):
        read_shard(path)
