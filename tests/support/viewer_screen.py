"""What is to be seen of the viewer's table, and whether it is the position that Python has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from spyrium_ai.game.board import Board, Seat
from spyrium_ai.game.card_table import CARDS, CELLS, SLOTS
from spyrium_ai.game.position import Position
from spyrium_ai.game.text.card_text import short_name

_SCREEN = Path(__file__).with_suffix(".js").read_text()
_TOO_WIDE = """() => [...document.querySelectorAll(".gv *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const isSeen = one.checkVisibility() && !one.closest(".gv-unseen");
  return isSeen && (box.right > innerWidth || box.left < 0);
}).map((one) => one.className)"""
_TIMES, _NOTHING = "\N{MULTIPLICATION SIGN}", "\N{EN DASH}"
_PHASES = {"I": "Phase I", "II": "Phase II", "P": "passed"}
_BONUSES = {"": "", "w": "bonus: worker", "m": "bonus: £5", "wm": "bonuses: worker and £5"}


def count_of(page: Page) -> int:
    """Return the number of the ply that is shown."""
    return int(page.locator(".gv-buttons output").inner_text().split(" / ")[0])


def too_wide(page: Page) -> list[str]:
    """Return the classes of what is seen and reaches beyond the window's sides."""
    return list(page.evaluate(_TOO_WIDE))


def screen_of(page: Page) -> dict[str, Any]:
    """Return the texts of the cells, slots, panels and lines around them."""
    return dict(page.evaluate(_SCREEN))


def _expected_seat(board: Board, number: int, total: int) -> dict[str, Any]:
    seat: Seat = board.seats[number - 1]
    out = sum(slot.count(number) for slot in board.slots)
    used = seat.workers - seat.active - out
    goods = {name: getattr(seat, name) for name in ("points", "money", "spyrium", "residence")}
    goods |= {"active": seat.active, "out": out, "used": used, "total": total}
    return {
        "goods": {name: str(value) for name, value in goods.items()},
        "owned": Counter([*seat.buildings, *seat.techniques]),
        "marks": (_PHASES[seat.phase], "event used" * seat.event_used, _BONUSES[seat.bonuses]),
        "tokens": list(seat.tokens),
        "decides": board.decides[0] == str(number),
    }


def _shown_seat(panel: Mapping[str, Any]) -> dict[str, Any]:
    owned: Counter[str] = Counter()
    for thing in panel["owned"]:
        owned[thing["name"]] += thing["count"]
    marks = panel["marks"]
    return {
        **{name: panel[name] for name in ("goods", "tokens", "decides")},
        "owned": owned,
        "marks": tuple(marks.get(name, "") for name in ("phase", "event", "bonuses")),
    }


def check(screen: Mapping[str, Any], position: Position) -> None:
    """Compare all cells, slots and goods, the events and who decides."""
    board = position.board()
    for name, cell in zip(CELLS, board.market, strict=True):
        shown = screen["cells"][name]
        if cell is None:
            assert shown["left"] in {"empty", "taken"}, name
            continue
        card = CARDS[cell.card]
        assert (shown["card"], shown["tokens"], shown["left"]) == (card.code, list(cell.tokens), "")
        assert shown["name"].replace("\u00ad", "").startswith(short_name(card.code))
        assert shown["price"] == (f"£{card.price}" if card.price else "")
    for name, workers in zip(SLOTS, board.slots, strict=True):
        assert screen["slots"][name] == "".join(map(str, workers)), name
    assert len(screen["panels"]) == board.players
    for number, panel in enumerate(screen["panels"], 1):
        assert _shown_seat(panel) == _expected_seat(board, number, position.scores()[number - 1])
    for event, shown in zip((board.event, board.next_event), screen["events"], strict=True):
        assert "".join(shown.split()).startswith(event.replace(".", "") or _NOTHING)
    assert f"Turn {board.turn} of 6" in screen["state"] or board.turn == 0
    assert {".": "over", "?": "a deal"}.get(board.decides, board.decides[0]) in screen["state"]
    reserve = " ".join(f"{count}{_TIMES}{value}" for value, count in enumerate(board.reserve, 1))
    assert f"reserve {reserve}" in screen["piles"]
