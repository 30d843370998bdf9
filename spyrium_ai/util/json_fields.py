"""Reading tables of TOML, and JSON without a class for it: errors name the field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from spyrium_ai.util.text import shown_value

BIG = 2**63
MISSING = "is missing"


class FieldError(ValueError):
    """A field that is missing or not what it should be; `field` is its name, '' for the whole."""

    def __init__(self, field: str, reason: str) -> None:
        colon = "" if reason == MISSING else ":"
        super().__init__(f"field '{field}'{colon} {reason}" if field else reason)
        self.field = field
        self.reason = reason


class Fields:
    """The fields of a table, each asked for by name and kind; FieldError where it differs."""

    def __init__(self, data: dict[str, Any], where: str = "") -> None:
        self._data = data
        self._where = where

    def word(self, key: str, words: Sequence[str]) -> str:
        """Return a text that is one of the words."""
        value = self._get(key)
        if not isinstance(value, str):
            raise self._wrong(key, value, "a text")
        if value not in words:
            raise self._wrong(key, value, f"one of: {', '.join(words)}")
        return value

    def number(self, key: str, low: int, high: int) -> int:
        """Return a whole number from low to high."""
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, value, f"a whole number from {low} to {high}")
        return value

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

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        values = self._get(key)
        if not isinstance(values, list):
            raise self._wrong(key, values, "a list")
        for i, value in enumerate(values):
            if not isinstance(value, str):
                raise self._wrong(f"{key}[{i}]", value, "a text")
        return tuple(values)

    def _get(self, key: str) -> Any:
        if key not in self._data:
            raise FieldError(self._where + key, MISSING)
        return self._data[key]

    def _wrong(self, key: str, value: object, expected: str) -> FieldError:
        return FieldError(self._where + key, f"{shown_value(value)} is not {expected}")


def parse_json(text: str | bytes) -> Any:
    """Return what JSON text says; ValueError where it is none, or its brackets are too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError(str(error)) from None
