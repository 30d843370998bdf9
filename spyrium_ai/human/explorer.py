"""Explores a position: the best lines while the search deepens, or a dialogue to go on from it."""

from __future__ import annotations

from spyrium_ai.game.text.board_view import render
from spyrium_ai.human.explorer_dialogue import ExplorerDialogue
from spyrium_ai.human.line_view import LineView
from spyrium_ai.human.terminal_io import TerminalIO
from spyrium_ai.human.variation import Variation
from spyrium_ai.match.player_spec import PlayerSpec
from spyrium_ai.match.process.faults import PlayerFault, fault_words
from spyrium_ai.match.time_control import TimeControl
from spyrium_ai.util.errors import HaltError, UsageError


def explore(
    terminal: TerminalIO,
    line: str | None,
    spec: PlayerSpec,
    limits: TimeControl,
    lines: int,
    *,
    board: bool,
) -> None:
    """Show a position and its best lines, or open the dialogue on it.

    Args:
        terminal: of the person.
        line: the position as the protocol's `position` takes it; None for the start of two.
        spec: the engine to ask.
        limits: of each search if the engine has none of its own; ten seconds without any.
        lines: how many lines to show.
        board: whether to open the dialogue.

    Raises:
        UsageError: `line` is not a position, or without `board` nobody decides there; or the
            engine is a person or lacks an option.
        HaltError: without `board`, the engine has failed.
        KeyboardInterrupt: Ctrl-C where no search is under way, or the second one during a search.
    """
    view = LineView(terminal, Variation(line or "start 2"), spec, limits, lines)
    try:
        if board:
            ExplorerDialogue(view).talk()
        else:
            _show(view)
    finally:
        view.close()


def _show(view: LineView) -> None:
    """Print the position and its best lines."""
    position = view.position
    if not position.to_move:
        why = "the game is over" if position.is_over else "chance decides"
        raise UsageError(f"{why} in this position; --board lets you deal, or go elsewhere")
    view.terminal.say(render(position, view.names, view.terminal.style))
    view.terminal.say()
    try:
        view.search(view.limits())
    except PlayerFault as fault:
        raise HaltError(f"{view.engine_name}: {fault_words(fault)}") from None
