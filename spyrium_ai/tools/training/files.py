"""Atomic writes of training files, since a training may be interrupted at any time."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from spyrium_ai.util.atomic_write import write_atomically
from spyrium_ai.util.errors import HaltError


def write_file(file: Path, content: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        HaltError: the disk does not take it.
    """
    try:
        write_atomically(file, content)
    except OSError as error:
        raise HaltError(f"'{file}' cannot be written: {error.strerror}") from None


def write_arrays(file: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays by name as a compressed .npz, whole or not at all."""
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    write_file(file, content.getvalue())
