"""Contexts that are closed where they fail to begin too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """A context that is closed at its end, and at once if it fails to begin."""

    def __enter__(self) -> Self:
        """Begin; what `_begin` raises."""
        try:
            self._begin()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def _begin(self) -> None:
        """Do what has to be done at the beginning."""

    @abstractmethod
    def close(self) -> None:
        """Give back everything."""
