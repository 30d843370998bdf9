"""The chunks of a training, kept in files until it is done, so that it can be interrupted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy.typing as npt

from spyrium_ai.tools.training.builds import UNNOTED, told, with_this_build
from spyrium_ai.tools.training.calls import Call, Compute
from spyrium_ai.tools.training.files import write_arrays, write_file
from spyrium_ai.util.array_file import read_array
from spyrium_ai.util.bounded_read import LARGEST_WEIGHTS
from spyrium_ai.util.errors import UsageError

ABOUT = "command.txt"  # of the training that a folder belongs to
BUILDS = "builds.txt"  # those that have worked on it, a line each


class ArrayShape(NamedTuple):
    """What an array of a chunk must have: its shape, and its numbers' type as numpy writes it."""

    shape: tuple[int, ...]
    kind: str


class ChunkFolder:
    """The folder with the chunks of a training, beside the file that it makes.

    Raises:
        UsageError: the folder is there, and was begun by another command.
    """

    def __init__(self, out: Path, made_by: str):
        self.path = out.with_name(out.name + ".games")
        self._made_by = made_by
        if self.path.exists() and self._begun_by() != made_by:
            raise UsageError(
                f"--out: {self.path} was begun by '{self._begun_by()}'; go on with that, or remove "
                "the folder"
            )

    def _begun_by(self) -> str:
        try:
            return (self.path / ABOUT).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return "no training"

    @property
    def build(self) -> str:
        """The build that the training is made by, or the builds if it was resumed by others."""
        return told(self._builds())

    def _builds(self) -> Sequence[str]:
        try:
            return (self.path / BUILDS).read_text(encoding="utf-8").split()
        except (OSError, UnicodeDecodeError):
            return UNNOTED

    def begin(self) -> None:
        """Make the folder, if it is not there, and note that this build works on the training."""
        builds = with_this_build(self._builds() if self.path.exists() else ())
        self.path.mkdir(exist_ok=True)
        write_file(self.path / BUILDS, "".join(f"{each}\n" for each in builds).encode())
        write_file(self.path / ABOUT, f"{self._made_by}\n".encode())

    def remove(self) -> None:
        """Remove the folder and its chunks."""
        shutil.rmtree(self.path, ignore_errors=True)


def make_missing(
    files: Sequence[Path],
    call_of: Callable[[int], Call[Any]],
    on_chunk: Callable[[int], None],
    compute: Compute,
) -> None:
    """Make the chunks that have no file yet; each is kept as soon as it is there.

    Args:
        files: of the chunks in order.
        call_of: returns the call that makes a chunk, a named tuple of arrays, by its number from 0.
        on_chunk: gets the number of each chunk that is there.
        compute: makes the calls.
    """
    missing: list[int] = []
    for number, file in enumerate(files):
        if file.exists():
            on_chunk(number)
        else:
            missing.append(number)
    for place, chunk in compute([call_of(number) for number in missing]):
        write_arrays(files[missing[place]], chunk._asdict())
        on_chunk(missing[place])


def read_chunk(file: Path, wanted: Mapping[str, ArrayShape]) -> list[npt.NDArray[Any]]:
    """Return the arrays of a chunk; UsageError where it is damaged."""
    try:
        with file.open("rb") as stream:
            arrays = []
            for name, (shape, kind) in wanted.items():
                stream.seek(0)
                arrays.append(read_array(stream, name, shape, (kind,), LARGEST_WEIGHTS))
    except (ValueError, OSError) as error:
        raise UsageError(f"{file} is no chunk of this training; remove it ({error})") from error
    return arrays
