"""The weights of the evaluation: data files beside this one, with their training settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeVar

from spyrium_ai.search.evaluation.linear_value import FEATURE_COUNT, Weights
from spyrium_ai.search.evaluation.policy_net import POLICY_COUNT, POLICY_SIZE, Policy
from spyrium_ai.search.evaluation.value_net import (
    COMMON_INPUT_COUNT,
    LAYERS,
    NET_COUNT,
    NET_SIZE,
    SEAT_INPUT_COUNT,
    Net,
)
from spyrium_ai.util.bounded_read import LARGEST_WEIGHTS, read_whole
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import parse_json

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FOLDER = Path(__file__).parent
FILE = "heuristic.json"
NETS_FILE = "value.npz"
FIRST_NETS_FILE = "value-0.1.npz"  # those of version 0.1, with which the levels were calibrated
POLICY_FILE = "policy.npz"
ENDGAME_FILE, ENDGAME_PLAYERS = "endgame.npz", 2  # the policy network of their last turn

Content = TypeVar("Content")


@cache
def load_weights(players: int, folder: Path | None = None) -> Weights:
    """Return the weights for a number of players, the shipped ones or those of a folder.

    Raises:
        UsageError: the file is damaged, or does not fit the features that this build computes.
    """
    path = (folder or FOLDER) / FILE
    try:
        return weights_of(parse_json(read_whole(path, LARGEST_WEIGHTS)), players)
    except (ValueError, TypeError, KeyError, OSError) as error:
        raise _wrong(path, error) from None


def weights_of(data: dict[str, Any], players: int) -> Weights:
    """Return the weights for a number of players from the contents of a weights file."""
    if data["features"] != FEATURE_COUNT:
        raise ValueError(
            f"{FILE}: weights for {data['features']} features, not {FEATURE_COUNT}: train again"
        )
    table = data["players"][str(players)]
    return Weights(table["after"], table["keep"], table["later"], table["envy"], table["spread"])


@cache
def load_net(players: int, folder: Path | None = None, file: str = NETS_FILE) -> Net:
    """Return the value networks for a number of players, the shipped ones or those of a folder.

    Raises:
        UsageError: the file is damaged, or does not fit the networks of this build.
    """
    return read_weights((folder or FOLDER) / file, net_of, players)


def net_of(file: IO[bytes], players: int) -> Net:
    """Return the value networks for a number of players from a file of them; ValueError if none."""
    return Net(numbers_of_nets(file, players))


def numbers_of_nets(file: IO[bytes], players: int) -> npt.NDArray[np.float32]:
    """Return the numbers of the networks after each turn, (NET_COUNT, NET_SIZE), as `net_of`."""
    return _numbers(file, players, (NET_COUNT, NET_SIZE), f"nets of the shape {shape_of_nets()}")


@cache
def load_policy(players: int, folder: Path | None = None) -> Policy:
    """Return the policy networks for a number of players, the shipped ones or those of a folder.

    A folder in which training goes on may be without the network of the last turn.

    Raises:
        UsageError: a file is damaged, or does not fit the networks of this build.
    """
    files = folder or FOLDER
    numbers = read_weights(files / POLICY_FILE, numbers_of_policy, players)
    last = files / ENDGAME_FILE
    if players == ENDGAME_PLAYERS and (folder is None or last.exists()):
        numbers[-1] = read_weights(last, numbers_of_last_turn, players)
    return Policy(numbers)


def numbers_of_policy(file: IO[bytes], players: int) -> npt.NDArray[np.float32]:
    """Return the numbers of the policy networks of all turns, (POLICY_COUNT, POLICY_SIZE).

    Raises:
        ValueError: the file has none for so many players.
    """
    wanted = f"policy of {POLICY_COUNT} x {POLICY_SIZE} numbers"
    return _numbers(file, players, (POLICY_COUNT, POLICY_SIZE), wanted)


def numbers_of_last_turn(file: IO[bytes], players: int) -> npt.NDArray[np.float32]:
    """Return the numbers of the policy network of the last turn, (POLICY_SIZE,).

    Raises:
        ValueError: the file has none for so many players.
    """
    return _numbers(file, players, (POLICY_SIZE,), f"policy of {POLICY_SIZE} numbers")


def _numbers(
    file: IO[bytes], players: int, shape: tuple[int, ...], wanted: str
) -> npt.NDArray[np.float32]:
    # The engine without networks starts faster.
    from spyrium_ai.util.array_file import read_array  # noqa: PLC0415

    try:
        numbers = read_array(file, str(players), shape, ("<f2", "<f4"), LARGEST_WEIGHTS)
    except ValueError as error:
        raise ValueError(f"no {wanted}: {error}: train again") from None
    return numbers.astype("float32")


def read_weights(path: Path, read: Callable[[IO[bytes], int], Content], players: int) -> Content:
    """Return what `read` makes of a file for a number of players; UsageError if it cannot."""
    try:
        with path.open("rb") as file:
            return read(file, players)
    except (ValueError, OSError) as error:
        raise _wrong(path, error) from None


def _wrong(path: Path, error: Exception) -> UsageError:
    return UsageError(f"'{path}' does not hold the weights of this build: {error}")


def shape_of_nets() -> dict[str, Any]:
    """Return the inputs and layers of this build's value networks."""
    return {"seat_inputs": SEAT_INPUT_COUNT, "common_inputs": COMMON_INPUT_COUNT, "layers": LAYERS}
