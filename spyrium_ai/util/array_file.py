"""Reading arrays from .npz files of others: no more is unpacked than what should be there."""

from __future__ import annotations

import math
import re
import zlib
from io import BytesIO
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt

from spyrium_ai.util.text import shown_value

_MAGIC = b"\x93NUMPY\x01\x00"
# As numpy writes it. Its own reader takes any Python literal, and some make it fail in odd ways.
_HEADER = re.compile(
    rb"\{'descr': '([<|]\w+)', 'fortran_order': False, 'shape': (\([\d, ]*\)), \} *\n"
)


def read_array(
    file: IO[bytes], name: str, shape: tuple[int, ...], kinds: tuple[str, ...], most: int
) -> npt.NDArray[Any]:
    """Return an array of a .npz file.

    Args:
        file: it is read to its end.
        name: of the array in the file.
        shape: what the array must have.
        kinds: the types of numbers that it may have, as numpy writes it, such as `<f2`.
        most: the limit for the file in bytes, as it is packed.

    Raises:
        ValueError: the file is larger or damaged, or the array is missing or another one.
    """
    content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"it is larger than {most} bytes, the limit for such a file")
    return read_member(BytesIO(content), name, shape, kinds)


def read_member(
    file: IO[bytes], name: str, shape: tuple[int, ...], kinds: tuple[str, ...]
) -> npt.NDArray[Any]:
    """Return an array as `read_array` does, of a file in which any place can be read."""
    try:
        with ZipFile(file) as archive, archive.open(f"{name}.npy") as member:
            return _read(member, name, shape, kinds)
    # Besides what it should raise, zipfile raises RuntimeError for what it cannot unpack.
    except (BadZipFile, KeyError, RuntimeError, EOFError, OSError, zlib.error) as error:
        raise ValueError(f"'{name}' cannot be read: {error}") from None


def _read(
    member: IO[bytes], name: str, shape: tuple[int, ...], kinds: tuple[str, ...]
) -> npt.NDArray[Any]:
    """Return the array, its bytes read only if the header is right."""
    start = member.read(len(_MAGIC) + 2)
    header = member.read(int.from_bytes(start[len(_MAGIC) :], "little"))
    found = _HEADER.fullmatch(header)
    if not start.startswith(_MAGIC) or found is None:
        raise ValueError(f"'{name}' is not an array as numpy writes it")
    kind = found[1].decode()
    if kind not in kinds or found[2] != str(shape).encode():
        there = f"{kind} of shape {shown_value(found[2].decode())}"
        raise ValueError(f"'{name}' is {there} instead of {' or '.join(kinds)} of shape {shape}")
    size = math.prod(shape) * np.dtype(kind).itemsize
    content = member.read(size)
    if len(content) < size or member.read(1):
        raise ValueError(f"'{name}' does not have the {size} bytes of its shape")
    return np.frombuffer(content, kind).reshape(shape)
