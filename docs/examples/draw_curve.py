"""Draw the curve of `policy_gradient.py` as a picture.

`python docs/examples/draw_curve.py learned.csv learned.svg`
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 360, 60, 50
COLOURS = {"random": "#1f5f8b", "heuristic": "#b3541e"}


def drawn(rows: list[dict[str, str]]) -> str:
    """Return an SVG picture of the win shares by minute."""
    end = max(float(row["minutes"]) for row in rows) or 1

    def x(minutes: float) -> float:
        return LEFT + (WIDTH - LEFT - 110) * minutes / end

    def y(share: float) -> float:
        return 20 + (HEIGHT - 20 - BOTTOM) * (1 - share)

    font = 'font-family="sans-serif" font-size="13"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {font}>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for percent in range(0, 101, 20):
        at = y(percent / 100)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{x(end):.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{percent} %</text>')
    for tick in range(6):
        at = x(end * tick / 5)
        minutes = f"{end * tick / 5:.1f}"
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - 28}" text-anchor="middle">{minutes}</text>')
    caption = "minutes of one core"
    parts.append(
        f'<text x="{x(end / 2):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{caption}</text>'
    )
    for name, colour in COLOURS.items():
        points = " ".join(
            f"{x(float(row['minutes'])):.1f},{y(float(row[name])):.1f}" for row in rows
        )
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        last = y(float(rows[-1][name])) + 4
        parts.append(f'<text x="{x(end) + 8:.1f}" y="{last:.1f}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    """Read the curve, and write the picture."""
    with Path(sys.argv[1]).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    Path(sys.argv[2]).write_text(drawn(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
