"""What joblib's generators yield, without what was not finished and without their warnings."""

from __future__ import annotations

import warnings
from collections.abc import Generator, Iterator
from typing import TypeVar

Result = TypeVar("Result")


def finished(results: Generator[Result | None]) -> Iterator[Result]:
    """Yield joblib's results without None, which stands for an unfinished one."""
    try:
        for result in results:
            if result is not None:
                yield result
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # joblib warns of results that nobody has taken
            results.close()
