"""Files of a training, which are whole or not there: it may be cut off at any time."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spyrium_ai.errors import HaltError


def write_whole(file: Path, content: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        HaltError: the disk does not take it.
    """
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.write_bytes(content)
        fresh.replace(file)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise HaltError(f"'{file}' cannot be written: {error.strerror}") from None


def write_arrays(file: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays by name as a compressed .npz, whole or not at all."""
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    write_whole(file, content.getvalue())
