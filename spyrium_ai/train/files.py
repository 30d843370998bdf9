"""Files of a training, which are whole or not there: it may be cut off at any time."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt


def write_whole(file: Path, content: bytes) -> None:
    """Write a file, whole or not at all."""
    fresh = file.with_name(file.name + ".new")
    fresh.write_bytes(content)
    fresh.replace(file)


def write_arrays(file: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write arrays by name as a compressed .npz, whole or not at all."""
    content = io.BytesIO()
    np.savez_compressed(content, allow_pickle=False, **arrays)
    write_whole(file, content.getvalue())
