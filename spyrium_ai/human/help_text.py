"""The texts of `help` and `unseen`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from spyrium_ai.game.board import Board, Cell
from spyrium_ai.game.card_table import ALL_CARDS, CARDS, DECKS, EVENT_TEXTS, PERIOD_BY_TURN
from spyrium_ai.game.text.board_view import event_text
from spyrium_ai.game.text.card_text import LEGEND, TECHNIQUE_TEXTS, cell_text, short_name
from spyrium_ai.game.text.style import Style
from spyrium_ai.human.deal_words import cards_named

COMMANDS = {
    "NUMBER": "play the move with this number; or type its notation (place:a1b1)",
    "NAME": "play the only move with this name (a3b3, Commerce, build Mine), or list its moves",
    "Enter": "play the only legal move, or show what the screen had no room for",
    "board": "show the position again",
    "moves": "show the list of moves again",
    "unseen": "show the cards, tokens and events not seen yet",
    "log": "show the moves of this turn",
    "hint [ENGINE]": "ask an engine for a move and its evaluation",
    "hint N": "show the N best moves with win shares and lines",
    "why": "say what the last move lost, and why",
    "eval": "show everybody's win share and expected score",
    "tutor [on|off]": "question your bad moves before they are played, or not",
    "undo": "take back your last decision and all later moves; deals stay the same",
    "save [FILE]": "save a copy; resume it with `spyrium-ai match --resume FILE`",
    "help [NAME]": "show this help, or explain a card or an event (help Commerce, help E5)",
    "quit": "leave the game; `spyrium-ai games` lists the games that are kept",
}
RULES = """\
The game has six turns. Each turn puts nine cards on the market, and all players receive income: £
equal to the number of their residence space.

Phase I: place workers between the cards, one at a time, or use the turn's event (once a turn). You
enter Phase II with your first action of that phase, independently of the others, and cannot return.

Phase II: take back one worker from the market, either to gain £1 for each other worker next to one
of its two cards, or to activate that card for its price plus £1 for each other worker next to it.
Other actions: use one of your buildings (each once a turn), or the event. Pass when none of your
workers is left in the market.

Characters stay in the market and have an immediate effect, some for a token each. Techniques (£6)
give a power, and points at the end. Buildings go to your neighbourhood. A new space there costs £1
for each building you own. Replacing a building needs no new space, and makes the new one £3 cheaper
if both share a symbol (Mine, Factory, Research).

Residence action: move up one space (more income), or score VP equal to the number of your space. At
8 VP choose a worker or £5; at 20 VP you get the other.

At the end, add the VP of the track, of buildings and of techniques (at most 7 each). The most VP
win.
"""


def render_help(style: Style) -> str:
    """Return the short rules and the commands in lines of at most 80 characters."""
    lines = [style.paint("The game in short", "bold")]
    lines += [style.wrap(rule, 2, "- ") for rule in RULES.split("\n\n")]
    lines += [style.paint("What you can type", "bold")]
    lines += [style.wrap(text, 16, f"  {name:<14}") for name, text in COMMANDS.items()]
    lines += [style.paint("On the screen", "bold"), style.wrap(f"{LEGEND}.", 2, "  ")]
    lines += [style.wrap("free/out/used: workers to place or use, in the market, used.", 2, "  ")]
    small = (
        "In small windows: ph phase (P passed), end score if the game ended now, res residence, "
        "f/o/u free/out/used, bo bonuses (w worker, m money), ev x event used."
    )
    return "\n".join([*lines, style.wrap(small, 2, "  ")])


def explain(name: str, style: Style) -> str | None:
    """Return the effect of an event, or of all cards of a name; None if it is unknown.

    >>> print(explain("adviser", Style()))
    Adviser (Ad), character: -> 3 VP
    """
    if name.upper() in EVENT_TEXTS:
        return style.wrap(event_text(name.upper()), 4)
    codes = cards_named(name.replace(" ", "-"), CARDS)
    return "\n".join(_explained(code, style) for code in codes) or None


def _explained(code: str, style: Style) -> str:
    card = CARDS[code]
    if card.kind == "technique":
        power, points = TECHNIQUE_TEXTS[code]
        return style.wrap(
            f"{card.name} ({code}), technique: £{card.price}; {power}; end: {points}", 4
        )
    lines = cell_text(Cell(code))
    text = "; ".join(line for line in lines if "none left" not in line)
    text = text.replace("built: no token", f"built: the token's value in {card.token}")
    return style.wrap(f"{card.name} ({code}), {card.kind}: {text}", 4)


def render_unseen(board: Board, style: Style) -> str:
    """Return what has not been seen yet, in lines of at most 80 characters."""
    return "\n".join(style.wrap(text, 4, f"{title}: ") for title, text in unseen(board).items())


def unseen(board: Board) -> dict[str, str]:
    """Return what has not been seen yet: cards, tokens and events, by their headings."""
    period = PERIOD_BY_TURN[max(1, board.turn)]
    left = DECKS[period] - Counter(board.dealt)
    later = {f"Period {'ABC'[i]}": _cards(DECKS[i]) for i in range(period + 1, len(DECKS))}
    return {
        f"Period {'ABC'[period]}, not dealt yet": _cards(left),
        **later,
        "Tokens in the reserve": _tokens(board.reserve),
        "Tokens discarded": _tokens(board.discard),
        "Events to come": "; ".join(map(event_text, board.unseen_events)) or "none",
    }


def _cards(cards: Counter[str]) -> str:
    return ", ".join(_counted(cards)) or "none"


def _counted(cards: Counter[str]) -> Iterator[str]:
    for card in ALL_CARDS:
        if count := cards[card.code]:
            times = f"{count} x " if count > 1 else ""
            yield f"{times}{short_name(card.code)} {card.code}"


def _tokens(counts: tuple[int, ...]) -> str:
    return ", ".join(f"{count} of {value}" for value, count in enumerate(counts, 1))
