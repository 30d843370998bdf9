"""Reading arrays from .npz files of others: no more is unpacked than what should be there."""

from __future__ import annotations

import math
import zlib
from io import BytesIO
from typing import IO, Any
from zipfile import BadZipFile, ZipFile

import numpy as np
import numpy.typing as npt


def read_array(
    file: IO[bytes], name: str, shape: tuple[int, ...], kinds: tuple[str, ...], most: int
) -> npt.NDArray[Any]:
    """Return an array of a .npz file.

    Args:
        file: it is read to its end.
        name: of the array in the file.
        shape: what the array must have.
        kinds: the types of numbers that it may have, such as `float16`.
        most: the limit for the file in bytes, as it is packed.

    Raises:
        ValueError: the file is larger or damaged, or the array is missing or another one.
    """
    content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"it is larger than {most} bytes, the limit for such a file")
    try:
        with ZipFile(BytesIO(content)) as archive, archive.open(f"{name}.npy") as member:
            return _read(member, name, shape, kinds)
    # Besides what it should raise, zipfile raises RuntimeError for what it cannot unpack.
    except (BadZipFile, KeyError, RuntimeError, EOFError, OSError, zlib.error) as error:
        raise ValueError(f"'{name}' cannot be read: {error}") from None


def _read(
    member: IO[bytes], name: str, shape: tuple[int, ...], kinds: tuple[str, ...]
) -> npt.NDArray[Any]:
    """Return the array, its bytes read only if the header is right."""
    if np.lib.format.read_magic(member) != (1, 0):
        raise ValueError(f"'{name}' is not an array of format 1.0")
    found, is_by_column, kind = np.lib.format.read_array_header_1_0(member)
    if found != shape or kind.name not in kinds or is_by_column:
        wanted = f"{' or '.join(kinds)} of shape {shape}"
        raise ValueError(f"'{name}' is {kind} of shape {found} instead of {wanted}")
    size = math.prod(shape) * kind.itemsize
    content = member.read(size)
    if len(content) < size or member.read(1):
        raise ValueError(f"'{name}' does not have the {size} bytes of its shape")
    return np.frombuffer(content, kind).reshape(shape)
