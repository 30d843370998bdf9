"""An analysis as lines of JSON: of each game a head, its decisions and deals, its players.

Every line has a `type` and the game's `id`. Floats are rounded to `DECIMALS`. The lines of the type
`player` are sums of the others, for those who read the file with other programs.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import Any

from spyrium_ai.analysis.review.game_review import (
    CLASSES,
    KINDS,
    DealReview,
    DecisionReview,
    GameReview,
    Value,
)
from spyrium_ai.analysis.review.player_sums import player_sums
from spyrium_ai.util.bounded_read import read_lines
from spyrium_ai.util.errors import UsageError
from spyrium_ai.util.json_fields import FieldError
from spyrium_ai.util.json_types import Whole, check_word, convert, decode
from spyrium_ai.util.text import shown_value, visible

DECIMALS = 5
TYPES = ("game", "decision", "deal", "player")
_MOST = 2**53  # the greatest whole number that every reader of JSON has exactly
_MOST_POINTS = 10**6
_MOST_SHARES = 10**3  # a sum over a game of differences of shares
_Range = tuple[float, float]
_NUMBERS: dict[str, _Range] = {
    "ply": (1, _MOST),
    "turn": (1, 6),
    "legal": (1, _MOST),
    "rank": (1, _MOST),
    "nodes": (0, _MOST),
    "samples": (0, _MOST),
    "loss": (0, 1),
    "loss_error": (0, _MOST_SHARES),
    "luck_error": (0, _MOST_SHARES),
    "second_loss": (-1, 1),
    "loss_points": (-_MOST_POINTS, _MOST_POINTS),
}
_BY_SEAT: dict[str, _Range] = {
    **dict.fromkeys(("result", "start", "mean", "shares"), (0, 1)),
    **dict.fromkeys(("luck", "skill", "drift", "gained"), (-_MOST_SHARES, _MOST_SHARES)),
    "points": (-_MOST_POINTS, _MOST_POINTS),
}


@dataclass(frozen=True)
class _Counts:
    """What a game's head says of the lines that follow: a file that was cut off has fewer."""

    decisions: Whole
    deals: Whole


def review_lines(review: GameReview) -> Iterator[str]:
    """Yield the lines of a game, ASCII, without their ends."""
    parts: list[DecisionReview | DealReview] = [*review.decisions, *review.deals]
    counts = _Counts(len(review.decisions), len(review.deals))
    yield _line("game", review.id, {**vars(review), **vars(counts)})
    for part in sorted(parts, key=attrgetter("ply")):
        if isinstance(part, DecisionReview):
            data = asdict(part)
            data["class"] = data.pop("cls")
            yield _line("decision", review.id, {**data, "player": review.players[part.seat - 1]})
        else:
            yield _line("deal", review.id, vars(part))
    for sums in player_sums(review):
        yield _line("player", review.id, vars(sums))


def read_reviews(path: Path) -> Iterator[GameReview]:
    """Yield the games of a file of such lines, which may be compressed by gzip.

    Control characters of its texts are written out.

    Raises:
        UsageError: the file cannot be read, or a line is wrong: it names the file, the line and
            the field. A file that breaks off is wrong too.
    """
    for lines in _by_game(path):
        yield _review(path, lines)


def _line(type_: str, id_: str, data: Mapping[str, Any]) -> str:
    return json.dumps(_rounded({"type": type_, "id": id_, **data}), separators=(",", ":"))


