"""Some of many, evenly spread: chosen while they come, without keeping them all."""

from __future__ import annotations

from typing import Generic, TypeVar

Item = TypeVar("Item")


class EvenSample(Generic[Item]):
    """Keeps fewer than twice `most` of all items added, each as far from the next one."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.added = 0
        self._step = 1
        self._kept: list[Item] = []

    def add(self, item: Item) -> None:
        """Add an item, which may be let go at once or later."""
        if self.most and self.added % self._step == 0:
            self._kept.append(item)
            if len(self._kept) == 2 * self.most:
                self._kept = self._kept[::2]
                self._step *= 2
        self.added += 1

    def items(self, count: int) -> list[Item]:
        """Return so many of the items, at most `most`, in the order in which they were added."""
        kept = self._kept
        count = min(count, self.most, len(kept))
        return [kept[i * len(kept) // count] for i in range(count)]
