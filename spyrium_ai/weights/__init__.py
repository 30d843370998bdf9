"""The weights of the evaluation: data files beside this one, with what they were made by."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from spyrium_ai.core.afterstate import FEATURE_COUNT, Weights

FILE = "heuristic.json"


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