def _rounded(data: Any) -> Any:
    if isinstance(data, float):
        return round(data, DECIMALS) + 0.0  # no -0.0
    if isinstance(data, dict):
        return {key: _rounded(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_rounded(value) for value in data]
    return data


_Numbered = tuple[int, dict[str, Any]]


def _by_game(path: Path) -> Iterator[list[_Numbered]]:
    """Yield the lines of each game with their numbers."""
    lines: list[_Numbered] = []
    for number, data in _objects(path):
        if data["type"] == "game" and lines:
            yield lines
            lines = []
        lines.append((number, data))
    if lines:
        yield lines


def _objects(path: Path) -> Iterator[_Numbered]:
    """Yield the lines as objects that have one of the types; UsageError names the first other."""
    number = 0
    try:
        for number, line in enumerate(read_lines(path), 1):
            try:
                data = _decoded(line)
            except FieldError as error:
                is_torn = not line.endswith(b"\n") and not error.field
                raise _wrong(path, number, _TORN if is_torn else error) from None
            yield number, data
    except (EOFError, zlib.error) as error:
        reason = f"the compressed file is damaged here: {error}"
        raise _wrong(path, number + 1, reason) from None
    except OSError as error:
        raise UsageError(f"'{path}' cannot be read: {error.strerror or error}") from None


_TORN = "torn: the line breaks off before its end"


def _wrong(path: Path, number: int, reason: object) -> UsageError:
    return UsageError(f"'{path}' is not an analysis: line {number}: {reason}")


def _decoded(line: bytes) -> dict[str, Any]:
    data = decode(line)
    if not isinstance(data, dict):
        raise FieldError("", f"{shown_value(data)} is not an object")
    if "type" not in data:
        raise FieldError("type", "is missing")
    check_word("type", data["type"], TYPES)
    try:
        return data if _is_plain(line) else dict(_shown(data))
    except RecursionError:  # as deep as could just be read
        raise FieldError("", "a nest of lists") from None


def _is_plain(line: bytes) -> bool:
    """Return whether no text of a line can hold a control character."""
    return line.isascii() and b"\\" not in line and b"\x7f" not in line


def _shown(data: Any) -> Any:
    """Return the data with the control characters of its texts written out."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {key: _shown(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_shown(value) for value in data]
    return data


def _review(path: Path, lines: Sequence[_Numbered]) -> GameReview:
    """Return the game of these lines, of which the first has to be its head."""
    number, data = lines[0]
    with _in_line(path, number):
        head, counts = _head(data)
    parts: list[DecisionReview | DealReview] = []
    for number, data in lines[1:]:
        with _in_line(path, number):
            if data.get("id") != head.id:
                raise FieldError("id", f"{shown_value(data.get('id'))} is not '{head.id}'")
            if data["type"] != "player":
                parts.append(_part(data, head, parts[-1].ply if parts else 0))
    decisions = tuple(part for part in parts if isinstance(part, DecisionReview))
    deals = tuple(part for part in parts if isinstance(part, DealReview))
    with _in_line(path, number):
        _check_counts(counts, _Counts(len(decisions), len(deals)))
    return replace(head, decisions=decisions, deals=deals)


@contextmanager
def _in_line(path: Path, number: int) -> Iterator[None]:
    """Turn a FieldError into a UsageError that names file and line."""
    try:
        yield
    except FieldError as error:
        raise _wrong(path, number, error) from None


def _part(data: dict[str, Any], head: GameReview, last: int) -> DecisionReview | DealReview:
    """Return a decision or deal after the ply `last`."""
    is_decision = data["type"] == "decision"
    part = _decision(data, head) if is_decision else convert(data, DealReview)
    _check(part, len(head.players))
    if part.ply <= last:
        raise FieldError("ply", f"{part.ply} does not follow {last}")
    return part


def _head(data: dict[str, Any]) -> tuple[GameReview, _Counts]:
    """Return the game without decisions and deals, and how many of them are to come."""
    check_word("type", data["type"], ("game",))
    head = convert({**data, "decisions": (), "deals": ()}, GameReview)
    if not 2 <= len(head.players) <= 5:
        raise FieldError("players", f"{len(head.players)} items instead of 2 to 5")
    _check(head, len(head.players))
    return head, convert(data, _Counts)


def _decision(data: dict[str, Any], head: GameReview) -> DecisionReview:
    for name, words in (("class", CLASSES), ("kind", KINDS)):
        if name in data:
            check_word(name, data[name], words)
    fields = {key: value for key, value in data.items() if key not in {"class", "cls"}}
    if "class" in data:
        fields["cls"] = data["class"]
    try:
        decision = convert(fields, DecisionReview)
    except FieldError as error:
        raise FieldError("class" if error.field == "cls" else error.field, error.reason) from None
    if decision.seat not in range(1, len(head.players) + 1):
        raise FieldError("seat", f"{decision.seat} is not from 1 to {len(head.players)}")
    return decision


def _check_counts(said: _Counts, found: _Counts) -> None:
    for name, number in vars(said).items():
        if vars(found)[name] != number:
            raise FieldError("", f"the game ends here with {vars(found)[name]} of {number} {name}")


def _check(
    part: GameReview | DecisionReview | DealReview | Value, seats: int, at: str = ""
) -> None:
    """Raise FieldError where a number is out of bounds, or a list does not have one per seat."""
    for name, value in vars(part).items():
        field = f"{at}{name}"
        if isinstance(value, Value):
            _check(value, seats, f"{field}.")
        elif name in _BY_SEAT and value is not None:
            if len(value) != seats:
                raise FieldError(field, f"{len(value)} items instead of {seats}")
            for i, number in enumerate(value):
                _check_number(f"{field}[{i}]", number, _BY_SEAT[name])
        elif name in _NUMBERS and value is not None:
            _check_number(field, value, _NUMBERS[name])


def _check_number(field: str, number: float, range_: _Range) -> None:
    low, high = range_
    if not low <= number <= high:  # it may be NaN
        raise FieldError(field, f"{shown_value(number)} is not a number from {low} to {high}")
