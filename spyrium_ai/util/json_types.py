"""JSON as typed data: msgspec reads and checks it; errors name the field and what is right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from spyrium_ai.util.json_fields import MISSING, FieldError, parse_json
from spyrium_ai.util.text import shown_value

Whole = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Real = Annotated[float, Meta(ge=0, le=2.0**63)]
T = TypeVar("T")

# msgspec's names of kinds, and ours.
_KINDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "null": "null",
    "object": "an object",
    "str": "a text",
}
_BOUNDS = {">=": "at least", "<=": "at most"}
# The forms that msgspec's messages have.
_PLACE = re.compile(r"(.*) - at `\$\.?(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_OTHER_KIND = re.compile(r"Expected `(.*)`, got `.*`")
_OUT_OF_BOUNDS = re.compile(r"Expected `(int|float)` ([<>]=) (.*)")
_LENGTH = re.compile(r"Expected `array` of length ([<>]=) (\d+)")


def decode(text: str | bytes) -> Any:
    """Return what JSON text says; FieldError where it is none, or its brackets are too deep."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass
    # It may be half a surrogate pair, as a path in Python can have one; else this says what it is.
    try:
        return parse_json(text)
    except ValueError as error:
        raise FieldError("", f"not JSON: {error}") from None


def convert(data: object, kind: type[T]) -> T:
    """Return decoded JSON as an object of a class, such as a dataclass with annotated fields.

    A key that the class does not know is passed over; one that it has a default for may be absent.

    Raises:
        FieldError: a field is missing, or not what the class has it be.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise _field_error(error, data) from None
    except UnicodeEncodeError as error:  # half a surrogate pair
        raise FieldError("", f"{shown_value(error.object)} is no name of a field") from None


def check_word(field: str, word: str, words: Sequence[str]) -> None:
    """Raise FieldError where a field holds none of the words."""
    if word not in words:
        raise FieldError(field, f"{shown_value(word)} is not one of: {', '.join(words)}")


def _parts(error: msgspec.ValidationError) -> tuple[str, str]:
    """Return what is wrong and the path to it, `players[1].name`, '' for the whole."""
    found = _PLACE.fullmatch(str(error))
    return (found[1], found[2]) if found else (str(error), "")


def _field_error(error: msgspec.ValidationError, data: object) -> FieldError:
    """Return the error in our words, with the value that is wrong."""
    what, path = _parts(error)
    if found := _MISSING.fullmatch(what):
        return FieldError(f"{path}.{found[1]}" if path else found[1], MISSING)
    path, hidden, _ = path.partition("[...]")  # a key that msgspec does not name
    value = _value(data, path)
    if found := _LENGTH.fullmatch(what):
        return FieldError(path, f"{len(value)} items instead of {_BOUNDS[found[1]]} {found[2]}")
    holds = "holds what is not" if hidden else "is not"
    return FieldError(path, f"{_shown(value)} {holds} {_expected(what)}")


def _value(data: Any, path: str) -> Any:
    """Return what stands at a path."""
    for step in re.findall(r"\w+", path):
        data = data[step] if isinstance(data, dict) else data[int(step)]
    return data


def _shown(value: object) -> str:
    try:
        return shown_value(value)
    except RecursionError:  # as deep as could just be read
        return "a nest of lists"


def _expected(what: str) -> str:
    """Return what would be right, by msgspec's message."""
    if found := _OUT_OF_BOUNDS.fullmatch(what):
        bound = f"{float(found[3]):g}" if found[1] == "float" else found[3]
        return f"{_KINDS[found[1]]} of {_BOUNDS[found[2]]} {bound}"
    if found := _OTHER_KIND.fullmatch(what):
        return " or ".join(_KINDS.get(kind, kind) for kind in found[1].split(" | "))
    return f"right: {what[:1].lower()}{what[1:]}"
