"""Value networks: equal to numpy's results, the same for every seat, and fitted to games."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import spyrium_ai.search.weights
from spyrium_ai.cli import cli
from spyrium_ai.game.rules.state_class import State
from spyrium_ai.game.rules.state_data import SeatData
from spyrium_ai.search.evaluation.evaluation import evaluate
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE, SCORE_SCALE, Net
from spyrium_ai.search.weights import (
    NETS_FILE,
    load_net,
    load_policy,
    load_weights,
    net_of,
    shape_of_nets,
)
from spyrium_ai.tools.training import fit_value, numpy_net, plan, searched_games, training_run
from spyrium_ai.tools.training.afterstate_data import bytes_of, collect, inputs, state_of, values
from spyrium_ai.tools.training.numpy_net import Array, Pass, Samples, fit, flat, fresh, views
from spyrium_ai.tools.training.plan import TrainingPlan
from spyrium_ai.tools.training.searched_games import SearchedGameSettings, play_games
from spyrium_ai.tools.training.selfplay import play_game
from spyrium_ai.tools.training.training_run import ValueTraining

PLAYERS = (2, 3, 4, 5)
WEIGHTS = Path(spyrium_ai.search.weights.__file__).parent
# Digests of what the weights are multiplied with, by players.
INPUTS = {
    2: "2f612cac93bdeef4",
    3: "815a2c208ab9acdc",
    4: "60bd520cec6fa570",
    5: "0a6eac98cd21b6b0",
}


RICHER: dict[str, Callable[[SeatData], SeatData]] = {
    "money": lambda seat: seat._replace(money=seat.money + 5),
    "spyrium": lambda seat: seat._replace(spyrium=seat.spyrium + 3),
    "points": lambda seat: seat._replace(points=seat.points + 4),
    "workers": lambda seat: seat._replace(workers=7, active=7),
}


def random_nets(seed: int) -> Array:
    rng = np.random.default_rng(seed)
    return np.stack([fresh(rng) for _ in range(NET_COUNT)])


def samples_after(turn: int, players: int, games: int) -> Samples:
    positions, won = collect(load_weights(players), players, games, 5, 0.2)
    here = np.ascontiguousarray(positions[:, turn - 1])
    return Samples(*inputs(here, players), won, 30 * won)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_compiled_nets_are_those_of_numpy(players: int) -> None:
    numbers = random_nets(players)
    positions, won = collect(load_weights(players), players, 20, 5, 0.2)
    for turn in range(NET_COUNT):
        here = np.ascontiguousarray(positions[:, turn])
        found = values(here, players, Net(numbers))
        expected = Pass(views(numbers[turn]), Samples(*inputs(here, players), won, won))
        np.testing.assert_allclose(found[:, 0], expected.shares, atol=1e-5)
        np.testing.assert_allclose(found[:, 1], expected.scores * SCORE_SCALE, atol=1e-3)
        np.testing.assert_allclose(found[:, 0].sum(axis=1), 1, atol=1e-5)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_value_goes_with_the_goods_not_with_the_seat(players: int) -> None:
    positions, _ = collect(load_weights(players), players, 10, 7, 0.2)
    net = Net(random_nets(1))
    for row in positions.reshape(-1, positions.shape[2]):
        data = state_of(row).data()
        turned = data._replace(
            first=(data.first + 1) % players, seats=data.seats[-1:] + data.seats[:-1]
        )
        both = np.stack([row, bytes_of(State.from_data(turned))])
        found = values(both, players, net)[:, 0]
        np.testing.assert_allclose(np.roll(found[0], 1), found[1], atol=1e-5)


@pytest.mark.parametrize("pulls", ["shares", "scores"])
def test_the_gradient_is_the_slope_of_the_loss(pulls: str) -> None:
    samples = samples_after(4, 3, 40)
    # In double precision the differences are exact enough to compare.
    exact: Any = fresh(np.random.default_rng(2)).astype(np.float64)
    for name in ("seats", "common", "shares", "scores"):
        setattr(samples, name, getattr(samples, name).astype(np.float64))
    # So that only one of the two pulls.
    other = "scores" if pulls == "shares" else "shares"
    setattr(samples, other, getattr(Pass(views(exact), samples), other))

    def loss(numbers: Any) -> float:
        made = Pass(views(numbers), samples)
        if pulls == "shares":
            return made.loss()
        off = ((made.scores - samples.scores) ** 2).sum(axis=1).mean()
        return float(0.5 * numpy_net.SCORE_LOSS * off)

    slope = flat(Pass(views(exact), samples).gradient())
    rng = np.random.default_rng(3)
    for at in rng.choice(np.flatnonzero(np.abs(slope) > 1e-4), 30, replace=False):
        losses = []
        for step in (-1e-5, 1e-5):
            moved = exact.copy()
            moved[at] += step
            losses.append(loss(moved))
        assert (losses[1] - losses[0]) / 2e-5 == pytest.approx(slope[at], rel=0.05, abs=1e-5)


def test_fitting_lowers_the_loss_on_other_games() -> None:
    samples = samples_after(5, 2, 1200)
    fitted, others = samples.part(slice(0, 1000)), samples.part(slice(1000, None))
    numbers = fit(fitted, epochs=40, seed=1)
    assert Pass(views(numbers), others).loss() < 0.9 * np.log(2)
    assert np.array_equal(numbers, fit(fitted, epochs=40, seed=1))


def test_fitting_forgets_what_no_game_supports() -> None:
    samples = samples_after(5, 2, 300)
    start = fresh(np.random.default_rng(1))
    unused = np.flatnonzero((samples.seats == 0).all(axis=(0, 1)))
    assert unused.size
    before, after = views(start)[0][unused], views(fit(samples, 40, 1, start))[0][unused]
    assert np.abs(after).max() < np.abs(before).max()
    np.testing.assert_allclose(after / before, (after / before).mean(), rtol=1e-4)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_shipped_nets_foretell_games_better_than_the_linear_value(players: int) -> None:
    """In games of the search that uses them."""
    weights, net = load_weights(players), load_net(players)
    settings = SearchedGameSettings(players, 8, weights, net, load_policy(players))
    positions, _, won, _ = play_games(settings, 150, 11, 0)
    for turn in range(2, NET_COUNT):
        here = np.ascontiguousarray(positions[:, turn])
        nets = values(here, players, load_net(players))[:, 0]
        linear = [evaluate(state_of(row), weights)[1] for row in here]
        assert ((nets - won) ** 2).mean() < ((np.array(linear) - won) ** 2).mean()


@pytest.mark.parametrize("players", PLAYERS)
def test_more_goods_are_a_larger_share(players: int) -> None:
    positions, _ = collect(load_weights(players), players, 30, 11, 0.0)
    rows = positions.reshape(-1, positions.shape[2])
    for name, richer in RICHER.items():
        changed = []
        for row in rows:
            data = state_of(row).data()
            seats = (richer(data.seats[0]), *data.seats[1:])
            changed.append(bytes_of(State.from_data(data._replace(seats=seats))))
        net = load_net(players)
        gain = values(np.stack(changed), players, net) - values(rows, players, net)
        assert gain[:, 0, 0].mean() > 0.005, name


def test_numbers_that_do_not_fit_the_nets_are_refused() -> None:
    with pytest.raises(ValueError, match="not 5 nets"):
        Net(np.zeros((NET_COUNT, NET_SIZE - 1), np.float32))


def test_a_file_of_other_nets_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "value.npz"
    nets: dict[str, Any] = {"2": np.zeros((NET_COUNT, NET_SIZE + 1), np.float16)}
    np.savez(file, **nets)
    with file.open("rb") as stream, pytest.raises(ValueError, match="train again"):
        net_of(stream, 2)


def test_the_shipped_nets_say_how_they_were_made() -> None:
    about = json.loads((WEIGHTS / NETS_FILE).with_suffix(".json").read_text())
    assert about["made_by"].startswith("spyrium-ai train refine --games ")
    assert "--seed " in about["made_by"]
    assert about["refined_from"][-1]["made_by"].startswith("spyrium-ai train value --games ")
    assert about["net"] == json.loads(json.dumps(shape_of_nets()))
    by_players = about["validation_by_generation_and_turn"]
    assert set(by_players) == {str(players) for players in PLAYERS}
    for figures in (figures for generations in by_players.values() for figures in generations):
        assert set(figures) == {"loss", "brier", "brier_even", "calibration"}
        assert all(len(by_turn) == NET_COUNT for by_turn in figures.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_the_inputs_mean_what_the_shipped_weights_were_fitted_to(players: int) -> None:
    """A change of the features of the networks or the linear value needs new weights and pins."""
    positions, _ = collect(load_weights(players), players, 20, 9, 1.0)  # all moves at random
    digest = sha256()
    for turn in range(NET_COUNT):
        for array in inputs(np.ascontiguousarray(positions[:, turn]), players):
            digest.update(array.tobytes())
    for seed in range(20):
        digest.update(play_game([None] * players, seed)[0].tobytes())
    assert digest.hexdigest()[:16] == INPUTS[players]


FEW = 50
PLANS = [
    # Games of `mcts` with more players take long.
    TrainingPlan(players, FEW, deals=1, epochs=1, searched=FEW * (players == 2), nodes=1, seed=3)
    for players in PLAYERS
]


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (plan, fit_value, training_run, searched_games):
        monkeypatch.setattr(module, "CHUNK", FEW)


def silent(_: int) -> None:
    """Discard the report."""


@pytest.mark.usefixtures("small_chunks")
def test_a_training_that_was_cut_off_goes_on_to_the_same_nets(tmp_path: Path) -> None:
    whole = ValueTraining(tmp_path / "whole.npz", PLANS, "made so")
    whole.run(silent)
    whole.finish()
    cut = ValueTraining(tmp_path / "cut.npz", PLANS[:2], "made so")
    cut.run(silent)
    # As if it had been cut off before the last two turns, and in the midst of the games of `mcts`.
    kept = tmp_path / "cut.npz.part"
    content = json.loads(kept.read_text())
    del content["fitted"]["3"][:2], content["refined"]["2"]
    (tmp_path / "cut.npz.games" / "2-0.npz").unlink()
    kept.write_text(json.dumps(content))
    again = ValueTraining(tmp_path / "cut.npz", PLANS, "made so")
    assert again.done == (5 + 3) * PLANS[0].positions
    again.run(silent)
    again.finish()
    for ending in (".npz", ".json"):
        one, other = (tmp_path / f"{name}{ending}" for name in ("whole", "cut"))
        assert one.read_bytes() == other.read_bytes()
    with np.load(tmp_path / "cut.npz") as nets:
        assert {players: nets[players].shape for players in nets} == {
            str(players): (NET_COUNT, NET_SIZE) for players in PLAYERS
        }
    about = json.loads((tmp_path / "cut.json").read_text())
    assert about["made_by"] == "made so"
    assert len(about["validation_by_turn"]["5"]["brier"]) == NET_COUNT
    assert {file.suffix for file in tmp_path.iterdir()} == {".npz", ".json"}


@pytest.mark.usefixtures("small_chunks")
def test_a_training_goes_on_only_as_it_was_begun(tmp_path: Path) -> None:
    out = tmp_path / "value.npz"
    ValueTraining(out, PLANS[:1], "made so").run(silent)
    arguments = ["train", "value", "--games", "250", "--out", str(out)]
    result = CliRunner().invoke(cli, arguments)
    assert "was begun by 'made so'" in str(result.exception)


def test_files_of_others_are_not_written_over(tmp_path: Path) -> None:
    def refused(name: str) -> str:
        result = CliRunner().invoke(cli, ["train", "value", "--out", str(tmp_path / name)])
        return str(result.exception)

    (tmp_path / "mine.json").write_text("mine")
    assert "mine.json exists" in refused("mine.npz")
    assert "does not end in .npz" in refused("nets.json")
    (tmp_path / "left.npz.games").mkdir()
    assert "left.npz.games exists" in refused("left.npz")
    for content in ("xx", "[1", "[" * 100_000, "{}", '{"made_by": 1, "fitted": 2, "refined": 3}'):
        (tmp_path / "cut.npz.part").write_text(content)
        assert "cut.npz.part holds no training" in refused("cut.npz")
