"""Reading data from JSON or TOML with errors that name the field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from spyrium_ai.util.text import shown_value, visible

BIG = 2**63


class FieldError(ValueError):
    """A field that is missing or not what it should be; `field` is its name, '' for the whole."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"field '{field}': {reason}" if field else reason)
        self.field = field
        self.reason = reason


class Fields:
    """The fields of a JSON object, each asked for by name and kind; FieldError where it differs."""

    def __init__(self, data: object, where: str = "") -> None:
        if not isinstance(data, dict):
            raise FieldError(where, f"{shown_value(data)} is not an object")
        self._data: dict[str, Any] = data
        self._where = where

    def text(self, key: str) -> str:
        """Return a text."""
        value = self._get(key)
        if not isinstance(value, str):
            raise self._wrong(key, value, "a text")
        return value

    def label(self, key: str) -> str:
        """Return a text that terminals can show, its control characters written out."""
        return visible(self.text(key))

    def word(self, key: str, words: Sequence[str]) -> str:
        """Return a text that is one of the words."""
        value = self.text(key)
        if value not in words:
            raise self._wrong(key, value, f"one of: {', '.join(words)}")
        return value

    def number(self, key: str, low: int = 0, high: int = BIG) -> int:
        """Return a whole number from low to high."""
        return self._whole(key, self._get(key), low, high)

    def real(self, key: str, low: float, high: float) -> float:
        """Return a number from low to high, whole or not."""
        value = self._get(key)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:
            raise self._wrong(key, value, f"a number from {low:g} to {high:g}")
        return float(value)

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self._get(key)
        if not isinstance(value, bool):
            raise self._wrong(key, value, "true or false")
        return value

    def items(self, key: str, count: int | None = None) -> list[Any]:
        """Return a list, of so many items where a count is given."""
        value = self._get(key)
        if not isinstance(value, list):
            raise self._wrong(key, value, "a list")
        if count is not None and len(value) != count:
            raise FieldError(self._where + key, f"{len(value)} items instead of {count}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self.items(key)
        for i, value in enumerate(values):
            if not isinstance(value, str):
                raise self._wrong(f"{key}[{i}]", value, "a text")
        return tuple(values)

    def labels(self, key: str) -> tuple[str, ...]:
        """Return a list of texts that terminals can show."""
        return tuple(map(visible, self.texts(key)))

    def numbers(
        self, key: str, low: int = 0, high: int = BIG, count: int | None = None
    ) -> tuple[int, ...]:
        """Return a list of whole numbers from low to high."""
        values = self.items(key, count)
        # Games are read by the thousand: items are looked at one by one only where one is wrong.
        if not _are_whole(values, low, high):
            for i, value in enumerate(values):
                self._whole(f"{key}[{i}]", value, low, high)
        return tuple(values)

    def numbers_or_none(self, key: str, most: int, count: int) -> tuple[int, ...] | None:
        """Return a list of so many whole numbers from -most to most, or None for null."""
        return None if self._get(key) is None else self.numbers(key, -most, most, count)

    def parts(self, key: str) -> list[Fields]:
        """Return a list of objects."""
        values = self.items(key)
        return [Fields(value, f"{self._where}{key}[{i}].") for i, value in enumerate(values)]

    def pairs(self, key: str) -> tuple[tuple[str, str | None], ...]:
        """Return an object of texts or nulls as pairs."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self._wrong(key, value, "an object")
        for name, text in value.items():
            if text is not None and not isinstance(text, str):
                raise self._wrong(f"{key}.{name}", text, "a text or null")
        return tuple(value.items())

    def reals_or_none(self, key: str, count: int) -> list[float | None]:
        """Return a list of numbers that are not negative, or None for null."""
        values = self.items(key, count)
        if not _are_reals([value for value in values if value is not None]):
            for i, value in enumerate(values):
                if value is not None and not _are_reals([value]):
                    raise self._wrong(f"{key}[{i}]", value, f"a number from 0 to {BIG:g}, or null")
        return [None if value is None else float(value) for value in values]

    def wholes_or_none(self, key: str, count: int) -> list[int | None]:
        """Return a list of whole numbers that are not negative, or None for null."""
        values = self.items(key, count)
        if not _are_whole([value for value in values if value is not None], 0, BIG):
            for i, value in enumerate(values):
                if value is not None:
                    self._whole(f"{key}[{i}]", value, 0, BIG)
        return values

    def lists_or_none(self, key: str, count: int) -> list[tuple[int, ...] | None]:
        """Return a list of lists of whole numbers that are not negative, or None for null."""
        found: list[tuple[int, ...] | None] = []
        for i, value in enumerate(self.items(key, count)):
            if value is None:
                found.append(None)
            elif not isinstance(value, list):
                raise self._wrong(f"{key}[{i}]", value, "a list or null")
            else:
                if not _are_whole(value, 0, BIG):
                    for item in value:
                        self._whole(f"{key}[{i}]", item, 0, BIG)
                found.append(tuple(value))
        return found

    def _get(self, key: str) -> Any:
        if key not in self._data:
            raise FieldError(self._where + key, "is missing")
        return self._data[key]

    def _whole(self, key: str, value: object, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            span = f" from {low} to {high}" if high < BIG else ""
            raise self._wrong(key, value, f"a whole number{span}")
        return value

    def _wrong(self, key: str, value: object, expected: str) -> FieldError:
        return FieldError(self._where + key, f"{shown_value(value)} is not {expected}")


def parse_json(text: str | bytes) -> Any:
    """Return what JSON text says; ValueError where it is none, or its brackets are too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError(str(error)) from None


def _are_whole(values: Sequence[Any], low: int, high: int) -> bool:
    """Return whether all values are whole numbers from low to high."""
    if not set(map(type, values)) <= {int}:
        return False
    return not values or (min(values) >= low and max(values) <= high)


def _are_reals(values: Sequence[Any]) -> bool:
    """Return whether all values are numbers that are not negative; BIG keeps out infinity."""
    return set(map(type, values)) <= {int, float} and all(0 <= value <= BIG for value in values)
