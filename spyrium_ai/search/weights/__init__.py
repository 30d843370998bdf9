"""The weights of the evaluation: data files beside this one, with their training settings."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import IO, Any

from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT, Weights
from spyrium_ai.search.evaluation.value_net import (
    COMMON_INPUT_COUNT,
    LAYERS,
    NET_COUNT,
    NET_SIZE,
    SEAT_INPUT_COUNT,
    Net,
)

FILE = "heuristic.json"
NETS_FILE = "value.npz"


@cache
def load_weights(players: int) -> Weights:
    """Return the shipped weights for a number of players.

    Raises:
        ValueError: the file does not fit the features that this build computes.
    """
    return weights_of(json.loads(resources.files(__name__).joinpath(FILE).read_text()), players)


def weights_of(data: dict[str, Any], players: int) -> Weights:
    """Return the weights for a number of players from the contents of a weights file."""
    if data["features"] != FEATURE_COUNT:
        raise ValueError(
            f"{FILE}: weights for {data['features']} features, not {FEATURE_COUNT}: train again"
        )
    table = data["players"][str(players)]
    return Weights(table["after"], table["keep"], table["later"], table["envy"], table["spread"])


@cache
def load_net(players: int) -> Net:
    """Return the shipped value networks for a number of players.

    Raises:
        ValueError: the file does not fit the networks of this build.
    """
    with resources.files(__name__).joinpath(NETS_FILE).open("rb") as stream:
        return net_of(stream, players)


def net_of(file: IO[bytes], players: int) -> Net:
    """Return the value networks for a number of players from a file of them."""
    import numpy as np  # noqa: PLC0415 (the engine without networks starts faster)

    with np.load(file, allow_pickle=False) as nets:
        numbers = nets[str(players)].astype(np.float32)
    if numbers.shape != (NET_COUNT, NET_SIZE):
        raise ValueError(f"{NETS_FILE}: nets of another shape than {shape_of_nets()}: train again")
    return Net(numbers)


def shape_of_nets() -> dict[str, Any]:
    """Return the inputs and layers of this build's value networks."""
    return {"seat_inputs": SEAT_INPUT_COUNT, "common_inputs": COMMON_INPUT_COUNT, "layers": LAYERS}
