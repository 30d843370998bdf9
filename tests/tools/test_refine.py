"""Fitting the nets on to games of `mcts`: what the games hold, and what is learned of them."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from spyrium_ai.game.position import Position
from spyrium_ai.search.evaluation.value_net import NET_COUNT, Net
from spyrium_ai.search.mcts import Search
from spyrium_ai.search.weights import NETS_FILE, load_net, load_weights
from spyrium_ai.tools.training import searched_games as searched_games_module
from spyrium_ai.tools.training.afterstate_data import state_of, values
from spyrium_ai.tools.training.refine import refine
from spyrium_ai.tools.training.searched_games import (
    Games,
    SearchedGameSettings,
    play_games,
    searched_games,
)
from spyrium_ai.util.errors import UsageError


def settings(players: int) -> SearchedGameSettings:
    return SearchedGameSettings(players, 1, load_weights(players), load_net(players))


def same(one: Games, other: Games) -> bool:
    """Return whether the games are the same."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Games._fields)


@pytest.mark.parametrize("players", [2, 3])
def test_games_are_their_afterstates_and_outcomes(players: int) -> None:
    games = play_games(settings(players), 3, seed=1, share=0)
    for positions in games.positions:
        # The turn of an afterstate is the one to come.
        assert [state_of(position).turn for position in positions] == [2, 3, 4, 5, 6]
    assert not games.loose.any()
    assert games.shares.sum(axis=1) == pytest.approx(1)
    best = games.points.max(axis=1, keepdims=True)
    assert ((games.shares > 0) <= (games.points == best)).all()
    again = play_games(settings(players), 3, seed=1, share=0)
    assert same(games, again)


def test_a_turn_is_marked_that_is_played_loosely(monkeypatch: pytest.MonkeyPatch) -> None:
    was_loose: dict[int, bool] = {}

    def first_move(
        _: SearchedGameSettings,
        __: Search,
        position: Position,
        ___: np.random.Generator,
        loose: bool,
    ) -> int:
        was_loose[position.turn] = loose
        return position.state.moves()[0]

    monkeypatch.setattr(searched_games_module, "_choose", first_move)
    found = set()
    for seed in range(5):
        games = play_games(settings(2), 1, seed, share=0.5)
        assert games.loose[0].tolist() == [was_loose[turn] for turn in range(2, 7)]
        found |= set(games.loose[0].tolist())
    assert found == {True, False}


def test_games_that_are_kept_are_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched_games_module, "CHUNK", 8)
    played: list[int] = []
    small = searched_games(settings(2), 1, 1, 5, tmp_path / "2", played.append)
    assert len(small.shares) == sum(played) == 16
    assert small.loose[:8].any()
    assert not small.loose[8:].any()
    other = SearchedGameSettings(2, 2, load_weights(2), load_net(2))
    again = searched_games(other, 1, 1, 6, tmp_path / "2", played.append)
    assert same(small, again)
    (tmp_path / "2-1.npz").write_bytes(b"PK")
    with pytest.raises(UsageError, match=r"2-1\.npz is no chunk"):
        searched_games(other, 1, 1, 6, tmp_path / "2", played.append)


def test_refining_learns_the_outcomes_and_leaves_loose_turns_out() -> None:
    played = play_games(settings(2), 60, seed=2, share=0)
    # As if the first seat had four fifths of all games but those that are said to be loose.
    loose = np.repeat(np.arange(60) % 3 == 0, NET_COUNT).reshape(60, NET_COUNT)
    loose[-20:] = False
    shares = np.where(loose[:, :1], [[0.2, 0.8]], [[0.8, 0.2]]).astype(np.float32)
    games = Games(played.positions, loose, shares, played.points)
    with resources.files("spyrium_ai.search.weights").joinpath(NETS_FILE).open("rb") as file:
        nets = np.load(file)["2"].astype(np.float32)
    fitted = refine(nets, games, held_out=20, epochs=200, seed=1)
    last = np.stack([net.numbers for net in fitted])
    tight = ~loose[:, 0]
    after_5 = np.ascontiguousarray(played.positions[tight, NET_COUNT - 1])
    before, after = (
        np.abs(values(after_5, 2, Net(numbers))[:, 0] - [0.8, 0.2]).mean()
        for numbers in (nets, last)
    )
    assert after < 0.7 * before
    alone = refine(nets, Games(*(part[tight] for part in games)), held_out=20, epochs=200, seed=1)
    for one, other in zip(fitted, alone, strict=True):
        assert (one.numbers == other.numbers).all()
        assert one.validation == other.validation


def test_a_chunk_of_games_that_is_damaged_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searched_games_module, "CHUNK", 2)
    file = tmp_path / "2-0.npz"

    def resumed() -> Games:
        return searched_games(settings(2), 1, 0, 1, tmp_path / "2", lambda _: None)

    whole, content = resumed(), file.read_bytes()
    assert same(resumed(), whole)
    arrays = whole._asdict()
    for name, part in arrays.items():
        for wrong in (part[:1], part.astype(np.float64), part.astype(object), part.ravel()):
            np.savez(file, **{**arrays, name: wrong})
            with pytest.raises(UsageError, match=r"2-0\.npz is no chunk of this training"):
                resumed()
    middle = len(content) // 2
    for damaged in (
        b"",
        content[:-100],
        content[:middle] + bytes(40) + content[middle + 40 :],
        b"PK\x03\x04" + content[50:],
    ):
        file.write_bytes(damaged)
        with pytest.raises(UsageError, match=r"2-0\.npz is no chunk of this training"):
            resumed()
