"""Options of an engine: their declaration, and the checks of their values."""

from __future__ import annotations

import math
import re
import sys
from dataclasses import dataclass
from typing import Any, cast

from spyrium_ai.engine.limits import BOUNDS
from spyrium_ai.util.seeds import MAX_SEED
from spyrium_ai.util.text import shown

KINDS = ("check", "spin", "combo", "string", "real", "button")
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_REAL = re.compile(r"-?[0-9]{1,30}(?:\.[0-9]{1,30})?(?:[eE][-+]?[0-9]{1,3})?")


def whole_number(text: str, low: int, high: int) -> int:
    """Return the number; ValueError if the text is not a whole number from low to high."""
    if not _WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f"{shown(text)} is not a whole number from {low} to {high}")
    return int(text)


@dataclass(frozen=True)
class Option:
    """One option of an engine: `Option("nodes", "spin", 2000, 0, 10**9)`.

    `min` and `max` belong to spin (whole numbers) and real, `choices` to combo. A button has no
    value. A declaration that contradicts itself is a ValueError at once.
    """

    name: str
    type: str
    default: bool | int | float | str | None = None
    min: float | None = None
    max: float | None = None
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check the declaration, its default included."""
        if not re.fullmatch(r"[!-~]+", self.name):
            raise ValueError(f"the option name {shown(self.name)} has to be printable, no spaces")
        if self.type not in KINDS:
            kinds = ", ".join(KINDS)
            raise ValueError(f"option {self.name}: {shown(self.type)} is none of: {kinds}")
        if self.type in {"spin", "real"} and (self.min is None or self.max is None):
            raise ValueError(f"option {self.name}: a {self.type} needs its min and max")
        bounds = [bound for bound in (self.min, self.max) if bound is not None]
        if not all(abs(bound) <= sys.float_info.max for bound in bounds):
            raise ValueError(f"option {self.name}: min or max is not finite, or far too great")
        if self.type != "button":
            try:
                self.parse(self.default_text)
            except ValueError as error:
                raise ValueError(f"option {self.name}: the default {error}") from None

    @property
    def default_text(self) -> str:
        """The default as it is written in the protocol."""
        return str(self.default).lower() if self.type == "check" else str(self.default)

    @property
    def accepts(self) -> str:
        """The values it accepts, in words: 'a whole number from 0 to 9'."""
        if self.type == "button":
            return "no value"
        if self.type in {"check", "combo"}:
            return f"one of: {', '.join(self.choices or ('true', 'false'))}"
        if self.type == "string":
            return "printable ASCII text"
        kind = "a whole number" if self.type == "spin" else "a number"
        return f"{kind} from {self.min} to {self.max}"

    def parse(self, text: str | None) -> Any:
        """Return the value of the text.

        That is a bool for check, an int for spin, a float for real, a str for combo and string,
        None for button.

        Args:
            text: the value as written; None for a button.

        Raises:
            ValueError: with what was wrong and what would be right.
        """
        if (text is None) != (self.type == "button"):
            is_button = self.type == "button"
            raise ValueError("is a button and takes no value" if is_button else "needs a value")
        if text is None:
            return None
        value = self._convert(text)
        if value is None:
            raise ValueError(f"{shown(text)} is not {self.accepts}")
        return value

    def _convert(self, text: str) -> Any:
        """Return the value, or None if the text is not one."""
        match self.type:
            case "check":
                return {"true": True, "false": False}.get(text)
            case "combo":
                return text if text in self.choices else None
            case "string":
                return text if re.fullmatch(r"[ -~]*", text) else None
        pattern, number = (_WHOLE, int) if self.type == "spin" else (_REAL, float)
        if not pattern.fullmatch(text):
            return None
        value = number(text)
        # A declaration has these bounds: see __post_init__.
        low, high = cast(float, self.min), cast(float, self.max)
        return value if math.isfinite(value) and low <= value <= high else None


MEBIBYTE = 2**20  # bytes

SEED = Option("seed", "spin", 0, 0, MAX_SEED)


def limit_options(nodes: int, movetime: int) -> tuple[Option, Option]:
    """Return the options `nodes` and `movetime` (ms): an engine's own limits, 0 for none.

    They hold where `go` names no limit; `Engine.limits` applies them.
    """
    return (
        Option("nodes", "spin", nodes, 0, BOUNDS["nodes"][1]),
        Option("movetime", "spin", movetime, 0, BOUNDS["movetime"][1]),
    )


def threads_option(default: int = 1) -> Option:
    """Return the option `threads`, the number of threads that search."""
    return Option("threads", "spin", default, 1, 256)


def memory_option(default: int) -> Option:
    """Return the option `memory`, in MiB (of `MEBIBYTE`)."""
    return Option("memory", "spin", default, 1, 2**20)
