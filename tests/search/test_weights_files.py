"""Weights of others: nothing is unpacked that should not be there, and nothing ends in a trace."""

from __future__ import annotations

import io
import json
import shutil
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest

from spyrium_ai.search import weights
from spyrium_ai.search.evaluation.policy_net import POLICY_COUNT, POLICY_SIZE
from spyrium_ai.search.evaluation.value_net import NET_COUNT, NET_SIZE
from spyrium_ai.search.weights import (
    ENDGAME_FILE,
    FILE,
    NETS_FILE,
    POLICY_FILE,
    load_net,
    load_policy,
    load_weights,
    net_of,
    numbers_of_last_turn,
    numbers_of_policy,
)
from spyrium_ai.util.array_file import read_array
from spyrium_ai.util.bounded_read import LARGEST_WEIGHTS, MEBIBYTE
from spyrium_ai.util.errors import UsageError

SHAPE = (2, 3)
KINDS = ("<f2", "<f4")
RIGHT = np.arange(6, dtype=np.float32).reshape(SHAPE)


def packed(member: bytes, name: str = "2.npy") -> io.BytesIO:
    """Return an archive with one member."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(name, member)
    file.seek(0)
    return file


def array_bytes(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def read(file: io.BytesIO) -> Any:
    return read_array(file, "2", SHAPE, KINDS, MEBIBYTE)


def test_the_right_array() -> None:
    for kind in KINDS:
        found = read(packed(array_bytes(RIGHT.astype(kind))))
        assert found.dtype == kind
        assert found.tolist() == RIGHT.tolist()


def header_only(text: str) -> bytes:
    header = f"{text}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


WRONG = {
    "another shape": array_bytes(np.zeros((2, 4), np.float32)),
    "another type": array_bytes(np.zeros(SHAPE, np.float64)),
    "columns": array_bytes(np.asfortranarray(RIGHT)),
    "objects": array_bytes(np.array([[{}] * 3] * 2, object)),
    "too short": array_bytes(RIGHT)[:-1],
    "too long": array_bytes(RIGHT) + b"\x00",
    "no array": b"PK",
    "empty": b"",
    "a huge shape": header_only(
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 1000000)}"
    ),
    "a negative shape": header_only("{'descr': '<f4', 'fortran_order': False, 'shape': (-2, -3)}"),
    "brackets": header_only("(" * 9000),
    "code": header_only("__import__('os').system('true')"),
}


@pytest.mark.parametrize("case", WRONG)
def test_other_arrays(case: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read(packed(WRONG[case]))


def test_a_bomb_is_not_unpacked() -> None:
    file = packed(array_bytes(RIGHT) + bytes(64 * MEBIBYTE))
    assert len(file.getvalue()) < MEBIBYTE
    shaped = packed(array_bytes(np.zeros(16 * MEBIBYTE, np.float32)))
    for each in (file, shaped):
        tracemalloc.start()
        with pytest.raises(ValueError, match=r"instead of|does not have"):
            read(each)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 4 * MEBIBYTE


def damaged() -> Iterator[bytes]:
    """Yield archives with bytes changed or cut off."""
    content = packed(array_bytes(RIGHT)).getvalue()
    for place in range(len(content)):
        yield content[:place]
        yield content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]


def test_damaged_archives() -> None:
    for content in damaged():
        with suppress(ValueError):
            assert read(io.BytesIO(content)).tolist() == RIGHT.tolist()


def test_an_archive_that_is_too_large() -> None:
    with pytest.raises(ValueError, match=f"larger than {MEBIBYTE} bytes"):
        read(io.BytesIO(bytes(MEBIBYTE + 1)))
    with pytest.raises(ValueError, match=r"cannot be read: .*no item named"):
        read(packed(array_bytes(RIGHT), "3.npy"))


def test_nets_of_another_shape_are_not_unpacked() -> None:
    kept = array_bytes(np.zeros((NET_COUNT, NET_SIZE), np.float16)) + bytes(64 * MEBIBYTE)
    with pytest.raises(ValueError, match="train again"):
        net_of(packed(kept), 2)


@pytest.mark.parametrize(
    ("read", "shape"),
    [(numbers_of_policy, (POLICY_COUNT, POLICY_SIZE)), (numbers_of_last_turn, (POLICY_SIZE,))],
)
def test_a_policy_of_another_size_is_not_unpacked(
    read: Callable[[IO[bytes], int], Any], shape: tuple[int, ...]
) -> None:
    wrong = f"no policy of {' x '.join(map(str, shape))} numbers: .* train again"
    kept = array_bytes(np.zeros(shape, np.float32)) + bytes(64 * MEBIBYTE)
    with pytest.raises(ValueError, match=wrong):
        read(packed(kept), 2)
    other = array_bytes(np.zeros((*shape[:-1], POLICY_SIZE + 1), np.float32))
    with pytest.raises(ValueError, match=wrong):
        read(packed(other), 2)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give an empty folder that the weights are looked for in."""
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    load_weights.cache_clear()
    load_net.cache_clear()
    load_policy.cache_clear()
    yield tmp_path
    load_weights.cache_clear()
    load_net.cache_clear()
    load_policy.cache_clear()


@pytest.mark.parametrize(
    "content", [b"", b"[", b"[]", b"{}", b'{"features":44}', b"\xff", b"[" * 99999]
)
def test_damaged_weights_are_named(folder: Path, content: bytes) -> None:
    for name, load in ((FILE, load_weights), (NETS_FILE, load_net), (POLICY_FILE, load_policy)):
        (folder / name).write_bytes(content)
        with pytest.raises(UsageError, match=rf"{name}' does not hold the weights of this build: "):
            load(2)


@pytest.mark.parametrize("content", [b"", b"PK", None], ids=["empty", "torn", "none"])
def test_a_damaged_network_of_the_last_turn_is_named(folder: Path, content: bytes | None) -> None:
    shutil.copy(Path(weights.__file__).parent / POLICY_FILE, folder)
    if content is not None:
        (folder / ENDGAME_FILE).write_bytes(content)
    load_policy(3)
    with pytest.raises(UsageError, match=rf"{ENDGAME_FILE}' does not hold the weights of this"):
        load_policy(2)


def test_a_folder_may_be_without_the_network_of_the_last_turn(tmp_path: Path) -> None:
    whole = load_policy(2).numbers
    shutil.copy(Path(weights.__file__).parent / POLICY_FILE, tmp_path)
    with (tmp_path / POLICY_FILE).open("rb") as file:
        own = numbers_of_policy(file, 2)
    np.testing.assert_array_equal(load_policy(2, tmp_path).numbers, own)
    np.testing.assert_array_equal(whole[:-1], own[:-1])
    assert (whole[-1] != own[-1]).any()


def test_weights_with_other_fields(folder: Path) -> None:
    data = json.loads((Path(weights.__file__).parent / FILE).read_text())
    others: tuple[Any, ...] = (None, {}, [], "x", [[1]], 1e999)
    for key in ("after", "keep", "later", "envy", "spread"):
        for value in others:
            table = {**data["players"]["2"], key: value}
            (folder / FILE).write_text(json.dumps({**data, "players": {"2": table}}))
            with pytest.raises(UsageError, match="does not hold the weights"):
                load_weights(2)


def test_weights_that_are_too_large(folder: Path) -> None:
    for name, load in ((FILE, load_weights), (NETS_FILE, load_net), (POLICY_FILE, load_policy)):
        with (folder / name).open("wb") as file:
            file.truncate(LARGEST_WEIGHTS + 1)
        with pytest.raises(UsageError, match=r"is larger than|limit for such a file"):
            load(2)
