"""Values that a file or a command line should not have, and damages to bytes."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

ESCAPES = (
    "\x1b[2J\x1b[H",
    "\x1b]0;owned\x07",
    "\x9b31m",
    "a\x00b",
    "a\rb",
    "a\nb",
    "\x08\x08\x7f",
    "\u202egnp.exe",
    "\u2028\u2029",
    "\ufeff\u200b",
)
MARK = "hostile-mark"  # a page may show it, but not as an element
MARKUP = (
    f'"><img src={MARK} onerror=alert(1)>',
    f"</script><script src={MARK}></script>",
    f"<!--<script {MARK}>",
    f"' onmouseover=alert(1) {MARK}='",
    "{{ 7 * 7 }}{% for %}",
    "=HYPERLINK(A1)",
)
TEXTS = (
    *ESCAPES,
    *MARKUP,
    "",
    " ",
    "-",
    "--help",
    "../no/such",
    "/dev/null/x",
    "~",
    "%s%n",
    "nan",
    "1e999",
    "0x10",
    "1_000",
    "\u0661",
    "caf\u00e9 \U0001f600",
    "x" * 5_000,
    "y" * 100_000,
    "pass",
    "setup:1:E1",
    "random",
    "human",
)
NUMBERS = (
    "0",
    "-1",
    "1",
    "-0.0",
    "0.5",
    "1e-400",
    "1e308",
    "1e999",
    "NaN",
    "-Infinity",
    "255",
    "256",
    "65536",
    str(2**31),
    str(-(2**31) - 1),
    str(2**53 + 1),
    str(2**63),
    str(2**64),
    str(10**30),
    "9" * 5_000,
)


def json_value(luck: random.Random) -> str:
    """Return a value as JSON, or what is nearly JSON."""
    kind = luck.randrange(8)
    if kind < 3:
        return json.dumps(luck.choice(TEXTS))
    if kind < 6:
        return luck.choice(NUMBERS)
    if kind == 6:
        depth = luck.choice((1, 50, 990, 100_000))
        return luck.choice((f"{'[' * depth}{']' * depth}", f'{{"a":{"[" * depth}'))
    return luck.choice(
        ("null", "true", "false", "[]", "{}", '["a",1]', '"\\ud800"', '{"a":1,"a":2}', "undefined")
    )


@dataclass(frozen=True)
class Damage:
    """What is done to some bytes: `where` is a part of their length, so that it fits any."""

    kind: str
    where: float
    size: int = 1
    text: bytes = b""

    def __repr__(self) -> str:
        text = f", {self.text[:40]!r}{'...' * (len(self.text) > 40)}" if self.text else ""
        return f"{self.kind} at {self.where:.6f}, {self.size}{text}"

    def done_to(self, data: bytes) -> bytes:
        """Return the damaged bytes."""
        at = int(self.where * len(data))
        end = at + self.size
        match self.kind:
            case "flip":
                return (
                    data[:at]
                    + bytes(x ^ self.size % 256 for x in data[at : at + 1])
                    + data[at + 1 :]
                )
            case "cut":
                return data[:at]
            case "drop":
                return data[:at] + data[end:]
            case "repeat":
                return data[:end] + data[at:end] + data[end:]
            case "insert":
                return data[:at] + self.text + data[at:]
            case _:
                return data[:at] + self.text + data[end:]


def damage(luck: random.Random) -> Damage:
    """Return a damage to any bytes."""
    kind = luck.choice(("flip", "flip", "flip", "cut", "drop", "repeat", "insert", "write"))
    text = luck.choice(
        (
            luck.randbytes(luck.randrange(1, 9)),
            luck.choice(TEXTS).encode("utf-8", "surrogatepass"),
            luck.choice(NUMBERS).encode(),
            b"\n",
            b"\x00" * 64,
            b"\xff\xfe",
        )
    )
    size = luck.choice((1, 2, 4, 8, 16, 32, 64, 128, 1000))
    return Damage(kind, luck.random(), size, text if kind in {"insert", "write"} else b"")
